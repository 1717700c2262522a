import { fold } from '#shared/domain/search/fold.ts'
import { guessMapping } from '#shared/domain/insured/guess-mapping.ts'

export type FileTrouble = 'empty' | 'mojibake' | 'one-column' | 'no-header' | 'duplicate-headers'

/** Number of rows examined; such errors show in the first rows. */
const examined = 200

/** The problem of a parsed table, the root cause first; null when it can be used. */
export function fileTrouble(headers: readonly string[], rows: readonly (readonly string[])[]): FileTrouble | null {
  const body = rows.slice(0, examined)
  const cells = [...headers, ...body.flat()]
  if (cells.every((cell) => cell.trim() === '') || rows.length === 0) return 'empty'
  if (cells.some(isMojibake)) return 'mojibake'
  if (headers.length === 1 && [headers, ...body].some(([cell = '']) => hasSeparators(cell))) return 'one-column'
  const named = headers.map((header) => fold(header).trim()).filter((header) => header !== '')
  if (named.length === 0 || (Object.keys(guessMapping(headers)).length === 0 && headers.some(isValue)))
    return 'no-header'
  return new Set(named).size < named.length ? 'duplicate-headers' : null
}

export const fileTroubleTexts: Record<FileTrouble, string> = {
  empty: 'Ce fichier est vide : il lui faut une ligne de titres, puis une ligne par assuré.',
  mojibake:
    'Les accents de ce fichier sont illisibles («\u00a0Ã©\u00a0» au lieu de «\u00a0é\u00a0»). Enregistrez-le en «\u00a0CSV UTF-8\u00a0», ou choisissez un autre encodage.',
  'one-column':
    'Ce fichier n’a qu’une colonne : le séparateur n’est pas le bon. Choisissez le point-virgule, la virgule ou la tabulation.',
  'no-header':
    'La première ligne de ce fichier ne contient pas de titres de colonnes. Ajoutez-les : matricule, nom, prénoms…',
  'duplicate-headers': 'Deux colonnes de ce fichier portent le même titre. Renommez l’une d’elles.',
}

/** UTF-8 decoded as Latin-1 (« Ã© », « â€™ »), or Latin-1 decoded as UTF-8. */
function isMojibake(cell: string): boolean {
  return (
    cell.includes('\uFFFD') ||
    /[ÃÂ][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]|â€|ï»¿/.test(
      cell,
    )
  )
}

function hasSeparators(cell: string): boolean {
  return [';', ',', '\t', '|'].some((separator) => cell.split(separator).length >= 3)
}

/** A header is never a date, an amount or a phone number. */
function isValue(header: string): boolean {
  return /\d/.test(header) && /^[\d\s/.,:+%-]+$/.test(header.trim())
}
