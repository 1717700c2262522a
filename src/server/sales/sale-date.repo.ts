import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type DateMove = {
  /** Of the correction itself. */ id: string
  saleId: string
  from: string
  to: string
  userId: string
  at: Date
}

/** Corrects when a sale was made, writes down who did, and lets the tills read its patient and payers again: ceilings are of a day and a month. */
export async function moveSaleDate(
  tx: Tx,
  pharmacyId: string,
  { id, saleId, from, to, userId, at }: DateMove,
): Promise<{ persons: string[]; organizations: string[]; companies: string[] }> {
  const { rows } = await sql<{ persons: string[]; organizations: string[]; companies: string[] }>`
    with moved as (
      update sales set sold_at = ${to} where pharmacy_id = ${pharmacyId} and id = ${saleId}
    ), told as (
      insert into sale_events (pharmacy_id, id, sale_id, kind, user_id, at, details)
      values (${pharmacyId}, ${id}, ${saleId}, 'date', ${userId}, ${at}, ${JSON.stringify({ from, to })}::jsonb)
    ), payer as (
      select k.beneficiary_id, c.company_id, c.owner_organization_id from sale_payments y
        join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
      where y.pharmacy_id = ${pharmacyId} and y.sale_id = ${saleId}
    ), counted as (
      update pharmacy_counters set rev = rev + 1 where pharmacy_id = ${pharmacyId} and exists (select from payer) returning rev
    ), person as (
      update persons p set rev = c.rev from counted c where p.pharmacy_id = ${pharmacyId} and p.id in (select beneficiary_id from payer) returning p.id
    ), organization as (
      update organizations o set rev = c.rev from counted c where o.pharmacy_id = ${pharmacyId} and o.id in (select owner_organization_id from payer where company_id is null) returning o.id
    ), company as (
      update companies i set rev = c.rev from counted c where i.pharmacy_id = ${pharmacyId} and i.id in (select company_id from payer) returning i.id
    )
    select array(select id from person) as persons, array(select id from organization) as organizations, array(select id from company) as companies`.execute(
    tx,
  )
  return rows[0]!
}

export async function dateMoveIdsHeld(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from sale_events where pharmacy_id = ${pharmacyId} and kind = 'date' and id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function findDateMove(tx: Tx, pharmacyId: string, id: string): Promise<DateMove | undefined> {
  const { rows } = await sql<DateMove>`
    select id, sale_id as "saleId", details ->> 'from' as "from", details ->> 'to' as "to", user_id as "userId", at from sale_events
    where pharmacy_id = ${pharmacyId} and kind = 'date' and id = ${id}`.execute(tx)
  return rows[0]
}

/** The correction of a sale that was made last. */
export async function lastDateMoveId(tx: Tx, pharmacyId: string, saleId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from sale_events where pharmacy_id = ${pharmacyId} and sale_id = ${saleId} and kind = 'date' order by at desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}
