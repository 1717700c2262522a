import type { ExportTrace } from '#shared/contract/exports.ts'
import type { Report, ReportFormat, ReportQuery } from '#shared/contract/reports.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import { fileSlug } from '#shared/domain/files/file-slug.ts'
import { dimensions } from '#shared/domain/reports/dimensions.ts'
import { wordOfKey } from '#shared/domain/reports/key-words.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { criteriaText, formulaTexts, groupName, valueText } from '#shared/domain/reports/report-words.ts'
import { byteOrderMark, csvAmount, csvLines } from '#server/base/csv.ts'
import type { MailFile } from '#server/base/mailer.ts'
import { pdfOf } from '#server/base/pdf.ts'
import { xlsxOf, type XlsxCell } from '#server/base/xlsx.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { paperHeadOf, type PaperHead } from '#server/locale/paper-head.repo.ts'
import { frenchDay, paperSender } from '#server/locale/paper-words.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { namesOfKeys } from '#server/reports/key-name.repo.ts'
import { askReport } from '#server/reports/report.service.ts'

/** In ms. */
const madeWithin = 60_000
/** Beyond so many rows a paper is for nobody: they are in the other files. */
const mostOnPaper = 1000

export type ReportFile = MailFile & {
  trace: Pick<ExportTrace, 'list' | 'filters' | 'format' | 'rows'>
  report: Report
  /** How it was asked, in words. */
  criteria: string
  currency: PaperHead['currency']
}
/** What stands above the rows: what it is, how it was asked, when and by whom it was made. */
type Head = { title: string; lines: string[] }

/** A report as a file. Throws as `checkReport`. */
export async function reportFile(
  context: Context,
  query: ReportQuery,
  { title, format }: { title: string; format: ReportFormat },
): Promise<ReportFile> {
  const limit = format === 'pdf' ? Math.min(query.limit, mostOnPaper) : query.limit
  const report = await askReport(context, { ...query, limit })
  const pharmacyId = pharmacyOf(context)
  const { pharmacy, timeZone, criteria } = await context.database.read(pharmacyId, async (tx) => {
    const filters: { dimension: (typeof query.filters)[number]['dimension']; name: string }[] = []
    for (const { dimension, keys } of query.filters) {
      const found = await namesOfKeys(tx, pharmacyId, { dimension, keys: keys.filter((key) => key !== '') })
      const nameOf = (key: string) =>
        key === '' ? groupName(dimension, null) : (found.get(key) ?? wordOfKey(dimension, key) ?? key)
      filters.push(...keys.map((key) => ({ dimension, name: nameOf(key) })))
    }
    return {
      pharmacy: await paperHeadOf(tx, pharmacyId),
      timeZone: await timeZoneOf(tx, pharmacyId),
      criteria: criteriaText({ ...query, filters, comparedPeriod: report.comparedPeriod }),
    }
  })
  const day = localDayOf(context.now, timeZone)
  const { rows, groups } = report
  const head = {
    title,
    lines: [
      criteria,
      `Fait le ${frenchDay(day)} à ${localTimeOf(context.now, timeZone)} par ${context.actor.name}`,
      ...(rows.length < groups ? [`${rows.length} premières lignes sur ${groups}`] : []),
      ...(report.withheld ? ['Sans les caisses que vous verrez après leur comptage'] : []),
    ],
  }
  return {
    name: `${fileSlug(title) || 'rapport'}-${day}.${format}`,
    mime: mimes[format],
    content: await contentOf(report, { format, head, pharmacy, madeAt: context.now }),
    trace: { list: `Rapport\u00a0: ${title}`, filters: criteria, format, rows: rows.length },
    report,
    criteria,
    currency: pharmacy.currency,
  }
}

const mimes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

type Made = { format: ReportFormat; head: Head; pharmacy: PaperHead; madeAt: Date }

function contentOf(report: Report, { format, ...made }: Made): Promise<Buffer> | Buffer {
  switch (format) {
    case 'csv':
      return csvOf(report, made)
    case 'xlsx':
      return workbookOf(report, made)
    case 'pdf':
      return paperOf(report, made)
  }
}

/** The columns of figures: each measure, and beside it what it was in the compared period. */
function figuresOf({ measures: names, comparedPeriod }: Report): { name: MeasureName; at: number; isPast: boolean }[] {
  return names.flatMap((name, at) => [
    { name, at, isPast: false },
    ...(comparedPeriod ? [{ name, at, isPast: true }] : []),
  ])
}

/** As many as stand beside the groups on A4: of many measures only the first is compared, as on the screen. */
function paperFiguresOf(report: Report) {
  const all = figuresOf(report)
  return (all.length <= 6 ? all : all.filter(({ at, isPast }) => !isPast || at === 0)).slice(0, 8)
}

