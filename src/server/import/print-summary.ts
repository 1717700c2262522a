import { BDPM_FILES, LATER_FILES } from '#server/import/bdpm-files.ts'
import type { Imported } from '#server/import/import-bdpm.ts'
import type { Bdpm } from '#server/import/read-bdpm.ts'

const whole = new Intl.NumberFormat('fr-FR')

const longDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })

/** The attribution that the licence of the data requires. */
function sourceLine(dataDay: string | null): string {
  const asOf = dataDay === null ? '' : `, données du ${longDay.format(Date.parse(dataDay))}`
  return `Source : Base de données publique des médicaments (ANSM, HAS, UNCAM)${asOf}`
}

/** The lines of the summary for a terminal. */
export function printSummary(
  bdpm: Bdpm,
  { counts, touched, stock }: Imported,
  setAsideFile: string,
  durationMs: number,
): string[] {
  const { products, specialities, files, absent, dataDay, setAside } = bdpm
  return [
    'Fichiers lus',
    ...table(
      files.map(({ file, lines, encoding, repaired }) => [
        file,
        `${whole.format(lines)} lignes`,
        encoding,
        repaired > 0 ? `${whole.format(repaired)} caractères réparés` : '',
      ]),
    ),
    ...absent.map((name) => `  ${BDPM_FILES[name].file} absent : ${LATER_FILES[name]} inchangés`),
    '',
    'Référentiel',
    ...table([
      [
        'Présentations',
        whole.format(products.length),
        `${whole.format(counts.inserted)} ajoutées, ${whole.format(counts.updated)} modifiées, ${whole.format(counts.unchanged)} inchangées`,
      ],
      ['  sans prix', whole.format(products.filter(({ price }) => price === null).length), ''],
      [
        'Spécialités',
        whole.format(specialities.total),
        `dont ${whole.format(specialities.withoutPresentation)} sans présentation`,
      ],
      ['DCI ajoutées', whole.format(counts.names.inns), ''],
      ['Formes ajoutées', whole.format(counts.names.forms), ''],
      ['Laboratoires ajoutés', whole.format(counts.names.brands), ''],
      ['Conditionnements ajoutés', whole.format(counts.names.packagings), ''],
      ['Codes ATC ajoutés', whole.format(counts.names.atcs), ''],
      ['Produits à relire en caisse', whole.format(touched), ''],
      ...(stock
        ? [
            [
              'Produits mis en stock',
              whole.format(stock.added),
              `${whole.format(stock.lots)} lots ; ${whole.format(stock.already)} déjà en stock`,
            ],
          ]
        : []),
    ]),
    '',
    'Lignes écartées',
    ...table(setAside.summary().map(({ file, reason, count }) => [file, whole.format(count), reason])),
    ...(setAside.rows.length === 0 ? ['  aucune'] : [`  détail : ${setAsideFile}`]),
    '',
    `Terminé en ${whole.format(Math.round(durationMs / 100) / 10)} s.`,
    sourceLine(dataDay),
  ]
}

/** Columns are as wide as their widest cell; numbers are right-aligned. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => (/^\d/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ')}`.trimEnd(),
  )
}
