import { Button, TextInput } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { longestQuestion, reports, type UnderstoodQuestion } from '#shared/contract/reports.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import { askedFilters } from '#shared/domain/reports/own-question.ts'
import { valueText } from '#shared/domain/reports/report-words.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { saidFilters } from '#backoffice/reports/question-filters.ts'
import type { AskedReport, ReportFilter } from '#backoffice/reports/report-address.ts'
import { ReportView } from '#backoffice/reports/report-view.tsx'
import classes from '#backoffice/reports/reports.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The field of a question in words; `said`: the one that is answered. */
export function QuestionField({ said, onAsk }: { said: string; onAsk: (text: string) => void }) {
  const [text, setText] = useState(said)
  return (
    <form
      role="search"
      className={classes.words}
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(text.trim())
      }}
    >
      <TextInput
        aria-label="Posez une question"
        placeholder="Combien de Coartem en août chez SUNU ? Marge par mois depuis janvier"
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
        maxLength={longestQuestion}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Demander
      </Button>
    </form>
  )
}

interface AnswerInWordsProps {
  text: string
  allowed: readonly MeasureName[]
  /** What was clicked since. */
  clicked: readonly ReportFilter[]
  onFilter: (...filters: ReportFilter[]) => void
  keepAt?: string
}

/** The report that a question in words means; its words that were not understood are struck through. */
export function AnswerInWords({ text, allowed, clicked, onFilter, keepAt }: AnswerInWordsProps) {
  const { data, error, retry } = useAnswer(reports.understand, { query: { text } }, { keep: true })
  if (!data) return <PanelFace error={error} onRetry={retry} missingText="La question n’a pas de réponse." />
  const { report, struck } = data
  if (report === null)
    return (
      <p className={classes.aside}>
        Question non comprise. Nommez un chiffre, un produit, un assureur ou des dates : «&nbsp;marge par mois depuis
        janvier&nbsp;», «&nbsp;top 20 des produits en octobre&nbsp;».
      </p>
    )
  const [dimension = null, thenBy] = report.dimensions
  const { period, comparison, order, limit, share, measures: names } = report
  const filters = saidFilters(report, clicked)
  return (
    <>
      {struck.length > 0 && <Struck text={text} struck={struck} />}
      {share && names[0] && <Share of={share} measure={names[0]} asked={{ period, filters }} />}
      <ReportView
        view={{
          title: text.charAt(0).toLocaleUpperCase('fr') + text.slice(1),
          measures: report.measures,
          dimension,
          ...(thenBy && { thenBy }),
          ...(order && { order: { of: order.of, descending: order.descending } }),
          ...(limit !== null && { limit }),
        }}
        isTotalSaid={false}
        asked={{ period, comparison, filters }}
        allowed={allowed}
        onFilter={onFilter}
        {...(keepAt !== undefined && { keepAt })}
      />
    </>
  )
}

interface ShareProps {
  of: DimensionName
  measure: MeasureName
  asked: Pick<AskedReport, 'period' | 'filters'>
}

/** The part that the groups of one filter are of the same report without it: « SUNU : 12,4 %, 1 000 F CFA sur 8 000 F CFA ». */
function Share({ of, measure, asked: { period, filters } }: ShareProps) {
  const currency = useCurrency()
  const others = filters.filter(({ dimension }) => dimension !== of)
  const ask = (some: readonly ReportFilter[]) => ({
    body: { measures: [measure], filters: askedFilters(some), period },
  })
  const part = useAnswer(reports.ask, ask(filters), { keep: true }).data?.totals.values[0] ?? null
  const whole = useAnswer(reports.ask, ask(others), { keep: true }).data?.totals.values[0] ?? null
  const percent = partOf(part, whole)
  if (percent === null || part === null || whole === null) return null
  const names = new Set(filters.filter(({ dimension }) => dimension === of).map(({ name }) => name))
  return (
    <p className={classes.sentence} role="status">
      {[...names].join(' ou ')} : {formatPercent(percent)}, {valueText(measure, part, currency)} sur{' '}
      {valueText(measure, whole, currency)}.
    </p>
  )
}

/** In percent, to one decimal; null of nothing. */
function partOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole <= 0) return null
  return Math.round((part / whole) * 1000) / 10
}

/** The question with what was not understood struck through. */
function Struck({ text, struck }: { text: string; struck: UnderstoodQuestion['struck'] }) {
  const cuts = struck.flatMap(({ start, end }) => [start, end])
  const parts = [0, ...cuts].map((from, at) => text.slice(from, cuts[at]))
  return (
    <p className={classes.aside}>
      Compris sans les mots barrés :{' '}
      {parts.map((part, at) => (at % 2 === 1 ? <s key={at}>{part}</s> : <span key={at}>{part}</span>))}
    </p>
  )
}
