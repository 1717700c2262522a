import type { Report, ReportMeta, ReportQuery, ReportRow } from '#shared/contract/reports.ts'
import { addDays, daysBetween, localDayOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { comparedPeriod, shiftOf, type Period } from '#shared/domain/reports/compared-period.ts'
import {
  dimensionNames,
  dimensions,
  isKnownOf,
  overlapsOf,
  type DimensionName,
} from '#shared/domain/reports/dimensions.ts'
import { wordOfKey } from '#shared/domain/reports/key-words.ts'
import { measureNames, measures, valueOf, type MeasureName } from '#shared/domain/reports/measures.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import type { FactScope } from '#server/reports/fact-keys.repo.ts'
import { namesOfKeys } from '#server/reports/key-name.repo.ts'
import { readReport, type Question, type ReportGroup } from '#server/reports/report.repo.ts'

/** The vocabulary that the member may use. */
export function readReportMeta(context: Context): ReportMeta {
  const groups = dimensionNames.filter((name) => mayGroup(context, name))
  return {
    measures: measureNames
      .filter((name) => mayAsk(context, name))
      .map((name) => {
        const { label, unit, formula, notFor } = measures[name]
        return {
          name,
          label,
          unit,
          formula,
          notFor: notFor ?? null,
          dimensions: groups.filter((dimension) => isKnownOf(dimension, name)),
          overlapping: groups.filter((dimension) => isKnownOf(dimension, name) && overlapsOf(dimension, name)),
        }
      }),
    dimensions: groups.map((name) => {
      const { label, isTime = false, isPersonal = false } = dimensions[name]
      return { name, label, isTime, isPersonal }
    }),
  }
}

/** A report of the vocabulary, without the drawers that are withheld from the member. Throws as `checkReport`. */
export function askReport(context: Context, query: ReportQuery): Promise<Report> {
  checkReport(context, query)
  const pharmacyId = pharmacyOf(context)
  const { period, comparison } = query
  const compared = comparison && comparedPeriod(period, comparison)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const withheld = await withheldFrom(tx, context)
    const scopeOf = (days: Period) =>
      scopeOfDays(days, { pharmacyId, withheld, timeZone, now: context.now, classedBy: period })
    const [totals, ...groups] = await readReport(
      tx,
      { ...query, only: query.only ?? [], order: orderOf(query) },
      {
        timeZone,
        now: scopeOf(period),
        past: compared && comparison && { scope: scopeOf(compared), shift: shiftOf(period, comparison) },
      },
    )
    const valuesOf = (group: ReportGroup | undefined): Pick<ReportRow, 'values' | 'compared'> => ({
      values: query.measures.map((name) => valueOf(name, group?.now ?? {}, daysOf(period))),
      compared: compared && query.measures.map((name) => valueOf(name, group?.past ?? {}, daysOf(compared))),
    })
    const keyed = groups.map((group) => ({ keys: group.keys ?? [], ...valuesOf(group) }))
    return {
      measures: query.measures,
      dimensions: query.dimensions,
      rows: await withNames(tx, pharmacyId, query, keyed),
      totals: valuesOf(totals),
      groups: totals?.groups ?? 0,
      comparedPeriod: compared,
      askedAt: context.now.toISOString(),
      ...(withheld.length > 0 && { withheld: true as const }),
    }
  })
}

type Asker = { pharmacyId: string; withheld: readonly string[]; timeZone: string; now: Date; classedBy: Period }

/** Which rows a report of some days reads. */
function scopeOfDays({ from, to }: Period, { now, classedBy, ...asker }: Asker): FactScope {
  const { timeZone } = asker
  return {
    ...asker,
    today: localDayOf(now, timeZone),
    days: { from, to },
    classedBy: { days: classedBy, ...momentsOf(classedBy, timeZone) },
    ...momentsOf({ from, to }, timeZone),
  }
}

/**
 * The totals of a period, in the order of the measures, of all drawers: the platform computes with them, nobody reads them.
 * Under the tenancy of the pharmacy.
 */
export function totalsOf(
  database: Database,
  pharmacyId: string,
  { measures: asked, period, now }: { measures: readonly MeasureName[]; period: Period; now: Date },
): Promise<(number | null)[]> {
  return database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const scope = scopeOfDays(period, { pharmacyId, withheld: [], timeZone, now, classedBy: period })
    const question = { measures: asked, dimensions: [], filters: [], only: [], limit: 1 }
    const order = { by: asked[0]!, of: 'value' as const, descending: true }
    const [totals] = await readReport(tx, { ...question, order }, { timeZone, now: scope, past: null })
    return asked.map((name) => valueOf(name, totals?.now ?? {}, daysOf(period)))
  })
}

