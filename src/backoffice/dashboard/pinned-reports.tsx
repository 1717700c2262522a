import { useAtomValue } from 'jotai'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { reports } from '#shared/contract/reports.ts'
import { measures } from '#shared/domain/reports/measures.ts'
import { askedFilters, choiceOf, knownQuestion } from '#shared/domain/reports/own-question.ts'
import { periodOn, relativePeriodLabel } from '#shared/domain/reports/relative-period.ts'
import { daysText, groupName, valueText } from '#shared/domain/reports/report-words.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import text from '#shared/ui/text.module.css'
import { Answered, Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/pinned-reports.module.css'
import { rightsAtom, useMay } from '#backoffice/ui/rights.ts'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

const [mostPinned, mostFigures, mostRows] = [6, 3, 3]

/** The first figures of the pinned reports, each asked with the rights of who looks. */
export function PinnedReports() {
  const isAllowed = useMay(ownReports.list)
  const pinned = useAnswer(ownReports.list, { query: { only: 'pinned', size: mostPinned } }, { enabled: isAllowed })
  const items = pinned.data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className={classes.pinned}>
      {items.map((report) => (
        <Box
          key={report.id}
          title={report.name}
          link={<TextLink to={`/rapports/nos-rapports/${report.id}`}>Ouvrir</TextLink>}
        >
          <Figures question={report.question} />
        </Box>
      ))}
    </div>
  )
}

function Figures({ question }: { question: OwnReport['question'] }) {
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const rights = useAtomValue(rightsAtom)
  const known = knownQuestion(question)
  const shown = known.measures.filter((name) => {
    const { permission } = measures[name]
    return permission === undefined || rights.has(permission)
  })
  const isAsked = shown.length > 0 && known.lost.length === 0 && known.only.every(({ by }) => shown.includes(by))
  // The period before is read only where it chooses the rows.
  const isCompared = known.order?.of === 'change' || known.only.some(({ of }) => of === 'compared')
  const report = useAnswer(
    reports.ask,
    {
      body: {
        measures: known.only.length > 0 ? shown : shown.slice(0, mostFigures),
        dimensions: known.dimensions,
        filters: askedFilters(known.filters),
        period: periodOn(question.period, today),
        comparison: isCompared ? question.comparison : null,
        ...choiceOf(known, shown),
        limit: Math.min(mostRows, known.limit ?? mostRows),
      },
    },
    { enabled: isAsked, keep: true },
  )
  if (!isAsked)
    return (
      <p className={text.quiet}>
        {known.lost.length > 0
          ? 'Ce rapport demande ce que les rapports ne connaissent plus.'
          : 'Vos droits ne montrent pas ses chiffres.'}
      </p>
    )
  const period = typeof question.period === 'string' ? relativePeriodLabel(question.period) : daysText(question.period)
  return (
    <Answered of={report} height={120}>
      {({ measures: names, dimensions: grouped, totals, rows, withheld }) => (
        <>
          <p className={text.quiet}>{period}</p>
          <WithheldNote isShown={withheld} />
          <FigureBar
            figures={names.slice(0, mostFigures).map((name, at) => ({
              name: measures[name].label,
              value: valueText(name, totals.values[at] ?? null, currency),
            }))}
          />
          <dl className={classes.rows}>
            {rows.map(({ keys, names: groups, values: [value = null] }) => (
              <div key={keys.join(' ')}>
                <dt>{grouped.map((each, at) => groupName(each, groups[at])).join(', ')}</dt>
                <dd>{valueText(names[0]!, value, currency)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Answered>
  )
}
