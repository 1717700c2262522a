import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { groupName, valueText } from '#shared/domain/reports/report-words.ts'
import type { ReportFile } from '#server/reports/report-file.ts'

/** Rows in the text; all of them are in the file. */
const shownRows = 10

/** The text of an e-mail: how the report was asked, its sums and its first lines. */
export function reportLetter(
  name: string,
  { report, criteria, currency }: Pick<ReportFile, 'report' | 'criteria' | 'currency'>,
): string {
  const { totals, rows, groups, withheld } = report
  const said = (measure: MeasureName, value: number | null | undefined) => valueText(measure, value ?? null, currency)
  const sums = report.measures.map((measure, at) => {
    const before = totals.compared ? ` (avant\u00a0: ${said(measure, totals.compared[at])})` : ''
    return `${measures[measure].label}\u00a0: ${said(measure, totals.values[at])}${before}`
  })
  const [first] = report.measures
  const lines = rows.slice(0, shownRows).map(({ names, values: [value] }) => {
    const group = report.dimensions.map((dimension, at) => groupName(dimension, names[at])).join(', ')
    return `- ${group}\u00a0: ${said(first!, value)}`
  })
  return [
    `Bonjour,\n\n${name}`,
    criteria,
    '',
    ...(rows.length === 0 && report.dimensions.length > 0 ? ['Rien sur cette période.'] : [...sums, '', ...lines]),
    ...(rows.length > shownRows ? [`… et ${groups - shownRows} autres lignes.`] : []),
    ...(withheld ? ['', 'Sans les caisses qui ne se montrent qu’après leur comptage.'] : []),
    '',
    rows.length < groups
      ? `Le fichier joint a les ${rows.length} premières lignes sur ${groups}.`
      : 'Le rapport entier est dans le fichier joint.',
  ].join('\n')
}
