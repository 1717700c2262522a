import { hasEan13Key } from '#server/import/ean13-key.ts'
import { decodeText, splitLines, type Encoding, type Line } from '#server/import/read-table.ts'
import type { SetAside } from '#server/import/set-aside.ts'

/** Columns of the official files, in order. `optional`: how many of the last columns a row may lack. */
export const BDPM_FILES = {
  specialities: {
    file: 'CIS_bdpm',
    columns: [
      'cis',
      'label',
      'form',
      'routes',
      'status',
      'procedure',
      'marketing',
      'date',
      'alert',
      'europeanNumber',
      'holders',
      'surveillance',
    ],
    optional: 0,
  },
  presentations: {
    file: 'CIS_CIP_bdpm',
    columns: [
      'cis',
      'cip7',
      'presentation',
      'status',
      'marketing',
      'date',
      'cip13',
      'communityApproval',
      'rate',
      'priceWithoutFee',
      'price',
      'fee',
      'indications',
    ],
    optional: 1,
  },
  components: {
    file: 'CIS_COMPO_bdpm',
    columns: ['cis', 'element', 'substanceCode', 'substance', 'dosage', 'dosageReference', 'nature', 'link'],
    optional: 0,
  },
  generics: { file: 'CIS_GENER_bdpm', columns: ['group', 'label', 'cis', 'type', 'order'], optional: 0 },
  conditions: { file: 'CIS_CPD_bdpm', columns: ['cis', 'condition'], optional: 0 },
  atcLinks: { file: 'CIS_MITM', columns: ['cis', 'atc', 'label', 'url'], optional: 1 },
  availabilities: {
    file: 'CIS_CIP_Dispo_Spec',
    columns: ['cis', 'cip13', 'code', 'label', 'start', 'update', 'back', 'url'],
    optional: 1,
  },
} as const

export type BdpmName = keyof typeof BDPM_FILES
/** Files that were added to the official database later, with their subject. A download may lack them. */
export const LATER_FILES = { atcLinks: 'codes ATC', availabilities: 'ruptures et tensions' } as const satisfies {
  [Name in BdpmName]?: string
}
export type LaterFile = keyof typeof LATER_FILES
/** A row by column, trimmed, with its line number. */
export type Row<Name extends BdpmName> = { [Column in (typeof BDPM_FILES)[Name]['columns'][number]]: string } & {
  cis: string
  line: Line
}
export type BdpmFiles = { [Name in BdpmName]: Row<Name>[] }
export type FileFacts = { file: string; lines: number; encoding: Encoding; repaired: number }

type Layout = { file: string; columns: readonly string[]; optional: number }

/**
 * Parses one official file; malformed rows are set aside. Throws an Error (a French sentence) when the file is
 * truncated, is another file, or has too many malformed rows.
 */
export function parseBdpmFile<Name extends BdpmName>(
  name: Name,
  bytes: Uint8Array,
  setAside: SetAside,
): { rows: Row<Name>[]; facts: FileFacts } {
  const layout: Layout = BDPM_FILES[name]
  const { text, encoding, repaired } = decodeText(bytes)
  const { lines, complete } = splitLines(text)
  const rows: Record<string, unknown>[] = []
  let odd = 0
  for (const line of lines) {
    if (line.text.trim() === '') {
      setAside.row(layout.file, line, 'ligne vide')
      continue
    }
    const fields = line.text.split('\t').map(cleanField)
    const flaw = flawOf(layout, fields)
    if (flaw) {
      odd += 1
      setAside.row(layout.file, line, flaw)
    } else
      rows.push({ ...Object.fromEntries(layout.columns.map((column, index) => [column, fields[index] ?? ''])), line })
  }
  refuseOddFile(layout, lines, odd)
  // checked after the layout: for another file, « it's another file » is the more useful message
  if (!complete)
    throw new Error(
      `la dernière ligne (${lines.length}) est coupée : le fichier n’est pas entier, recommencez le téléchargement`,
    )
  return { rows: rows as Row<Name>[], facts: { file: layout.file, lines: lines.length, encoding, repaired } }
}

function cleanField(field: string): string {
  return field.replace(/[\s\u00a0]+/g, ' ').trim()
}

function flawOf(layout: Layout, fields: readonly string[]): string | null {
  const expected = layout.columns.length
  // official rows often end with an extra tab
  if (fields.length < expected - layout.optional || fields.slice(expected).some((field) => field !== ''))
    return `${fields.length} colonnes au lieu de ${expected}`
  const field = (column: string) => fields[layout.columns.indexOf(column)] ?? ''
  if (!/^\d{8}$/.test(field('cis'))) return 'code CIS mal formé'
  if (layout.file === BDPM_FILES.presentations.file) return codeFlaw(field('cip7'), field('cip13'))
  return null
}

/**
 * The check digit of a CIP7 is not verified: real codes have wrong ones. That of a CIP13 is: a box with a wrong one
 * cannot be scanned.
 */
function codeFlaw(cip7: string, cip13: string): string | null {
  if (!/^\d{7}$/.test(cip7)) return 'code CIP7 mal formé'
  if (!/^\d{13}$/.test(cip13)) return 'code CIP13 mal formé'
  return hasEan13Key(cip13) ? null : 'clé du code CIP13 fausse'
}

/**
 * A few malformed rows are normal. More than 1 % (and more than 10), or half of a small file, means another file or a
 * damaged one.
 */
function refuseOddFile(layout: Layout, lines: readonly Line[], odd: number): void {
  const filled = lines.filter((line) => line.text.trim() !== '').length
  if (odd * 2 > filled || (odd > 10 && odd * 100 > filled)) {
    throw new Error(
      `${odd} lignes sur ${filled} n’ont pas la forme de ${layout.file} (${layout.columns.length} colonnes séparées par des tabulations) : fichier étranger ou abîmé`,
    )
  }
}
