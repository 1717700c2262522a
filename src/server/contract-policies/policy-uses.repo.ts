import { sql, type RawBuilder } from 'kysely'
import type { PolicyUses } from '#shared/contract/contracts.ts'
import type { Tx } from '#server/db/database.ts'

/** What these policies paid for on a day and in its month, in the pharmacy's calendar; one that paid nothing is not in it. */
export function usesOfPolicies(tx: Tx, pharmacyId: string, policyIds: readonly string[], today: string): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, sql`y.policy_id`, sql`y.policy_id = any(${policyIds}::uuid[])`, policyIds, today)
}

/** The same of contracts: all their policies together, also those that were archived since. */
export function usesOfContracts(tx: Tx, pharmacyId: string, contractIds: readonly string[], today: string): Promise<Map<string, PolicyUses>> {
  return usesBy(tx, pharmacyId, sql`k.contract_id`, sql`k.contract_id = any(${contractIds}::uuid[])`, contractIds, today)
}

async function usesBy(tx: Tx, pharmacyId: string, key: RawBuilder<unknown>, condition: RawBuilder<unknown>, ids: readonly string[], today: string): Promise<Map<string, PolicyUses>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; usedOnDay: number; usedInMonth: number }>`
    select ${key} as id, coalesce(sum(y.amount) filter (where (s.sold_at at time zone p.time_zone)::date = ${today}::date), 0) as "usedOnDay", sum(y.amount) as "usedInMonth"
    from pharmacies p
      join contract_policies k on k.pharmacy_id = p.id
      join sale_payments y on y.pharmacy_id = p.id and y.policy_id = k.id
      join sales s on s.pharmacy_id = p.id and s.id = y.sale_id
    where p.id = ${pharmacyId} and ${condition} and s.status <> 'CANCELED'
      and s.sold_at >= date_trunc('month', ${today}::date::timestamp) at time zone p.time_zone
      and s.sold_at < (date_trunc('month', ${today}::date::timestamp) + interval '1 month') at time zone p.time_zone
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, usedOnDay, usedInMonth }) => [id, { day: today, usedOnDay, usedInMonth }]))
}

/** Only a ceiling of a day or a month asks what was used of it. */
export function asksForUses({ ceilings }: { ceilings: { perDay: number | null; perMonth: number | null } }): boolean {
  return ceilings.perDay !== null || ceilings.perMonth !== null
}

/** Rows with what was used of them: null where no ceiling asks for it. */
export function withUses<Row extends { id: string; ceilings: { perDay: number | null; perMonth: number | null } }>(rows: readonly Row[], uses: ReadonlyMap<string, PolicyUses>, today: string): (Row & { uses: PolicyUses | null })[] {
  return rows.map((row) => ({ ...row, uses: asksForUses(row) ? (uses.get(row.id) ?? { day: today, usedOnDay: 0, usedInMonth: 0 }) : null }))
}
