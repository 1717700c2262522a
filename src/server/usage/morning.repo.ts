import { sql } from 'kysely'
import type { PersonName } from '#shared/domain/person.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import type { Tx } from '#server/db/database.ts'
import { holderAtCount } from '#server/register-ledger/holder.repo.ts'
import { during } from '#server/usage/turnover.repo.ts'

/**
 * One count of a register that closed on the day. `counted` and `gap`: of all means; `cash`: in the drawer. Minor units. The
 * holder is who opened the register, took it over or reopened it last before the count.
 */
export type CountOfDay = {
  registerId: string
  float: number
  closedAt: Date
  kind: 'hand-over' | 'closing'
  openedAt: Date
  userId: string
  person: PersonName
  /** Who held the drawer when it was counted. */
  holderId: string
  holder: PersonName
  counted: number
  cash: number
  gap: number
  /** Of the first count before this one; null: this one is the first. */
  first: { counted: number; gap: number } | null
}

/** The counts of the registers that closed on a day, also of earlier days, in the order of closing and counting. */
export async function countsOfClosedRegisters(
  tx: Tx,
  pharmacyId: string,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<CountOfDay[]> {
  const { rows } = await sql<CountOfDay>`
    select r.id as "registerId", r.float, r.opened_at as "openedAt", r.closed_at as "closedAt", c.kind,
      c.user_id as "userId", c.gap,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as person, d.counted, d.cash,
      h.id as "holderId", json_build_object('firstName', h.first_name, 'lastName', h.last_name) as holder,
      case when c.report -> 'earlier' -> 0 is not null then json_build_object(
        'gap', c.report -> 'earlier' -> 0 -> 'gap',
        'counted', (select ${safeSum(sql`(m ->> 'counted')::bigint`)}
          from jsonb_array_elements(c.report -> 'earlier' -> 0 -> 'differences') m)) end as first
    from cash_registers r
      join register_counts c on c.pharmacy_id = r.pharmacy_id and c.register_id = r.id
      join users u on u.id = c.user_id
      join users h on h.id = ${holderAtCount}
      cross join lateral (
        select ${safeSum(sql`m.counted`)}::bigint as counted,
          ${safeSum(sql`m.counted`, sql`filter (where m.type = 'CASH')`)}::bigint as cash
        from jsonb_to_recordset(c.report -> 'differences') as m (type text, counted bigint)) d
    where r.pharmacy_id = ${pharmacyId} and ${during(day, sql`r.closed_at`, timeZone)}
    order by r.closed_at, r.id, c.number`.execute(tx)
  return rows
}

/** Bank deposits noted in a period at other registers than these, in minor units. */
export async function depositedElsewhere(
  tx: Tx,
  pharmacyId: string,
  { from, until, registerIds }: { from: Date; until: Date; registerIds: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(-amount), 0) as amount from register_movements
    where pharmacy_id = ${pharmacyId} and kind = 'deposit' and occurred_at >= ${from} and occurred_at <= ${until}
      and register_id <> all(${registerIds}::uuid[])`.execute(tx)
  return rows[0]!.amount
}

export type HeldRow = { registerId: string; person: PersonName; at: Date; count: number }

/** Parcels that a closing waits for, by closing. */
export async function unsentParcels(tx: Tx, pharmacyId: string): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select w.register_id as "registerId", w.received_at as at, count(*) as count,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as person
    from waiting_closings w join users u on u.id = w.user_id
      join awaited_parcels a on a.pharmacy_id = w.pharmacy_id and a.closing_id = w.id
    where w.pharmacy_id = ${pharmacyId}
    group by w.id, w.register_id, w.received_at, u.id, u.first_name, u.last_name order by w.received_at`.execute(tx)
  return rows
}

/**
 * Parcels that closings since an instant name as refused, by register: without those that were accepted since, or set
 * aside as unproven.
 */
export async function refusedParcels(tx: Tx, pharmacyId: string, since: Date): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    with named as (
      select e.register_id, e.user_id, e.at, e.details ->> 'id' as id from register_events e
      where e.pharmacy_id = ${pharmacyId} and e.kind = 'refused-later' and e.at >= ${since}
      union all
      select e.register_id, e.user_id, e.at, n ->> 'id' from register_events e
        cross join lateral jsonb_array_elements(e.details -> 'unfinished') n
      where e.pharmacy_id = ${pharmacyId} and e.kind = 'closed-over' and e.at >= ${since}
        and n ->> 'state' = 'refused'
    )
    select n.register_id as "registerId", max(n.at) as at, count(distinct n.id) as count,
      (array_agg(json_build_object('firstName', u.first_name, 'lastName', u.last_name) order by n.at desc))[1] as person
    from named n join users u on u.id = n.user_id
    where n.id is not null
      and not exists (select from inbox i where i.pharmacy_id = ${pharmacyId} and i.id = n.id::uuid and i.accepted)
      and not exists (select from discarded_parcels x where x.pharmacy_id = ${pharmacyId} and x.parcel_id = n.id::uuid)
    group by n.register_id order by 2`.execute(tx)
  return rows
}
