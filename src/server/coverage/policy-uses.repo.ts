import { sql, type RawBuilder } from 'kysely'
import type { Ceilings, PolicyUses } from '#shared/contract/contracts.ts'
import { type CeilingYear, ceilingYearFrom, nextCeilingYear } from '#shared/domain/coverage/policy-uses.ts'
import { addDays, lastDayOfMonth, startOfLocalDay } from '#shared/domain/dates.ts'
import { refundedOf } from '#server/credit/refunded.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/** A policy or a contract with its ceilings, of which the uses are asked. */
export type Limited = { id: string; ceilings: Ceilings; year: CeilingYear }

/**
 * The amounts that these policies paid on a day, in its month and in its year, in the pharmacy's calendar. A policy that
 * paid nothing is absent. A return reduces the amount of the day of the sale. What another policy of the same person
 * under the same contract paid counts: a new number keeps what the old one used.
 */
export function usesOfPolicies(
  tx: Tx,
  pharmacyId: string,
  policies: readonly Limited[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, sql`k.beneficiary_id = o.beneficiary_id`, policies, today)
}

/** The same for the families of these policies: who has the same insured person under the same contract. */
export function usesOfFamilies(
  tx: Tx,
  pharmacyId: string,
  policies: readonly Limited[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, isSameFamily, policies, today)
}

/** The policy `k` is of the family of the policy `o`. */
export const isSameFamily = sql<boolean>`coalesce(k.holder_id, k.beneficiary_id) = coalesce(o.holder_id, o.beneficiary_id)`

/** The same for contracts: the sum of all their policies, including those archived since. */
export function usesOfContracts(
  tx: Tx,
  pharmacyId: string,
  contracts: readonly Limited[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, null, contracts, today)
}

/** `likeAsked`: which policies of the contract count with the asked policy `o`; null: contracts are asked. */
async function usesBy(
  tx: Tx,
  pharmacyId: string,
  likeAsked: RawBuilder<boolean> | null,
  asked: readonly Limited[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  const limited = asked.filter(asksForUses)
  if (limited.length === 0) return new Map()
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const { day, month } = spansOf(today, timeZone)
  // The sales of a year are read only for a ceiling of the year.
  const rows = limited.map(({ id, ceilings, year }) => ({
    id,
    from: startOfLocalDay(ceilings.perYear === null ? firstOfMonth(today) : ceilingYearFrom(today, year), timeZone),
    to: startOfLocalDay(ceilings.perYear === null ? nextMonth(today) : nextCeilingYear(today, year), timeZone),
    yearly: ceilings.perYear !== null,
  }))
  // Of all at once: the planner knows the range, and takes the sales of these months or the payments of these policies.
  const first = new Date(Math.min(...[month, ...rows].map(({ from }) => from.getTime())))
  const end = new Date(Math.max(...[month, ...rows].map(({ to }) => to.getTime())))
  const spent = sql`y.amount - ${refundedOf}`
  const policies = likeAsked
    ? sql`contract_policies o on o.pharmacy_id = ${pharmacyId} and o.id = r.id
      join contract_policies k on k.pharmacy_id = ${pharmacyId} and k.contract_id = o.contract_id and ${likeAsked}`
    : sql`contract_policies k on k.pharmacy_id = ${pharmacyId} and k.contract_id = r.id`
  const { rows: uses } = await sql<{ id: string } & Omit<PolicyUses, 'day'>>`
    select r.id, coalesce(sum(${spent}) filter (where s.sold_at >= ${day.from}::timestamptz
        and s.sold_at < ${day.to}::timestamptz), 0)::bigint as "usedOnDay",
      coalesce(sum(${spent}) filter (where s.sold_at >= ${month.from}::timestamptz
        and s.sold_at < ${month.to}::timestamptz), 0)::bigint as "usedInMonth",
      coalesce(sum(${spent}) filter (where r.yearly and s.sold_at >= r.from and s.sold_at < r.to), 0)::bigint as "usedInYear"
    from ${jsonRows(rows)} as r (id uuid, "from" timestamptz, "to" timestamptz, yearly boolean)
      join ${policies}
      join sale_payments y on y.pharmacy_id = k.pharmacy_id and y.policy_id = k.id
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
    where s.status <> 'CANCELED' and s.sold_at >= ${first}::timestamptz and s.sold_at < ${end}::timestamptz
    group by r.id`.execute(tx)
  return new Map(uses.map(({ id, ...used }) => [id, { day: today, ...used }]))
}

type Span = { from: Date; to: Date }

/**
 * The day and its month as ranges of instants: an index serves a range, while a calendar day would be computed for each
 * sale.
 */
function spansOf(today: string, timeZone: string): { day: Span; month: Span } {
  const span = (first: string, next: string): Span => ({
    from: startOfLocalDay(first, timeZone),
    to: startOfLocalDay(next, timeZone),
  })
  return { day: span(today, addDays(today, 1)), month: span(firstOfMonth(today), nextMonth(today)) }
}

function firstOfMonth(today: string): string {
  return `${today.slice(0, 7)}-01`
}

function nextMonth(today: string): string {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return addDays(lastDayOfMonth(year, month), 1)
}

/** The used amount matters only for a ceiling of a day, a month or a year. */
export function asksForUses({ ceilings }: { ceilings: Ceilings }): boolean {
  return ceilings.perDay !== null || ceilings.perMonth !== null || ceilings.perYear !== null
}

/** What was used of a row with these ceilings: null where none needs it. */
export function usesFor(
  { id, ceilings }: Pick<Limited, 'id' | 'ceilings'>,
  uses: ReadonlyMap<string, PolicyUses>,
  today: string,
): PolicyUses | null {
  if (!asksForUses({ ceilings })) return null
  return uses.get(id) ?? { day: today, usedOnDay: 0, usedInMonth: 0, usedInYear: 0 }
}

/** Ceilings of `table` as JSON; `prefix`: `family_` for those of families. */
export function ceilingsJson(table: 'k' | 'c', prefix: '' | 'family_' = ''): RawBuilder<Ceilings> {
  const column = (period: string) => sql.ref(`${table}.${prefix}ceiling_per_${period}`)
  return sql`json_build_object('perSale', ${column('sale')}, 'perDay', ${column('day')}, 'perMonth', ${column('month')},
    'perYear', ${column('year')})`
}
