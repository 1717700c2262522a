import { daysBetween } from '#shared/domain/dates.ts'
import { comparedPeriod, comparisons, type Comparison, type Period } from '#shared/domain/reports/compared-period.ts'
import { dimensions, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { relativePeriodOf, type RelativePeriod } from '#shared/domain/reports/relative-period.ts'
import { readParts, type Part, type Reading } from '#shared/domain/reports/words/read-parts.ts'
import type { FindName } from '#shared/domain/reports/words/named-records.ts'

/** The groups of a report that a name stands for; `name`: as it was said. */
export type NamedFilter = { dimension: DimensionName; keys: string[]; name: string }

/** The report that a question in words means. */
export type UnderstoodReport = {
  measures: MeasureName[]
  dimensions: DimensionName[]
  filters: NamedFilter[]
  period: Period
  comparison: Comparison | null
  order: { by: MeasureName; of: 'value' | 'change'; descending: boolean } | null
  limit: number | null
  /** The filter whose part of the whole is asked for. */
  share: DimensionName | null
  /** The period, where it moves with the days: it is kept as such. */
  relative: RelativePeriod | null
}

/** `report` null: nothing was understood. `struck`: the places in the text of what was not, in their order. */
export type Understood = { report: UnderstoodReport | null; struck: { start: number; end: number }[] }

/** A table has a group and one that divides it. */
const mostGroups = 2

/** A list of a few months is told along the time by months. */
const daysOfMonths = 62

/**
 * The report that a question means, by rules over the words of the vocabulary and the names of the pharmacy. `today`: its
 * day. `allowed`: the measures that the member may ask for; the others count as not understood.
 */
export function understand(
  text: string,
  { today, find, allowed = measureNames }: { today: string; find: FindName; allowed?: readonly MeasureName[] },
): Understood {
  const reading = readParts(text, { today, find, allowed })
  const struck = [...reading.struck]
  const strike = (part: Part) => struck.push({ start: part.start, end: part.end })
  if (!reading.isAnything) return { report: null, struck: merged(struck, text) }
  const grouped = groupsOf(reading)
  const { counted, limit } = reading
  // « Les 5 premiers produits par mois »: a table has one order, which is not that of each month.
  if (counted !== null && limit !== null && !grouped.includes(counted.dimension)) struck.push(counted.place)
  const filters = mergedFilters(reading)
  const told = [...grouped, ...filters.map(({ dimension }) => dimension)]
  const asked = measuresOf(reading, { filters, told, allowed })
  const isKnown = (dimension: DimensionName) => asked.every((measure) => isKnownOf(dimension, measure))
  for (const part of reading.parts) {
    const dimension = dimensionIn(part)
    if (dimension !== null && told.includes(dimension) && !isKnown(dimension)) strike(part)
  }
  const period = periodOf(reading, today)
  const { comparison, left } = comparisonOf(reading, period)
  for (const part of left) strike(part)
  const share = shareIn(reading, { filters, measure: asked[0]!, isKnown })
  if (reading.share && share === null) struck.push(reading.share.place)
  const byTime = reading.isTrend && grouped.every((dimension) => dimensions[dimension].isTime !== true)
  const along: DimensionName[] = byTime ? [daysBetween(period.from, period.to) < daysOfMonths ? 'day' : 'month'] : []
  const rows = [...along, ...grouped].filter(isKnown).slice(0, mostGroups)
  for (const part of reading.parts)
    if (part.meaning.kind === 'group' && isKnown(part.meaning.dimension) && !rows.includes(part.meaning.dimension))
      strike(part)
  return {
    report: {
      measures: asked,
      dimensions: rows,
      filters: filters.filter(({ dimension }) => isKnown(dimension)),
      period,
      comparison: comparison ?? (reading.rank?.isChange ? 'before' : null),
      order: orderOf(reading, asked, rows),
      limit: rows.length === 0 ? null : reading.limit,
      share,
      relative: relativePeriodOf(today, (day) => periodOf(readParts(text, { today: day, find, allowed }), day)),
    },
    struck: merged(struck, text),
  }
}

function dimensionIn({ meaning }: Part): DimensionName | null {
  return meaning.kind === 'group' || meaning.kind === 'filter' ? meaning.dimension : null
}

function groupsOf({ parts, rank, limit, counted, between }: Reading): DimensionName[] {
  const said = parts.flatMap(({ meaning }) => (meaning.kind === 'group' ? [meaning.dimension] : []))
  if (between !== null) return [...new Set([between, ...said])]
  if (said.length > 0) return [...new Set(said)]
  const isRanked = rank !== null || limit !== null
  return isRanked ? [counted?.dimension ?? 'product'] : []
}

/** A part of a sum: a rate has none. */
function shareIn(
  { share }: Reading,
  {
    filters,
    measure,
    isKnown,
  }: { filters: readonly NamedFilter[]; measure: MeasureName; isKnown: (dimension: DimensionName) => boolean },
): DimensionName | null {
  if (share === null || 'of' in measures[measure] || !isKnown(share.dimension)) return null
  return filters.some(({ dimension }) => dimension === share.dimension) ? share.dimension : null
}

function mergedFilters({ parts }: Reading): NamedFilter[] {
  const found = new Map<DimensionName, NamedFilter>()
  for (const { meaning } of parts) {
    if (meaning.kind !== 'filter') continue
    const known = found.get(meaning.dimension)
    found.set(meaning.dimension, {
      dimension: meaning.dimension,
      keys: [...new Set([...(known?.keys ?? []), ...meaning.keys])],
      name: known && known.name !== meaning.name ? `${known.name} ou ${meaning.name}` : meaning.name,
    })
  }
  return [...found.values()]
}

/** What products are counted in, then what says something of the dimensions. */
const usual: readonly MeasureName[] = ['turnover', 'paid', 'insurersPart', 'missedSales', 'lost', 'gap']
const countedBy: readonly DimensionName[] = ['product', 'inns', 'atc', 'prescriptionList']

function measuresOf(
  { parts, rank, limit, share }: Reading,
  {
    filters,
    told,
    allowed,
  }: { filters: readonly NamedFilter[]; told: readonly DimensionName[]; allowed: readonly MeasureName[] },
): MeasureName[] {
  const areProducts = filters.some(({ dimension }) => countedBy.includes(dimension))
  const said = (sure: number) =>
    parts.flatMap(({ meaning }) => {
      if (meaning.kind !== 'measure' || meaning.sure !== sure) return []
      const { measure, counted } = meaning
      return counted !== undefined && (areProducts || !allowed.includes(measure)) ? [counted] : [measure]
    })
  const named = said(2)
  if (named.length > 0) return [...new Set(named)]
  const [implied] = said(1)
  if (implied !== undefined) return [implied]
  const isCounted = !said(0).includes('turnover') && rank === null && limit === null && share === null
  const order = isCounted && areProducts ? (['boxes', ...usual] as const) : usual
  const possible = order.filter((measure) => allowed.includes(measure))
  return [possible.find((measure) => told.every((dimension) => isKnownOf(dimension, measure))) ?? 'turnover']
}

/** Without a period: this month; of months, weeks and trends this year. */
function periodOf(reading: Reading, today: string): Period {
  if (reading.period !== null) return reading.period
  const grouped = groupsOf(reading)
  const isLong = reading.isTrend || grouped.includes('month') || grouped.includes('week')
  return { from: isLong ? `${today.slice(0, 4)}-01-01` : `${today.slice(0, 8)}01`, to: today }
}

/** The comparison whose period is that of the words; `left`: the words of the others. */
function comparisonOf({ compared }: Reading, period: Period): { comparison: Comparison | null; left: Part[] } {
  const [first, ...others] = compared
  if (first === undefined) return { comparison: null, left: [] }
  const { period: said, isSameDay } = first
  const fits = comparisons.find((comparison) => {
    if (isSameDay) return comparison === 'weekdays'
    const { from, to } = comparedPeriod(period, comparison)
    const isYear = said.from.endsWith('-01-01') && said.to.endsWith('-12-31')
    return from >= said.from && to <= said.to && (from === said.from || (isYear && comparison === 'year'))
  })
  return { comparison: fits ?? null, left: [...(fits ? [] : [first.part]), ...others.map(({ part }) => part)] }
}

function orderOf(
  { rank }: Reading,
  [measure]: readonly MeasureName[],
  rows: readonly DimensionName[],
): UnderstoodReport['order'] {
  const [first] = rows
  if (rank === null || measure === undefined || first === undefined) return null
  // The largest first is the usual order of what is not along the time.
  if (!rank.isChange && rank.descending && dimensions[first].isTime !== true) return null
  return { by: measure, of: rank.isChange ? 'change' : 'value', descending: rank.descending }
}

/** Places that touch, but for white space and articles between them, are one. */
function merged(places: readonly { start: number; end: number }[], text: string): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (last && /^[\s'’-]*$/.test(text.slice(last.end, start))) last.end = end
    else joined.push({ start, end })
  }
  return joined
}
