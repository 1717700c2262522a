import { sql } from 'kysely'
import { isSameFamily } from '#server/coverage/policy-uses.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

type DateMove = { saleId: string; from: string; to: string; reason: string; userId: string; at: Date }

/**
 * Whether the register of the sale is closed, or its closing waits, or the new date lies in the hours of a closed
 * register that the seller opened or held: the closing has counted these hours.
 */
export async function isDateClosed(
  tx: Tx,
  pharmacyId: string,
  { saleId, to }: Pick<DateMove, 'saleId' | 'to'>,
): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select exists (
      select from sales s join cash_registers r on r.pharmacy_id = s.pharmacy_id
        and (r.id = s.register_id
          or s.seller_id in (r.opened_by, r.held_by) and ${to}::timestamptz between r.opened_at and r.closed_at)
      where s.pharmacy_id = ${pharmacyId} and s.id = ${saleId} and (r.closed_at is not null or r.closing_id is not null)
    ) as "isClosed"`.execute(tx)
  return rows[0]!.isClosed
}

/**
 * Whether the sale would leave or enter a month whose accounts are exported, or one before them; within its month it
 * stays.
 */
export async function leavesClosedMonth(
  tx: Tx,
  pharmacyId: string,
  { from, to }: Pick<DateMove, 'from' | 'to'>,
): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select m.former <> m.next and exists (select from accounting_exports e
      where e.pharmacy_id = ${pharmacyId} and e.month >= least(m.former, m.next)) as "isClosed"
    from pharmacies p cross join lateral (select
      date_trunc('month', ${from}::timestamptz at time zone p.time_zone)::date as former,
      date_trunc('month', ${to}::timestamptz at time zone p.time_zone)::date as next) m
    where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!.isClosed
}

/**
 * Corrects the date of a sale and records the author and the reason. The patient and the payers get new revisions,
 * because ceilings apply per day and month.
 */
export async function moveSaleDate(
  tx: Tx,
  pharmacyId: string,
  { saleId, from, to, reason, userId, at }: DateMove,
): Promise<TouchedClients> {
  const { rows } = await sql<TouchedClients>`
    with moved as (
      update sales set sold_at = ${to} where pharmacy_id = ${pharmacyId} and id = ${saleId}
    ), told as (
      insert into sale_events (pharmacy_id, id, sale_id, kind, user_id, at, details)
      values (${pharmacyId}, gen_random_uuid(), ${saleId}, 'date', ${userId}, ${at},
        ${JSON.stringify({ from, to, reason })}::jsonb)
    ), payer as (
      select o.beneficiary_id, c.company_id, c.owner_organization_id from sale_payments y
        join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id
          join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
          join contract_policies o on o.pharmacy_id = k.pharmacy_id and o.contract_id = k.contract_id and ${isSameFamily}
      where y.pharmacy_id = ${pharmacyId} and y.sale_id = ${saleId}
    ), counted as (
      update pharmacy_counters set rev = rev + 1 where pharmacy_id = ${pharmacyId} and exists (select from payer)
        returning rev
    ), person as (
      update persons p set rev = c.rev from counted c where p.pharmacy_id = ${pharmacyId}
        and p.id in (select beneficiary_id from payer) returning p.id
    ), organization as (
      update organizations o set rev = c.rev from counted c where o.pharmacy_id = ${pharmacyId}
        and o.id in (select owner_organization_id from payer where company_id is null) returning o.id
    ), company as (
      update companies i set rev = c.rev from counted c where i.pharmacy_id = ${pharmacyId}
        and i.id in (select company_id from payer) returning i.id
    )
    select array(select id from person) as persons, array(select id from organization) as organizations,
      array(select id from company) as companies`.execute(tx)
  return rows[0]!
}