type Side = { values: readonly (number | null)[]; compared: readonly (number | null)[] | null }
const valueIn = ({ values, compared }: Side, { at, isPast }: { at: number; isPast: boolean }) =>
  (isPast ? compared?.[at] : values[at]) ?? null
const titleOf = ({ name, isPast }: { name: MeasureName; isPast: boolean }) =>
  isPast ? `${measures[name].label}, avant` : measures[name].label
const groupTitles = ({ dimensions: grouped }: Report) => grouped.map((dimension) => dimensions[dimension].label)
const groupsOf = ({ dimensions: grouped }: Report, names: readonly (string | null)[]) =>
  grouped.map((dimension, at) => groupName(dimension, names[at]))
/** The cells of the last line before its figures. */
const totalCells = ({ dimensions: grouped }: Report) => grouped.map((_, at) => (at === 0 ? 'Total' : ''))

function csvOf(report: Report, { head, pharmacy }: Pick<Made, 'head' | 'pharmacy'>): Buffer {
  const figures = figuresOf(report)
  const cell = (side: Side, figure: (typeof figures)[number]) => {
    const value = valueIn(side, figure)
    if (value === null) return null
    switch (measures[figure.name].unit) {
      case 'money':
        return { number: csvAmount(value, pharmacy.currency.decimals) }
      case 'percent':
        return { number: String(value).replace('.', ',') }
      case 'count':
        return { number: value }
    }
  }
  const cellsOf = (side: Side) => figures.map((figure) => cell(side, figure))
  return Buffer.from(
    byteOrderMark +
      csvLines([
        [`${pharmacy.name} · ${head.title}`],
        ...head.lines.map((line) => [line]),
        [],
        [...groupTitles(report), ...figures.map(titleOf)],
        ...report.rows.map((row) => [...groupsOf(report, row.names), ...cellsOf(row)]),
        [...totalCells(report), ...cellsOf(report.totals)],
      ]),
  )
}

function workbookOf(report: Report, { head, pharmacy }: Pick<Made, 'head' | 'pharmacy'>): Promise<Buffer> {
  const figures = figuresOf(report)
  const { decimals } = pharmacy.currency
  const cellsOf = (side: Side): XlsxCell[] =>
    figures.map((figure) => {
      const value = valueIn(side, figure)
      return value !== null && measures[figure.name].unit === 'money' ? value / 10 ** decimals : value
    })
  const formatOf = (name: MeasureName) => {
    const { unit } = measures[name]
    const places = unit === 'money' ? decimals : unit === 'percent' ? 1 : 0
    return places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`
  }
  async function* pages() {
    yield [
      ...report.rows.map((row): XlsxCell[] => [...groupsOf(report, row.names), ...cellsOf(row)]),
      [...totalCells(report), ...cellsOf(report.totals)],
    ]
  }
  return xlsxOf(
    {
      name: 'Rapport',
      head: [[`${pharmacy.name} · ${head.title}`], ...head.lines.map((line) => [line]), []],
      columns: [
        ...groupTitles(report).map((title) => ({ title, width: 36 })),
        ...figures.map((figure) => ({
          title: titleOf(figure),
          width: Math.max(14, titleOf(figure).length + 2),
          format: formatOf(figure.name),
        })),
      ],
      pages: pages(),
    },
    AbortSignal.timeout(madeWithin),
  )
}

function paperOf(report: Report, { head, pharmacy, madeAt }: Omit<Made, 'format'>): Promise<Buffer> {
  const figures = paperFiguresOf(report)
  const cellsOf = (side: Side) =>
    figures.map((figure) => valueText(figure.name, valueIn(side, figure), { ...pharmacy.currency, symbol: '' }).trim())
  return pdfOf(
    [
      {
        from: paperSender(pharmacy),
        to: [],
        title: head.title,
        facts: head.lines,
        columns: [
          ...groupTitles(report).map((title) => ({ title, width: 30 })),
          ...figures.map((figure) => ({
            title: figure.isPast ? 'Avant' : titleOf(figure),
            width: 14,
            align: 'right' as const,
            isTight: true as const,
          })),
        ],
        rows: report.rows.map((row) => [...groupsOf(report, row.names), ...cellsOf(row)]),
        sums: [],
        totals: report.measures.map(
          (name, at) =>
            [
              measures[name].label,
              valueText(name, report.totals.values[at] ?? null, pharmacy.currency),
              at === 0,
            ] as const,
        ),
        closing: formulaTexts(report.measures),
        signatures: [],
        footer: head.title,
        madeAt,
      },
    ],
    { signal: AbortSignal.timeout(madeWithin) },
  )
}
