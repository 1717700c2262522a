import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link, useSearchParams } from 'wouter'
import { ownReports } from '#shared/contract/own-reports.ts'
import { longestQuestion, reports } from '#shared/contract/reports.ts'
import { dimensions } from '#shared/domain/reports/dimensions.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { ComparisonField, DaysFields } from '#backoffice/reports/asked-fields.tsx'
import { keepAddress, ownReportsHome } from '#backoffice/reports/own-report-words.ts'
import {
  askedBy,
  reportPeriods,
  withAsked,
  type AskedReport,
  type ReportFilter,
} from '#backoffice/reports/report-address.ts'
import { OwedView } from '#backoffice/reports/owed-view.tsx'
import { PeersView } from '#backoffice/reports/peers-view.tsx'
import { AnswerInWords, QuestionField } from '#backoffice/reports/question-in-words.tsx'
import { questionOf, reportQuestions } from '#backoffice/reports/report-questions.ts'
import { ReportView } from '#backoffice/reports/report-view.tsx'
import classes from '#backoffice/reports/reports.module.css'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The questions of the owner. The address holds the question, its period, its comparison and its filters. */
export function ReportsScreen() {
  const today = useAtomValue(todayAtom)
  const [params, setParams] = useSearchParams()
  const question = questionOf(params.get('question'))
  const asked = askedBy(params, today)
  const { data: meta, error, retry } = useAnswer(reports.meta, {})
  const ask = (change: Partial<AskedReport>) =>
    setParams((now) => withAsked(now, { ...askedBy(now, today), ...change }))
  const addFilters = (...added: ReportFilter[]) =>
    ask({
      filters: [
        ...asked.filters.filter(({ dimension }) => !added.some((filter) => filter.dimension === dimension)),
        ...added,
      ],
    })
  const { filters } = asked
  const mayKeep = useMay(ownReports.create)
  const words = params.get('mots')?.trim().slice(0, longestQuestion) ?? ''
  const isOfPeers = words === '' && question.lead === 'peers'
  const allowed = meta?.measures.map(({ name }) => name)
  return (
    <Page scrolls>
      <PageHead title="Rapports" />
      <QuestionField key={words} said={words} onAsk={(text) => setParams(text === '' ? {} : { mots: text })} />
      <nav aria-label="Questions" className={classes.questions}>
        {reportQuestions.map(({ key, title }) => (
          <Link
            key={key}
            href={`/rapports?${addressOf(params, key)}`}
            className="officine-focus"
            aria-current={words === '' && key === question.key ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
        <Link href={ownReportsHome} className="officine-focus">
          Nos rapports
        </Link>
      </nav>
      {words === '' && !isOfPeers && (
        <Asking asked={asked} today={today} ask={ask} hasComparison={question.views.some(({ alone }) => !alone)} />
      )}
      {filters.length > 0 && !isOfPeers && (
        <FilterChips
          chips={filters.map(({ dimension, name }) => ({
            key: dimension,
            label: `${dimensions[dimension].label} : ${name}`,
          }))}
          onRemove={(key) => ask({ filters: filters.filter(({ dimension }) => dimension !== key) })}
        />
      )}
      {isOfPeers && <PeersView />}
      {words === '' && question.lead === 'owed' && <OwedView filters={filters} onFilter={addFilters} />}
      {!allowed ? (
        <PanelFace error={error} onRetry={retry} missingText="Les rapports ne répondent pas." />
      ) : words !== '' ? (
        <AnswerInWords
          text={words}
          allowed={allowed}
          clicked={filters}
          onFilter={addFilters}
          {...(mayKeep && { keepAt: keepAddress(params) })}
        />
      ) : (
        question.views.map((view, at) => (
          <ReportView
            key={`${question.key} ${view.title}`}
            view={view}
            isTotalSaid={question.views.slice(0, at).some(({ measures: [first] }) => first === view.measures[0])}
            asked={asked}
            allowed={allowed}
            onFilter={addFilters}
            {...(mayKeep && { keepAt: keepAddress(params, view.title) })}
          />
        ))
      )}
    </Page>
  )
}

/** The period and what it is compared with. */
function Asking({
  asked,
  today,
  ask,
  hasComparison,
}: {
  asked: AskedReport
  today: string
  ask: (change: Partial<AskedReport>) => void
  hasComparison: boolean
}) {
  const { period, comparison } = asked
  const common = reportPeriods.find(({ of }) => {
    const { from, to } = of(today)
    return from === period.from && to === period.to
  })
  return (
    <div className={classes.asking}>
      <SegmentedControl
        aria-label="Période"
        withItemsBorders={false}
        data={reportPeriods.map(({ key, label }) => ({ value: key, label }))}
        value={common?.key ?? ''}
        onChange={(key) => {
          const chosen = reportPeriods.find((each) => each.key === key)
          if (chosen)
            ask({ period: chosen.of(today), ...('comparison' in chosen && { comparison: chosen.comparison }) })
        }}
      />
      <DaysFields period={period} today={today} onChange={(days) => ask({ period: days })} />
      {hasComparison && <ComparisonField comparison={comparison} onChange={(chosen) => ask({ comparison: chosen })} />}
    </div>
  )
}

function addressOf(params: URLSearchParams, key: string): string {
  const next = new URLSearchParams(params)
  next.set('question', key)
  next.delete('mots')
  return next.toString()
}
