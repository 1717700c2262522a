import { Button, TextInput } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { longestQuestion, reports, type UnderstoodQuestion } from '#shared/contract/reports.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'
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
}

/** The report that a question in words means; its words that were not understood are struck through. */
export function AnswerInWords({ text, allowed, clicked, onFilter }: AnswerInWordsProps) {
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
  const { period, comparison, order, limit } = report
  const said = report.filters
    .filter((filter) => clicked.every((each) => each.dimension !== filter.dimension))
    .flatMap(({ dimension: of, keys, name }) => keys.map((key) => ({ dimension: of, key, name })))
  return (
    <>
      {struck.length > 0 && <Struck text={text} struck={struck} />}
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
        asked={{ period, comparison, filters: [...said, ...clicked] }}
        allowed={allowed}
        onFilter={onFilter}
      />
    </>
  )
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