const momentsOf = ({ from, to }: Period, timeZone: string) => ({
  from: startOfLocalDay(from, timeZone),
  until: startOfLocalDay(addDays(to, 1), timeZone),
})
const daysOf = ({ from, to }: Period): number => daysBetween(from, to) + 1

/** Of these measures those that the member may ask for. */
export function allowedMeasures(context: Context, names: readonly MeasureName[]): MeasureName[] {
  return names.filter((name) => mayAsk(context, name))
}

/**
 * Throws `auth:forbidden` for a measure without its right and for persons asked by an assistant, `requests:invalid` for a dimension that the rows of a measure do
 * not say, for an order by a measure that is not asked for and for a period that is none. `at`: where the question stands
 * in the request.
 */
export function checkReport(context: Context, query: ReportQuery, at = 'body'): void {
  const forbidden = query.measures.find((name) => !mayAsk(context, name))
  if (forbidden) throw new AppError('auth:forbidden', { permission: measures[forbidden].permission })
  const named = [...query.dimensions, ...query.filters.map(({ dimension }) => dimension)]
  const personal = named.find((name) => !mayGroup(context, name))
  if (personal) throw new AppError('auth:forbidden', { dimension: personal })
  refuseUnknown(query, at)
}

/** What names persons is not told outside the pharmacy. */
function mayGroup({ actor }: Context, name: DimensionName): boolean {
  return actor.asksOnly === undefined || !dimensions[name].isPersonal
}

function mayAsk({ actor }: Context, name: MeasureName): boolean {
  const { permission } = measures[name]
  return permission === undefined || actor.permissions.has(permission)
}

function refuseUnknown(
  { measures: asked, dimensions: grouped, filters, period, order, only, comparison }: ReportQuery,
  at: string,
): void {
  const places = [
    ...grouped.map((dimension, place) => ({ dimension, path: `${at}.dimensions.${place}` })),
    ...filters.map(({ dimension }, place) => ({ dimension, path: `${at}.filters.${place}.dimension` })),
  ]
  // Compared periods and days of time zones are computed in years of four digits.
  const isInCalendar = period.from >= '1900' && period.to < '3000'
  const issues = places
    .filter(({ dimension }) => !asked.every((name) => isKnownOf(dimension, name)))
    .map(({ path }) => ({ path, message: 'not known of a measure' }))
    .concat(isInCalendar ? [] : [{ path: `${at}.period`, message: 'out of the calendar' }])
  if (period.from > period.to) issues.push({ path: `${at}.period.to`, message: 'ends before it begins' })
  if (order && !asked.includes(order.by)) issues.push({ path: `${at}.order.by`, message: 'not asked for' })
  if (only && only.length > 0 && grouped.length === 0)
    issues.push({ path: `${at}.only`, message: 'there are no groups' })
  // The totals of chosen groups are their sum, which would have a row of several groups several times.
  if (only && only.length > 0 && grouped.some((dimension) => asked.some((name) => overlapsOf(dimension, name))))
    issues.push({ path: `${at}.only`, message: 'groups overlap' })
  for (const [place, { by, of }] of (only ?? []).entries()) {
    if (!asked.includes(by)) issues.push({ path: `${at}.only.${place}.by`, message: 'not asked for' })
    if (of === 'compared' && !comparison)
      issues.push({ path: `${at}.only.${place}.of`, message: 'nothing to compare with' })
  }
  if (issues.length > 0) throw new AppError('requests:invalid', { issues })
}

function orderOf({ order, dimensions: [first, second], measures: [measure] }: ReportQuery): Question['order'] {
  if (order) return order
  if (first !== undefined && dimensions[first].isTime) return { by: 'key', of: 'value', descending: false }
  // Of a register the days of a product stand together, in their order.
  const wholes = second !== undefined && dimensions[second].isTime === true
  return { by: measure!, of: 'value', descending: true, wholes }
}

async function withNames(
  tx: Tx,
  pharmacyId: string,
  { dimensions: grouped }: ReportQuery,
  rows: readonly Omit<ReportRow, 'names'>[],
): Promise<ReportRow[]> {
  const found: Map<string, string>[] = []
  for (const [at, dimension] of grouped.entries()) {
    const keys = [...new Set(rows.flatMap(({ keys: own }) => own[at] || []))]
    found.push(await namesOfKeys(tx, pharmacyId, { dimension, keys }))
  }
  return rows.map((row) => ({
    ...row,
    names: row.keys.map((key, at) => (key === '' ? null : (found[at]!.get(key) ?? wordOfKey(grouped[at]!, key)))),
  }))
}
