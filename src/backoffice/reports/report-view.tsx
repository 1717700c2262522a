import { lazy, Suspense } from 'react'
import { reports, type Report } from '#shared/contract/reports.ts'
import { dimensions, isKnownOf, overlapsOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { askedFilters } from '#shared/domain/reports/own-question.ts'
import {
  comparisonLabels,
  criteriaText,
  formulaTexts,
  groupName,
  valueText,
} from '#shared/domain/reports/report-words.ts'
import { formatAmount, type Currency } from '#shared/ui/money-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { AskedReport, ReportFilter } from '#backoffice/reports/report-address.ts'
import { columnsOf } from '#backoffice/reports/report-columns.ts'
import { ReportFiles } from '#backoffice/reports/report-files.tsx'
import { salesBehind } from '#backoffice/reports/report-links.ts'
import { comparisonOf, type ReportView as View } from '#backoffice/reports/report-questions.ts'
import { changeText, mostText, sentenceOf } from '#backoffice/reports/report-sentence.ts'
import classes from '#backoffice/reports/reports.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

const HeatMap = lazy(() => import('#shared/ui/charts/heat-map.tsx').then((file) => ({ default: file.HeatMap })))
const BarsChart = lazy(() => import('#shared/ui/charts/bars-chart.tsx').then((file) => ({ default: file.BarsChart })))
const mostRows = 200
/** Two of these are a heat map. */
const ofAWeek: readonly DimensionName[] = ['weekday', 'hour']
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
  onFilter: (...filters: ReportFilter[]) => void
  /** Where it is kept as a report of one’s own. */
  keepAt?: string
}

/** One view of a question: its sentence, its figures, a chart when it is of moments, its rows, and how it was asked. */
export function ReportView({ view, isTotalSaid, asked, allowed, onFilter, keepAt }: Props) {
  const names = view.measures.filter((name) => allowed.includes(name))
  const filters = asked.filters.filter(({ dimension }) => names.every((name) => isKnownOf(dimension, name)))
  const left = asked.filters.length - filters.length
  const comparison = comparisonOf(view, asked.comparison)
  const told = { ...asked, filters, comparison }
  const body = {
    measures: [...names],
    dimensions: [view.dimension, view.thenBy].flatMap((dimension) => dimension ?? []),
    filters: askedFilters(filters),
    period: asked.period,
    comparison,
    ...(view.order && { order: { by: names[0]!, ...view.order } }),
    ...(view.only && { only: view.only }),
    limit: view.limit ?? mostRows,
  }
  const [first] = names
  const isAllowed = first === view.measures[0] && (view.only ?? []).every(({ by }) => names.includes(by))
  const { data, error, retry, isStale } = useAnswer(reports.ask, { body }, { keep: true, enabled: isAllowed })
  if (first === undefined || !isAllowed) return null
  const behind = left > 0 ? null : salesBehind(first, { period: asked.period, filters })
  return (
    <Sheet
      title={view.title}
      fact={data && data.groups > data.rows.length && `${data.rows.length} sur ${plural(data.groups, 'ligne')}`}
      actions={
        data && (
          <>
            {behind !== null && <TextLink to={behind}>Voir les ventes</TextLink>}
            {keepAt !== undefined && <TextLink to={keepAt}>Garder ce rapport</TextLink>}
            <ReportFiles title={view.title} asked={told} body={body} most={view.limit} />
          </>
        )
      }
    >
      {left > 0 && (
        <p className={classes.aside}>Ces chiffres ne connaissent pas tous vos filtres : {left} ignoré ici.</p>
      )}
      {data ? (
        <div className={classes.view} data-stale={isStale || undefined}>
          <Answer view={view} isTotalSaid={isTotalSaid} data={data} asked={told} onFilter={onFilter} />
          <HowAsked data={data} asked={told} />
        </div>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce rapport n’existe pas." />
      )}
    </Sheet>
  )
}

function Answer({ view, isTotalSaid, data, asked, onFilter }: Omit<Props, 'allowed' | 'keepAt'> & { data: Report }) {
  const currency = useCurrency()
  const { dimension } = view
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
      {dimension !== null && <Groups view={view} dimension={dimension} data={data} onFilter={onFilter} />}
    </>
  )
}

type GroupsProps = Pick<Props, 'view' | 'onFilter'> & { dimension: DimensionName; data: Report }

/** The groups of a report: a chart of moments, and the table, whose rows filter everything. */
function Groups({ view, dimension, data, onFilter }: GroupsProps) {
  const currency = useCurrency()
  const isTime = dimensions[dimension].isTime === true
  const isHeat = view.thenBy !== undefined && [dimension, view.thenBy].every((each) => ofAWeek.includes(each))
  const [first] = data.measures
  return (
    <>
      {data.rows.length === 0 ? (
        <Nothing>Aucune ligne sur cette période.</Nothing>
      ) : (
        <>
          {isHeat && first !== undefined && (
            <Heat view={view} dimension={dimension} data={data} name={first} onFilter={onFilter} />
          )}
          {isTime && !view.thenBy && first !== undefined && (
            <Suspense fallback={<div className={classes.chart} />}>
              <BarsChart
                height={180}
                label={`${measures[first].label}, ${view.title.toLocaleLowerCase('fr')}`}
                bars={data.rows.map(({ keys, names, values }) => ({
                  label: shortName(dimension, keys[0] ?? '', names[0] ?? null),
                  value: values[0] ?? 0,
                  tone: 'strong',
                }))}
                format={(value) => valueText(first, value, currency)}
              />
            </Suspense>
          )}
          {data.measures.some((name) => overlapsOf(dimension, name)) && (
            <p className={classes.aside}>
              Une vente que plusieurs paient compte dans chacune de leurs lignes ; le total ne la compte qu’une fois.
            </p>
          )}
          {!isHeat && (
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
                  onFilter({ dimension, key, name: groupName(dimension, name) })
                }
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Two moments: each cell filters by both. */
function Heat({ view: { title, thenBy }, dimension, data, name, onFilter }: GroupsProps & { name: MeasureName }) {
  const currency = useCurrency()
  const axis = (at: 0 | 1) => {
    const named = new Map(data.rows.map(({ keys, names }) => [keys[at]!, groupName(data.dimensions[at]!, names[at])]))
    return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, label]) => ({ key, label }))
  }
  return (
    <Suspense fallback={<div className={classes.chart} />}>
      <HeatMap
        label={`${measures[name].label}, ${title}`}
        rows={axis(0)}
        columns={axis(1)}
        cells={data.rows.map(({ keys, values }) => {
          const value = values[0] ?? 0
          return {
            row: keys[0]!,
            column: keys[1]!,
            value,
            text: shortValue(name, value, currency),
            full: valueText(name, value, currency),
          }
        })}
        onOpen={(row, column) =>
          onFilter(
            { dimension, key: row.key, name: row.label },
            { dimension: thenBy ?? dimension, key: column.key, name: column.label },
          )
        }
      />
    </Suspense>
  )
}

/** « 125 k » of an amount: cells are narrow. */
function shortValue(name: MeasureName, value: number, currency: Currency & { decimals: number }): string {
  const whole = measures[name].unit === 'money' ? value / 10 ** currency.decimals : value
  return Math.abs(whole) < 1000
    ? formatAmount(Math.round(whole), { decimals: 0 })
    : `${formatAmount(Math.round(whole / 1000), { decimals: 0 })} k`
}

/** The label of a bar: « 21/11 » of a day. */
function shortName(dimension: DimensionName, key: string, name: string | null): string {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(key) ?? []
  return day === undefined ? groupName(dimension, name) : `${day}/${month}`
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
