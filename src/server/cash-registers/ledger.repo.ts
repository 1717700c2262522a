import { sql } from 'kysely'
import type { RegisterLedger } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

/** Lines of a register, in the order in which they happened. */
export async function linesOfRegister(
  tx: Tx,
  pharmacyId: string,
  registerId: string,
): Promise<RegisterLedger['lines']> {
  const { rows } = await sql<Omit<RegisterLedger['lines'][number], 'at'> & { at: Date }>`
    select m.id, m.occurred_at as at, m.kind, m.type, m.operator, m.amount, m.user_id as "userId",
      m.sale_id as "saleId", r.label as reason
    from register_movements m left join disbursements d on d.pharmacy_id = m.pharmacy_id and d.id = m.id
      left join disbursement_reasons r on r.pharmacy_id = d.pharmacy_id and r.id = d.reason_id
    where m.pharmacy_id = ${pharmacyId} and m.register_id = ${registerId} order by m.occurred_at, m.seq`.execute(tx)
  return rows.map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
}

type SaleRow = Omit<RegisterLedger['sales'][number], 'soldAt' | 'sellerName' | 'records'> & {
  soldAt: Date
  seller: PersonName
  quantities: number[]
}

/** One statement for any number of sales: a closing screen waits for the result. */
export async function salesOfRegister(
  tx: Tx,
  pharmacyId: string,
  registerId: string,
): Promise<RegisterLedger['sales']> {
  const { rows } = await sql<SaleRow>`
    with sold as materialized (select * from sales where pharmacy_id = ${pharmacyId} and register_id = ${registerId}),
    lines as (select l.sale_id, json_agg(l.quantity) as quantities from sale_records l join sold s on s.id = l.sale_id
      where l.pharmacy_id = ${pharmacyId} and l.levy is null group by 1),
    paid as (
      select y.sale_id, json_agg(json_build_object('type', y.type, 'amount', y.amount + coalesce((y.data ->> 'stampDuty')::bigint, 0),
        'tendered', coalesce((y.data ->> 'tendered')::bigint, y.amount)) order by y.position) as payments
      from sale_payments y join sold s on s.id = y.sale_id where y.pharmacy_id = ${pharmacyId} and y.type = 'CASH'
        group by 1
    )
    select s.id, s.number, s.sold_at as "soldAt", s.status = 'CANCELED' as "isCanceled",
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
      coalesce(l.quantities, '[]') as quantities, coalesce(p.payments, '[]') as payments
    from sold s join users u on u.id = s.seller_id left join lines l on l.sale_id = s.id
      left join paid p on p.sale_id = s.id order by s.sold_at, s.number`.execute(tx)
  return rows.map(({ soldAt, seller, quantities, ...sale }) => ({
    ...sale,
    soldAt: soldAt.toISOString(),
    sellerName: displayName(seller),
    records: quantities.map((quantity) => ({ quantity })),
  }))
}

/** Enough past disbursements to recognise the frequent ones. */
const pastShown = 200

export async function pastDisbursements(
  tx: Tx,
  pharmacyId: string,
  exceptRegister: string,
): Promise<RegisterLedger['pastDisbursements']> {
  const { rows } = await sql<RegisterLedger['pastDisbursements'][number]>`
    select r.label as reason, d.amount from disbursements d join disbursement_reasons r on r.pharmacy_id = d.pharmacy_id
      and r.id = d.reason_id
    where d.pharmacy_id = ${pharmacyId} and d.register_id <> ${exceptRegister} order by d.spent_at desc, d.number desc
      limit ${pastShown}`.execute(tx)
  return rows
}

export async function lastDenominations(
  tx: Tx,
  pharmacyId: string,
  exceptRegister: string,
): Promise<RegisterCount['denominations'] | null> {
  const { rows } = await sql<{ denominations: RegisterCount['denominations'] }>`
    select report -> 'denominations' as denominations from register_counts
    where pharmacy_id = ${pharmacyId} and register_id <> ${exceptRegister} and kind = 'closing' order by number desc
      limit 1`.execute(tx)
  return rows[0]?.denominations ?? null
}
