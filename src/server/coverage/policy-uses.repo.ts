import { sql, type RawBuilder } from 'kysely'
import type { PolicyUses } from '#shared/contract/contracts.ts'
import { addDays, lastDayOfMonth, startOfLocalDay } from '#shared/domain/dates.ts'
import { refundedOf } from '#server/credit/refunded.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/**
 * The amounts that these policies paid on a day and in its month, in the pharmacy's calendar. A policy that paid
 * nothing is absent. A return reduces the amount of the day of the sale.
 */
export function usesOfPolicies(
  tx: Tx,
  pharmacyId: string,
  policyIds: readonly string[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, sql`y.policy_id`, sql`y.policy_id = any(${policyIds}::uuid[])`, policyIds, today)
}

/** The same for contracts: the sum of all their policies, including those archived since. */
export function usesOfContracts(
  tx: Tx,
  pharmacyId: string,
  contractIds: readonly string[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  return usesBy(
    tx,
    pharmacyId,
    sql`k.contract_id`,
    sql`k.contract_id = any(${contractIds}::uuid[])`,
    contractIds,
    today,
  )
}

async function usesBy(
  tx: Tx,
  pharmacyId: string,
  key: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  ids: readonly string[],
  today: string,
): Promise<Map<string, PolicyUses>> {
  if (ids.length === 0) return new Map()
  const { day, month } = spansOf(today, await timeZoneOf(tx, pharmacyId))
  const { rows } = await sql<{ id: string; usedOnDay: number; usedInMonth: number }>`
    select ${key} as id, coalesce(sum(y.amount - ${refundedOf}) filter (where s.sold_at >= ${day.from}::timestamptz
      and s.sold_at < ${day.to}::timestamptz), 0) as "usedOnDay", sum(y.amount - ${refundedOf}) as "usedInMonth"
    from contract_policies k
      join sale_payments y on y.pharmacy_id = k.pharmacy_id and y.policy_id = k.id
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
    where k.pharmacy_id = ${pharmacyId} and ${condition} and s.status <> 'CANCELED'
      and s.sold_at >= ${month.from}::timestamptz and s.sold_at < ${month.to}::timestamptz
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, usedOnDay, usedInMonth }) => [id, { day: today, usedOnDay, usedInMonth }]))
}

type Span = { from: Date; to: Date }

/**
 * The day and its month as ranges of instants: an index serves a range, while a calendar day would be computed for each
 * sale.
 */
function spansOf(today: string, timeZone: string): { day: Span; month: Span } {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const span = (first: string, last: string): Span => ({
    from: startOfLocalDay(first, timeZone),
    to: startOfLocalDay(addDays(last, 1), timeZone),
  })
  return { day: span(today, today), month: span(`${today.slice(0, 7)}-01`, lastDayOfMonth(year, month)) }
}

/** The used amount matters only for a ceiling per day or per month. */
export function asksForUses({ ceilings }: { ceilings: { perDay: number | null; perMonth: number | null } }): boolean {
  return ceilings.perDay !== null || ceilings.perMonth !== null
}

/** Adds to each row the amounts used of it: null where no ceiling needs them. */
export function withUses<Row extends { id: string; ceilings: { perDay: number | null; perMonth: number | null } }>(
  rows: readonly Row[],
  uses: ReadonlyMap<string, PolicyUses>,
  today: string,
): (Row & { uses: PolicyUses | null })[] {
  return rows.map((row) => ({
    ...row,
    uses: asksForUses(row) ? (uses.get(row.id) ?? { day: today, usedOnDay: 0, usedInMonth: 0 }) : null,
  }))
}
