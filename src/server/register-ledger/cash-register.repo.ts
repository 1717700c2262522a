import { sql, type RawBuilder } from 'kysely'
import type { CashRegister, NewCashRegister } from '#shared/contract/cash-registers.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Decides whether a parcel may still enter a register. `takes`: the register is open, or its closing waits for this
 * parcel.
 */
export type RegisterState = { state: CashRegister['state']; takes: boolean; heldBy: string }

type Row = Omit<CashRegister, 'openedAt' | 'closedAt' | 'openedByName' | 'heldByName' | 'closedByName'> & {
  openedAt: Date
  closedAt: Date | null
  opener: PersonName
  holder: PersonName
  closer: PersonName | null
}

/** The state of a register for a parcel; undefined when the register does not exist yet. */
export async function findState(
  tx: Tx,
  pharmacyId: string,
  { registerId, parcelId }: { registerId: string; parcelId: string },
): Promise<RegisterState | undefined> {
  const { rows } = await sql<RegisterState>`
    select ${stateOf} as state, coalesce(r.held_by, r.opened_by) as "heldBy", r.closed_at is null
      and (r.closing_id is null
      or exists (select from awaited_parcels w where w.pharmacy_id = r.pharmacy_id and w.id = ${parcelId})) as takes
    from cash_registers r where r.pharmacy_id = ${pharmacyId} and r.id = ${registerId}`.execute(tx)
  return rows[0]
}

/** The open register of a user. When an offline terminal opened a second one, the latest wins. */
export async function findOpenRegister(tx: Tx, pharmacyId: string, userId: string): Promise<CashRegister | null> {
  const { items } = await registersWhere(
    tx,
    sql`r.pharmacy_id = ${pharmacyId} and r.closed_at is null and r.closing_id is null
      and coalesce(r.held_by, r.opened_by) = ${userId}`,
    { page: 0, size: 1 },
  )
  return items[0] ?? null
}

export async function findRegister(tx: Tx, pharmacyId: string, id: string): Promise<CashRegister | undefined> {
  const { items } = await registersWhere(tx, sql`r.pharmacy_id = ${pharmacyId} and r.id = ${id}`, { page: 0, size: 1 })
  return items[0]
}

/**
 * Registers that were open at some time during these days of the pharmacy: a register open over midnight belongs to
 * both days.
 */
export async function registersOfDays(
  tx: Tx,
  pharmacyId: string,
  { from, to, timeZone, ...page }: { from: string; to: string; timeZone: string; page: number; size: number },
): Promise<{ items: CashRegister[]; total: number }> {
  return registersWhere(
    tx,
    sql`r.pharmacy_id = ${pharmacyId} and r.opened_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
    and (r.closed_at is null or r.closed_at >= ${from}::date::timestamp at time zone ${timeZone})`,
    page,
  )
}

/** Inserts the register, or completes one that an earlier sale created: the earlier opening time wins. */
export async function openRegister(
  tx: Tx,
  pharmacyId: string,
  {
    id,
    sellerId,
    terminalId,
    openedAt,
    float,
  }: Pick<NewCashRegister, 'id' | 'sellerId' | 'terminalId' | 'openedAt' | 'float'>,
): Promise<void> {
  await sql`
    insert into cash_registers as r (pharmacy_id, id, opened_by, opened_at, float, terminal_id)
      values (${pharmacyId}, ${id}, ${sellerId}, ${openedAt}, ${float}, ${terminalId})
    on conflict (pharmacy_id, id)
      do update set opened_by = excluded.opened_by, opened_at = least(r.opened_at, excluded.opened_at),
      float = excluded.float, terminal_id = excluded.terminal_id`.execute(tx)
}

/** Creates the register of an act when it does not exist yet, without a float. */
export async function openUnknown(
  tx: Tx,
  pharmacyId: string,
  { sellerId: userId, ...done }: { registerId: string; sellerId: string; terminalId: string; at: string },
): Promise<void> {
  await openedWith(pharmacyId, { ...done, userId }).execute(tx)
}

/**
 * The same as a part of a statement. The opening time is the earliest time of any act in the register, whatever the
 * order of arrival. An explicit opening is not changed: an earlier time then comes from a clock that was set back.
 */
