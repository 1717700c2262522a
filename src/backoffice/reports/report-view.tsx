import { lazy, Suspense } from 'react'
import { reports, type Report } from '#shared/contract/reports.ts'
import { dimensions, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { askedFilters } from '#shared/domain/reports/own-question.ts'
import {
  comparisonLabels,
  criteriaText,
  formulaTexts,
  unknownName,
  valueText,
} from '#shared/domain/reports/report-words.ts'
import type { Currency } from '#shared/ui/money-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { AskedReport, ReportFilter } from '#backoffice/reports/report-address.ts'
import { columnsOf } from '#backoffice/reports/report-columns.ts'
import { ReportFiles } from '#backoffice/reports/report-files.tsx'
import { salesBehind } from '#backoffice/reports/report-links.ts'
import type { ReportView as View } from '#backoffice/reports/report-questions.ts'
import { changeText, mostText, sentenceOf } from '#backoffice/reports/report-sentence.ts'
import classes from '#backoffice/reports/reports.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

const BarsChart = lazy(() => import('#shared/ui/charts/bars-chart.tsx').then((file) => ({ default: file.BarsChart })))
const mostRows = 200
const rowHeight = 36
const shownRows = 12

/** `thenBy`: the groups are divided once more. */
export type ShownView = View & { thenBy?: DimensionName }
type Props = {
  view: ShownView
  /** The total stands above: a view before this one says it. */
  isTotalSaid: boolean
  asked: AskedReport
  allowed: readonly MeasureName[]
  onFilter: (filter: ReportFilter) => void
}

/** One view of a question: its sentence, its figures, a chart when it is of moments, its rows, and how it was asked. */
export function ReportView({ view, isTotalSaid, asked, allowed, onFilter }: Props) {
  const names = view.measures.filter((name) => allowed.includes(name))
  const filters = asked.filters.filter(({ dimension }) => names.every((name) => isKnownOf(dimension, name)))
  const left = asked.filters.length - filters.length
  const body = {
    measures: [...names],
    dimensions: view.thenBy ? [view.dimension, view.thenBy] : [view.dimension],
    filters: askedFilters(filters),
    period: asked.period,
    comparison: asked.comparison,
    ...(view.byFall && { order: { by: names[0]!, of: 'change' as const, descending: false } }),
    limit: mostRows,
  }
  const { data, error, retry, isStale } = useAnswer(reports.ask, { body }, { keep: true, enabled: names.length > 0 })
  const [first] = names
  if (first === undefined) return null
  const behind = left > 0 ? null : salesBehind(first, { period: asked.period, filters })
  return (
    <Sheet
      title={view.title}
      fact={data && data.groups > data.rows.length && `${data.rows.length} sur ${plural(data.groups, 'ligne')}`}
      actions={
        data && (
          <>
            {behind !== null && <TextLink to={behind}>Voir les ventes</TextLink>}
            <ReportFiles title={view.title} asked={{ ...asked, filters }} body={body} />
          </>
        )
      }
    >
      {left > 0 && (
        <p className={classes.aside}>Ces chiffres ne connaissent pas tous vos filtres : {left} ignoré ici.</p>
      )}
      {data ? (
        <div className={classes.view} data-stale={isStale || undefined}>
          <Answer view={view} isTotalSaid={isTotalSaid} data={data} asked={asked} onFilter={onFilter} />
          <HowAsked data={data} asked={{ ...asked, filters }} />
        </div>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce rapport n’existe pas." />
      )}
    </Sheet>
  )
}

function Answer({ view, isTotalSaid, data, asked, onFilter }: Omit<Props, 'allowed'> & { data: Report }) {
  const currency = useCurrency()
  const isTime = dimensions[view.dimension].isTime === true
  const [first] = data.measures
  return (
    <>
      <p className={classes.sentence}>
        {[
          !isTotalSaid &&
            sentenceOf(data, { currency, than: asked.comparison ? comparisonLabels[asked.comparison] : '' }),
          mostText(data),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <WithheldNote isShown={data.withheld} />
      {!isTotalSaid && <FigureBar figures={data.measures.map((name, at) => figureOf(name, at, data, currency))} />}
      {data.rows.length === 0 ? (
        <Nothing>Aucune ligne sur cette période.</Nothing>
      ) : (
        <>
          {isTime && !view.thenBy && first !== undefined && (
            <Suspense fallback={<div className={classes.chart} />}>
              <BarsChart
                height={180}
                label={`${measures[first].label}, ${view.title.toLocaleLowerCase('fr')}`}
                bars={data.rows.map(({ keys, names, values }) => ({
                  label: shortName(keys[0] ?? '', names[0] ?? null),
                  value: values[0] ?? 0,
                  tone: 'strong',
                }))}
                format={(value) => valueText(first, value, currency)}
              />
            </Suspense>
          )}
          <div
            style={{ height: Math.min(data.rows.length, shownRows) * rowHeight + rowHeight }}
            className={classes.table}
          >
            <DataTable
              label={view.title}
              columns={columnsOf(data)}
              rows={data.rows}
              rowKey={({ keys }) => keys.join(' ')}
              rowHeight={rowHeight}
              emptyText="Aucune ligne sur cette période."
              face="ready"
              onOpen={({ keys: [key = ''], names: [name] }) =>
                onFilter({ dimension: view.dimension, key, name: name ?? unknownName })
              }
            />
          </div>
        </>
      )}
    </>
  )
}

/** The label of a bar: « 21/11 » of a day. */
function shortName(key: string, name: string | null): string {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(key) ?? []
  return day === undefined ? (name ?? unknownName) : `${day}/${month}`
}

function figureOf(name: MeasureName, at: number, { totals }: Report, currency: Currency) {
  const value = totals.values[at] ?? null
  const change = totals.compared && changeText(name, value, totals.compared[at] ?? null)
  return {
    name: measures[name].label,
    value: (
      <span title={measures[name].formula}>
        {valueText(name, value, currency)}
        {change && <small className={classes.change}>{change}</small>}
      </span>
    ),
  }
}

function HowAsked({ data, asked }: { data: Report; asked: AskedReport }) {
  return (
    <details className={classes.how}>
      <summary>{criteriaText({ ...data, ...asked })}</summary>
      <ul>
        {formulaTexts(data.measures).map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>Lu le {formatMoment(data.askedAt)}.</li>
      </ul>
    </details>
  )
}
