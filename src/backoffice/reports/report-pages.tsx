import { useAtomValue } from 'jotai'
import type { Report } from '#shared/contract/reports.ts'
import { displayName } from '#shared/domain/person.ts'
import { dimensions } from '#shared/domain/reports/dimensions.ts'
import { measures } from '#shared/domain/reports/measures.ts'
import { criteriaText, formulaTexts, groupName, valueText } from '#shared/domain/reports/report-words.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import type { AskedReport } from '#backoffice/reports/report-address.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

interface ReportPagesProps {
  title: string
  report: Report
  asked: AskedReport
  onPrinted: () => void
}

/** A report on A4, with how it was asked, when and by whom. Visible only in print. */
export function ReportPages({ title, report, asked, onPrinted }: ReportPagesProps) {
  const currency = useCurrency()
  const author = useAtomValue(sessionAtom)
  const { measures: names, dimensions: grouped, rows, groups, totals, comparedPeriod } = report
  const cells = ({ values, compared }: Pick<Report['totals'], 'values' | 'compared'>) =>
    names.flatMap((name, at) => [
      <td key={name} className={paper.end}>
        {valueText(name, values[at] ?? null, currency)}
      </td>,
      ...(comparedPeriod
        ? [
            <td key={`${name} before`} className={paper.end}>
              {valueText(name, compared?.[at] ?? null, currency)}
            </td>,
          ]
        : []),
    ])
  const columns = grouped.length + names.length * (comparedPeriod ? 2 : 1)
  return (
    <PrintedPages label={`${title} à imprimer`} landscape={columns > 6} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead
          title={title}
          which={[criteriaText({ ...report, ...asked }), ...(author ? [displayName(author)] : [])].join('. Par ')}
        />
      </header>
      <WithheldNote isShown={report.withheld} />
      <table className={paper.table}>
        <thead>
          <tr>
            {grouped.map((dimension) => (
              <th key={dimension}>{dimensions[dimension].label}</th>
            ))}
            {names.flatMap((name) => [
              <th key={name} className={paper.end}>
                {measures[name].label}
              </th>,
              ...(comparedPeriod
                ? [
                    <th key={`${name} before`} className={paper.end}>
                      Avant
                    </th>,
                  ]
                : []),
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.keys.join(' ')}>
              {row.names.map((name, at) => (
                <td key={grouped[at]}>{groupName(grouped[at]!, name)}</td>
              ))}
              {cells(row)}
            </tr>
          ))}
          <tr>
            {grouped.map((dimension, at) => (
              <th key={dimension}>{at === 0 && 'Total'}</th>
            ))}
            {cells(totals)}
          </tr>
        </tbody>
      </table>
      {rows.length < groups && (
        <p>
          {rows.length} premières lignes sur {groups}.
        </p>
      )}
      {formulaTexts(names).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </PrintedPages>
  )
}
