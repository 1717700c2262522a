import type { RegisterOutcome } from '#shared/contract/register-imports.ts'
import { separatorWords } from '#shared/domain/files/table-file-texts.ts'
import { registerFields, registerFieldWords } from '#shared/domain/registers/register-fields.ts'
import type { RegisterFileReading } from '#server/import/read-register-file.ts'

const whole = new Intl.NumberFormat('fr-FR')
const outcomeWords: Record<RegisterOutcome['outcome'], string> = {
  new: 'Nouveaux produits',
  change: 'Produits complétés ou changés',
  same: 'Inchangés',
  proposed: 'À décider (un produit du même nom existe)',
  aside: 'Écartés',
}
const outcomes = ['new', 'change', 'same', 'proposed', 'aside'] as const
/** Rows set aside that the terminal shows; the file has all of them. */
const shownRows = 10

/** How the file was read, and what an import would do, for a terminal. */
export function printRegister(
  { file, table, mapped }: RegisterFileReading,
  rows: readonly RegisterOutcome[],
  setAsideFile: string | null,
): string[] {
  const aside = rows.filter(({ outcome }) => outcome === 'aside')
  const unread = table.headers.filter((header) => !Object.values(mapped.columns).includes(header))
  const kept = mapped.isKept ? ', colonnes du dernier fichier de ce pays' : ''
  return [
    `${file.name} : ${whole.format(table.rows.length)} lignes, ${file.text ? `${file.text.encoding}, séparateur ${separatorWords[file.text.separator]}` : `feuille ${table.name ?? ''}`}, décimales : ${mapped.decimals === 'comma' ? 'virgule' : 'point'}${kept}`,
    '',
    ...registerFields.flatMap((field) => {
      const header = mapped.columns[field]
      return header === undefined ? [] : [`  ${registerFieldWords[field].label.padEnd(22)} ← ${header}`]
    }),
    ...(unread.length > 0 ? [`  Non lues : ${unread.join(', ')}`] : []),
    '',
    ...outcomes.map((outcome) => {
      const count = rows.filter((row) => row.outcome === outcome).length
      return `  ${outcomeWords[outcome].padEnd(44)} ${whole.format(count).padStart(8)}`
    }),
    ...(aside.length > 0
      ? ['', ...aside.slice(0, shownRows).map((row) => `  Ligne ${row.line} : ${reasonsText(row)}`)]
      : []),
    ...(setAsideFile === null ? [] : ['', `Lignes écartées ou à décider : ${setAsideFile}`]),
  ]
}

/** « Prix public : « 1,154,87 » a deux marques de décimales … » */
function reasonsText({ reasons }: Pick<RegisterOutcome, 'reasons'>): string {
  return reasons.map(({ field, text }) => `${registerFieldWords[field].label} : ${text}`).join(' ')
}

/** The rows that an import leaves out, tab-separated, with a header. */
export function leftRowsTsv(rows: readonly RegisterOutcome[]): string {
  const left = rows.filter(({ outcome }) => outcome === 'aside' || outcome === 'proposed')
  const lines = left.map((row) =>
    [
      row.line,
      outcomeWords[row.outcome],
      row.label,
      row.code,
      row.outcome === 'proposed' ? row.proposals.map(({ label }) => label).join(' | ') : reasonsText(row),
    ]
      .map((cell) => String(cell).replaceAll(/[\t\r\n]/g, ' '))
      .join('\t'),
  )
  return ['ligne\tsort\tlibellé\tcode\traison ou propositions', ...lines, ''].join('\n')
}
