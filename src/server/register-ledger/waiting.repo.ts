import { sql } from 'kysely'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import type { Trace } from '#server/register-ledger/count.repo.ts'
import type { Tx } from '#server/db/database.ts'

export type SentClosing = NewClosing & Trace & { registerId: string }

/**
 * The answers of these parcels: accepted, or refused at the last attempt. Parcels that have not arrived are absent. A
 * refusal of a revision before the awaited one counts as not arrived.
 */
export async function answersOf(
  tx: Tx,
  pharmacyId: string,
  awaits: NewClosing['awaits'],
): Promise<Map<string, { accepted: boolean; message: string | null }>> {
  const [ids, revisions] = [awaits.map(({ id }) => id), awaits.map(({ revision = 1 }) => revision)]
  const { rows } = await sql<{ id: string; accepted: boolean; message: string | null }>`
    select distinct on (i.id) i.id, i.accepted, case when not i.accepted then i.answer ->> 'message' end as message
    from unnest(${ids}::uuid[], ${revisions}::int[]) a (id, revision) join inbox i on i.pharmacy_id = ${pharmacyId}
      and i.id = a.id and (i.accepted or i.revision >= a.revision)
    order by i.id, i.accepted desc, i.revision desc`.execute(tx)
  return new Map(rows.map(({ id, ...answer }) => [id, answer]))
}

/** The cash, in minor units, that parcels refused until now say is in this drawer. */
export async function refusedCash(tx: Tx, pharmacyId: string, registerId: string): Promise<number> {
  const { rows } = await sql<{ cash: number }>`
    select coalesce(sum(cash), 0) as cash from (
      select distinct on (i.id) i.cash from inbox i where i.pharmacy_id = ${pharmacyId}
        and i.register_id = ${registerId} and not exists (select from inbox a
          where a.pharmacy_id = i.pharmacy_id and a.id = i.id and a.accepted)
      order by i.id, i.revision desc) refused`.execute(tx)
  return rows[0]!.cash
}

/**
 * Stores a waiting closing. Returns the number of parcels that it waits for, without those that another closing already
 * waits for.
 */
export async function insertWaiting(
  tx: Tx,
  pharmacyId: string,
  closing: SentClosing,
  { awaited, at }: { awaited: readonly string[]; at: Date },
): Promise<number> {
  await tx
    .insertInto('waiting_closings')
    .values({
      pharmacy_id: pharmacyId,
      id: closing.id,
      register_id: closing.registerId,
      user_id: closing.sellerId,
      body: JSON.stringify(closing),
      received_at: at,
    })
    .execute()
  const { numAffectedRows } = await sql`
    insert into awaited_parcels (pharmacy_id, id, closing_id) select ${pharmacyId}, a.id, ${closing.id}
      from unnest(${awaited}::uuid[]) a (id) on conflict do nothing`.execute(tx)
  await tx
    .updateTable('cash_registers')
    .set({ closing_id: closing.id })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', closing.registerId)
    .execute()
  return Number(numAffectedRows)
}

/**
 * Removes the parcel from the closing that waits for it. Returns that closing and whether this was its last parcel;
 * undefined when no closing waited for it.
 */
export async function stopAwaiting(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ closingId: string; isLast: boolean } | undefined> {
  const { rows } = await sql<{ closingId: string; isLast: boolean }>`
    with came as (delete from awaited_parcels where pharmacy_id = ${pharmacyId} and id = ${id} returning closing_id)
    select closing_id as "closingId",
      not exists (select from awaited_parcels o where o.pharmacy_id = ${pharmacyId} and o.closing_id = came.closing_id
      and o.id <> ${id}) as "isLast" from came`.execute(tx)
  return rows[0]
}

export async function findWaiting(tx: Tx, pharmacyId: string, closingId: string): Promise<SentClosing> {
  const { body } = await tx
    .selectFrom('waiting_closings')
    .select('body')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', closingId)
    .executeTakeFirstOrThrow()
  return body as SentClosing
}

export async function deleteWaiting(tx: Tx, pharmacyId: string, closingId: string): Promise<void> {
  await tx.deleteFrom('waiting_closings').where('pharmacy_id', '=', pharmacyId).where('id', '=', closingId).execute()
}

/**
 * Deletes the closing that waits in this register. Returns its count and the number of missing parcels; undefined when
 * there is none.
 */
export async function takeBackWaiting(tx: Tx, pharmacyId: string, registerId: string): Promise<object | undefined> {
  const { rows } = await sql<{ takenBack: object }>`
    with gone as (delete from waiting_closings where pharmacy_id = ${pharmacyId} and register_id = ${registerId}
      returning id, body)
    select json_build_object('id', id, 'sellerId', body -> 'sellerId', 'countedAt', body -> 'countedAt',
      'denominations', body -> 'denominations', 'others', body -> 'others', 'comment', body -> 'comment',
      'awaited', (select count(*) from awaited_parcels a where a.pharmacy_id = ${pharmacyId}
        and a.closing_id = gone.id)) as "takenBack" from gone`.execute(tx)
  return rows[0]?.takenBack
}

export async function awaitedIn(tx: Tx, pharmacyId: string, registerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from waiting_closings w join awaited_parcels a on a.pharmacy_id = w.pharmacy_id and a.closing_id = w.id
      where w.pharmacy_id = ${pharmacyId} and w.register_id = ${registerId} order by a.id`.execute(tx)
  return rows.map(({ id }) => id)
}