export function openedWith(
  pharmacyId: string,
  {
    registerId,
    userId,
    terminalId = null,
    at,
  }: { registerId: string; userId: string; terminalId?: string | null; at: string | Date },
): RawBuilder<unknown> {
  return sql`
    insert into cash_registers as r (pharmacy_id, id, opened_by, opened_at, terminal_id)
      values (${pharmacyId}, ${registerId}, ${userId}, ${at}, ${terminalId})
    on conflict (pharmacy_id, id) do update set opened_at = excluded.opened_at
    where excluded.opened_at < r.opened_at and not ${isOpeningMade}`
}

export async function setHolder(
  tx: Tx,
  pharmacyId: string,
  { registerId, userId }: { registerId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('cash_registers')
    .set({ held_by: userId })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', registerId)
    .execute()
}

export async function setClosed(
  tx: Tx,
  pharmacyId: string,
  { registerId, userId, at }: { registerId: string; userId: string; at: Date },
): Promise<void> {
  // A clock may have been set back: a register never closes before it opened.
  await sql`
    update cash_registers set closed_by = ${userId}, closed_at = greatest(opened_at, ${at}::timestamptz),
      closing_id = null where pharmacy_id = ${pharmacyId} and id = ${registerId}`.execute(tx)
}

export async function setOpenAgain(
  tx: Tx,
  pharmacyId: string,
  { registerId, userId }: { registerId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('cash_registers')
    .set({ closed_by: null, closed_at: null, closing_id: null, held_by: userId })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', registerId)
    .execute()
}

const stateOf = sql<
  CashRegister['state']
>`case when r.closed_at is not null then 'CLOSED' when r.closing_id is not null then 'WAITING' else 'OPEN' end`

/** The parcel of an explicit opening has the id of its register. */
const isOpeningMade = sql<boolean>`exists (select from inbox i where i.pharmacy_id = r.pharmacy_id and i.id = r.id
  and i.accepted)`

/** A member who takes a register over, or reopens it, accepts the counted amount as the float. */
const isFloatDeclared = sql<boolean>`r.float > 0 or r.held_by is not null or ${isOpeningMade}`

async function registersWhere(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { page, size }: { page: number; size: number },
): Promise<{ items: CashRegister[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    with found as materialized (select r.* from cash_registers r where ${condition}),
    page as (select * from found order by opened_at desc, id limit ${size} offset ${page * size})
    select r.id, r.opened_by as "openedBy", r.opened_at as "openedAt", r.float, ${isFloatDeclared} as "isFloatDeclared",
      coalesce(r.held_by, r.opened_by) as "heldBy", ${stateOf} as state, r.closed_at as "closedAt",
      (select count(*) from found) as total,
      (select count(*) from sales s where s.pharmacy_id = r.pharmacy_id and s.register_id = r.id
        and s.status = 'CLOSED') as sales,
      case when r.closed_at is not null then c.number end as number, case
        when r.closed_at is not null then c.gap end as gap,
      case when r.closed_at is not null then c.first_gap end as "firstGap",
      ${nameOf('o')} as opener, ${nameOf('h')} as holder, case when z.id is not null then ${nameOf('z')} end as closer
    from page r join users o on o.id = r.opened_by join users h on h.id = coalesce(r.held_by, r.opened_by)
      left join users z on z.id = r.closed_by
      left join lateral (select number, gap,
        (n.report -> 'earlier' -> 0 ->> 'gap')::bigint as first_gap from register_counts n where n.pharmacy_id = r.pharmacy_id
        and n.register_id = r.id and n.kind = 'closing' order by number desc limit 1) c on true
    order by r.opened_at desc, r.id`.execute(tx)
  return { total: rows[0]?.total ?? 0, items: rows.map(registerOf) }
}

function registerOf(line: Row & { total: number }): CashRegister {
  const { total: _, opener, holder, closer, openedAt, closedAt, ...row } = line
  return {
    ...row,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    openedByName: displayName(opener),
    heldByName: displayName(holder),
    closedByName: closer && displayName(closer),
  }
}

function nameOf(alias: string): RawBuilder<PersonName> {
  return sql`json_build_object('firstName', ${sql.ref(`${alias}.first_name`)},
    'lastName', ${sql.ref(`${alias}.last_name`)})`
}
