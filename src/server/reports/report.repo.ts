import { sql, type RawBuilder } from 'kysely'
import type { Shift } from '#shared/domain/reports/compared-period.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { FactSource } from '#shared/domain/reports/measure.ts'
import { measures, sourcesOf, sumsOf, type MeasureName, type SummedName } from '#shared/domain/reports/measures.ts'
import type { Tx } from '#server/db/database.ts'
import type { FactScope, Key, KeyName } from '#server/reports/fact-keys.repo.ts'
import { factRows } from '#server/reports/fact-rows.repo.ts'

export type Question = {
  measures: readonly MeasureName[]
  dimensions: readonly DimensionName[]
  filters: readonly { dimension: DimensionName; keys: readonly string[] }[]
  /** `wholes`: the first groups in this order, and within each the others by their keys. */
  order: { by: MeasureName | 'key'; of: 'value' | 'compared' | 'change'; descending: boolean; wholes?: boolean }
  only: readonly { by: MeasureName; of: 'value' | 'compared'; is: 'some' | 'none' }[]
  limit: number
}

type Sums = Partial<Record<SummedName, number>>
/** `keys` null: the sums of all groups. */
export type ReportGroup = { keys: string[] | null; groups: number; now: Sums; past: Sums }

/**
 * The groups of a question in their order, after the sums of all of them; one statement. A group has rows that say
 * something of a measure: what was paid in cash is no group of insurers. `shift`: how far back the rows
 * of `past` lie, whose days are told as those of `now`.
 */
export async function readReport(
  tx: Tx,
  question: Question,
  { now, past, timeZone }: { now: FactScope; past: { scope: FactScope; shift: Shift } | null; timeZone: string },
): Promise<ReportGroup[]> {
  const sums = [...new Set(question.measures.flatMap(sumsOf))]
  const sources = [...new Set(question.measures.flatMap(sourcesOf))]
  const keys = question.dimensions.map((_, at) => sql.ref(`k${at}`))
  const parts = sources.flatMap((source) => [
    groupsOf(source, question, { scope: now, shift: null, side: 'now', sums, timeZone }),
    ...(past ? [groupsOf(source, question, { ...past, side: 'past', sums, timeZone })] : []),
  ])
  const listed = sums.flatMap((sum) => [sql.ref(`${sum}_now`), sql.ref(`${sum}_past`)])
  const grouped = keys.length === 0 ? sql`` : sql`group by grouping sets ((${sql.join(keys)}), ())`
  const isTotal = keys.length === 0 ? sql`true` : sql`grouping(${sql.join(keys)}) > 0`
  // A row that is in several groups is once in the total.
  const sumOf = (name: RawBuilder<unknown>) =>
    sources.some((source) => overlaps(source, question))
      ? sql`case when ${isTotal} then sum(${name}) filter (where part <> 'group')
          else sum(${name}) filter (where part <> 'total') end`
      : sql`sum(${name})`
  const facts = sql.join(parts, sql` union all `)
  const kept = question.only.length === 0 || keys.length === 0 ? facts : onlySome(facts, question, { keys, listed })
  const { rows } = await sql<Record<string, unknown>>`${readOnce(question, sources, now)}
    select ${sql.join([...keys, ...listed, sql`is_total`, sql`count(*) filter (where not is_total) over () as groups`])}
    from (
      select ${sql.join([...keys, ...listed.map((name) => sql`coalesce(${sumOf(name)}, 0) as ${name}`), sql`${isTotal} as is_total`])}
      from (${kept}) facts ${grouped}
      having ${isTotal} or num_nonnulls(${sql.join(listed.map(sumOf))}) > 0
    ) found
    order by is_total desc, ${orderOf(question)}${keys.length === 0 ? sql`` : sql`, ${sql.join(keys)}`}
    limit ${question.limit + 1}`.execute(tx)
  const sumsIn = (row: Record<string, unknown>, side: Side): Sums =>
    Object.fromEntries(sums.map((sum) => [sum, Number(row[`${sum}_${side}`])]))
  return rows.map((row) => ({
    keys: row.is_total === true ? null : keys.map((_, at) => row[`k${at}`] as string),
    groups: Number(row.groups),
    now: sumsIn(row, 'now'),
    past: sumsIn(row, 'past'),
  }))
}

/** SQL: what the parts of the statement read together; empty where nothing. */
function readOnce(
  { dimensions, filters }: Question,
  sources: readonly FactSource[],
  scope: FactScope,
): RawBuilder<unknown> {
  const asked = [...dimensions, ...filters.map(({ dimension }) => dimension)]
  const known = sources.flatMap((source) => asked.flatMap((dimension) => keyIn(source, dimension)?.once ?? []))
  const once = [...new Map(known.map((each) => [each.name, each])).values()]
  if (once.length === 0) return sql``
  return sql`with ${sql.join(once.map(({ name, rows }) => sql`${sql.ref(name)} as materialized (${rows(scope)})`))}`
}

