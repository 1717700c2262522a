import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * SQL: whether the register `r` was counted, with no hand-over, closing or reopening since: its amounts were shown. A
 * count made in the same instant as a hand-over came before it.
 */
const isCounted = sql<boolean>`exists (
  select from register_events e where e.pharmacy_id = r.pharmacy_id and e.register_id = r.id and e.kind = 'counted'
    and not exists (select from register_counts c where c.pharmacy_id = e.pharmacy_id
      and c.register_id = e.register_id and c.recorded_at >= e.at)
    and not exists (select from register_events o where o.pharmacy_id = e.pharmacy_id
      and o.register_id = e.register_id and o.kind = 'reopened' and o.at >= e.at))`

/** SQL: whether the pharmacy `p` counts blindly. */
const isBlind = sql<boolean>`coalesce((p.settings ->> 'blindCount')::boolean, true)`

/** SQL: whether the user opened, holds or counted the register `r`, moved money in it, or prepared a sale of it. */
const isMember = (userId: string): RawBuilder<boolean> => sql`(${userId}::uuid in (r.opened_by, r.held_by)
  or exists (select from register_movements m where m.pharmacy_id = r.pharmacy_id and m.register_id = r.id
    and m.user_id = ${userId})
  or exists (select from register_counts c where c.pharmacy_id = r.pharmacy_id and c.register_id = r.id
    and ${userId}::uuid in (c.user_id, c.received_by))
  or exists (select from sales s where s.pharmacy_id = r.pharmacy_id and s.register_id = r.id
    and ${userId}::uuid in (s.seller_id, s.prepared_by)))`

/** Whether a count was recorded with no later hand-over, closing or reopening. */
export async function isCountedSince(tx: Tx, pharmacyId: string, registerId: string): Promise<boolean> {
  const { rows } = await sql<{ isCounted: boolean }>`
    select ${isCounted} as "isCounted" from cash_registers r
    where r.pharmacy_id = ${pharmacyId} and r.id = ${registerId}`.execute(tx)
  return rows[0]?.isCounted ?? false
}

/** Whether the pharmacy counts blindly and the register was not counted since its last hand-over, closing or reopening. */
export async function isBlindYet(tx: Tx, pharmacyId: string, registerId: string): Promise<boolean> {
  const { rows } = await sql<{ isBlindYet: boolean }>`
    select ${isBlind} and not ${isCounted} as "isBlindYet"
    from cash_registers r join pharmacies p on p.id = r.pharmacy_id
    where r.pharmacy_id = ${pharmacyId} and r.id = ${registerId}`.execute(tx)
  return rows[0]?.isBlindYet ?? false
}

/** Whether a pharmacy that counts blindly has counted the register, and so seen its amounts. */
export async function isShownByCount(tx: Tx, pharmacyId: string, registerId: string): Promise<boolean> {
  const { rows } = await sql<{ isShown: boolean }>`
    select ${isCounted} and ${isBlind} as "isShown" from cash_registers r join pharmacies p on p.id = r.pharmacy_id
    where r.pharmacy_id = ${pharmacyId} and r.id = ${registerId}`.execute(tx)
  return rows[0]?.isShown ?? false
}

/**
 * The drawers whose amounts a user must not learn (decision 0054): in a pharmacy that counts blindly, those that are
 * open and not counted: his own, and for users without a right to the takings (`seesOthers` false) all of them.
 */
export async function registersWithheld(
  tx: Tx,
  pharmacyId: string,
  { userId, seesOthers }: { userId: string; seesOthers: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from cash_registers r join pharmacies p on p.id = r.pharmacy_id
    where r.pharmacy_id = ${pharmacyId} and r.closed_at is null and r.closing_id is null
      and ${isBlind} and not ${isCounted}
      and (not ${seesOthers}::boolean or ${isMember(userId)})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** SQL: whether the register in this column is not one of those whose amounts are withheld. */
export function notWithheld(registerId: RawBuilder<unknown>, withheld: readonly string[]): RawBuilder<boolean> {
  return withheld.length === 0 ? sql`true` : sql`${registerId} <> all(${[...withheld]}::uuid[])`
}

/** SQL: whether the return `r` was neither made in nor of a sale of one of the registers whose amounts are withheld. */
export function returnNotWithheld(withheld: readonly string[]): RawBuilder<boolean> {
  if (withheld.length === 0) return sql`true`
  return sql`r.register_id <> all(${[...withheld]}::uuid[]) and not exists (select from sales w
    where w.pharmacy_id = r.pharmacy_id and w.id = r.sale_id and w.register_id = any(${[...withheld]}::uuid[]))`
}