/** SQL: the groups that fulfil the conditions, as facts of their own: the total is of these. */
function onlySome(
  facts: RawBuilder<unknown>,
  { only }: Question,
  { keys, listed }: { keys: readonly RawBuilder<unknown>[]; listed: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  const conditions = only.map(({ by, of, is }) => {
    const value = sql`coalesce(${valueOf(by, of === 'value' ? 'now' : 'past')}, 0)`
    return is === 'some' ? sql`${value} > 0` : sql`${value} <= 0`
  })
  return sql`select *, 'both' as part from (
      select ${sql.join([...keys, ...listed.map((name) => sql`sum(${name}) as ${name}`)])} from (${facts}) fact
      where part <> 'total' group by ${sql.join(keys)}) groups
    where ${sql.join(conditions, sql` and `)}`
}

type Side = 'now' | 'past'
type Asked = { scope: FactScope; shift: Shift | null; side: Side; sums: readonly SummedName[]; timeZone: string }
/** Whether the rows are those of groups or of the total; `both` where no row is in several groups. */
type Part = 'both' | 'group' | 'total'

function keyIn(source: FactSource, dimension: DimensionName): Key | undefined {
  return factRows[source].keys[dimension as KeyName]
}

function overlaps(source: FactSource, { dimensions }: Question): boolean {
  return dimensions.some((dimension) => keyIn(source, dimension)?.has)
}

/** The sums of one source by the keys; the sums of others are null. */
function groupsOf(source: FactSource, question: Question, asked: Asked): RawBuilder<unknown> {
  if (!overlaps(source, question)) return partOf(source, question, asked, 'both')
  return sql`${partOf(source, question, asked, 'group')} union all ${partOf(source, question, asked, 'total')}`
}

function partOf(
  source: FactSource,
  { dimensions, filters }: Question,
  { scope, shift, side, sums, timeZone }: Asked,
  part: Part,
): RawBuilder<unknown> {
  const facts = factRows[source]
  const local = sql`(f.at at time zone ${timeZone})`
  const keyOf = (dimension: DimensionName) => timeKey(dimension, local, shift) ?? keyIn(source, dimension)!.is
  const grouped = part === 'total' ? [] : dimensions
  // A filter must not take a row twice: it asks whether one of its groups is among those.
  const hasOf = (dimension: DimensionName) => (grouped.includes(dimension) ? undefined : keyIn(source, dimension)?.has)
  const known = [...grouped, ...filters.flatMap(({ dimension }) => (hasOf(dimension) === undefined ? [dimension] : []))]
  const columns = sums.flatMap((sum) => {
    const value = facts.sums[sum]
    return (['now', 'past'] as const).map(
      (each) =>
        sql`${value && each === side ? sql`sum(${value})::numeric` : sql`null::numeric`} as ${sql.ref(`${sum}_${each}`)}`,
    )
  })
  const kept = filters.map(
    ({ dimension, keys }) =>
      hasOf(dimension)?.(keys) ?? sql`coalesce(${keyOf(dimension)}::text, '') = any(${[...keys]}::text[])`,
  )
  const keys = dimensions.map((dimension, at) =>
    part === 'total'
      ? sql`null::text as ${sql.ref(`k${at}`)}`
      : sql`coalesce(${keyOf(dimension)}::text, '') as ${sql.ref(`k${at}`)}`,
  )
  return sql`(select ${sql.join([...keys, ...columns, sql`${sql.lit(part)} as part`])} from (${facts.rows(scope)}) f
    ${sql.join([...new Set(known.flatMap((dimension) => keyIn(source, dimension)?.joins ?? []))], sql` `)}
    ${kept.length === 0 ? sql`` : sql`where ${sql.join(kept, sql` and `)}`}
    ${grouped.length === 0 ? sql`` : sql`group by ${sql.join(grouped.map((_, at) => sql.lit(at + 1)))}`})`
}

/** The key of a dimension of time, of the moment at the pharmacy; undefined for another dimension. */
function timeKey(
  dimension: DimensionName,
  local: RawBuilder<unknown>,
  shift: Shift | null,
): RawBuilder<unknown> | undefined {
  const moved = shift === null ? local : sql`(${local} + ${intervalOf(shift)})`
  switch (dimension) {
    case 'day':
      // The 31st has no counterpart in a month of 30 days: it stands under its own date, not added to the 30th.
      return shift !== null && 'months' in shift
        ? sql`to_char(case when extract(day from ${moved}) = extract(day from ${local}) then ${moved} else ${local} end,
            'YYYY-MM-DD')`
        : sql`to_char(${moved}, 'YYYY-MM-DD')`
    case 'week':
      return sql`to_char(date_trunc('week', ${moved}), 'YYYY-MM-DD')`
    case 'month':
      return sql`to_char(${moved}, 'YYYY-MM')`
    case 'weekday':
      return sql`to_char(${local}, 'ID')`
    case 'hour':
      return sql`to_char(${local}, 'HH24')`
    default:
      return undefined
  }
}

function intervalOf(shift: Shift): RawBuilder<unknown> {
  return 'days' in shift ? sql`make_interval(days => ${shift.days})` : sql`make_interval(months => ${shift.months})`
}

function orderOf({ order: { by, of, descending, wholes }, dimensions }: Question): RawBuilder<unknown> {
  if (by === 'key' || dimensions.length === 0) return sql`1`
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const summed = (name: RawBuilder<unknown>) => (wholes ? sql`sum(${name}) over (partition by is_total, k0)` : name)
  const now = valueOf(by, 'now', summed)
  const past = valueOf(by, 'past', summed)
  if (of === 'value') return sql`${now} ${direction}`
  return of === 'compared' ? sql`${past} ${direction}` : sql`coalesce(${now}, 0) - coalesce(${past}, 0) ${direction}`
}

/** SQL: a measure of the sums of a group, each read as `summed` says. */
function valueOf(
  name: MeasureName,
  side: Side,
  summed = (sum: RawBuilder<unknown>): RawBuilder<unknown> => sum,
): RawBuilder<unknown> {
  const measure = measures[name]
  const sumOf = (sum: SummedName) => summed(sql.ref(`${sum}_${side}`))
  return 'of' in measure
    ? sql`${sumOf(measure.of[0])} / nullif(greatest(${sumOf(measure.of[1])}, 0), 0)`
    : sumOf(name as SummedName)
}
