import { sql } from 'kysely'
import type { PersonData } from '#shared/contract/person-data.ts'
import type { Tx } from '#server/db/database.ts'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'

type Ledgers = Pick<PersonData, 'sales' | 'register' | 'dues' | 'bills'>

/**
 * What the ledgers keep of a person and of those merged into him, oldest first; sales of the drawers that are withheld
 * without their amounts.
 */
export async function ledgersOf(tx: Tx, pharmacyId: string, id: string, withheld: readonly string[]): Promise<Ledgers> {
  const isShown = notWithheld(sql`s.register_id`, withheld)
  const { rows } = await sql<Ledgers>`
    with own as (
      select s.* from sales s where s.pharmacy_id = ${pharmacyId} and s.patient_id = any(array(
        select p.id from persons p where p.pharmacy_id = ${pharmacyId} and ${id} in (p.id, p.merged_into)))
    )
    select
      (select coalesce(json_agg(json_build_object('id', s.id, 'number', s.number, 'soldAt', s.sold_at,
          'status', s.status, 'total', case when ${isShown} then s.total end, 'prescription', s.prescription,
          'lines', (select coalesce(json_agg(json_build_object('label', l.label, 'lot', i.lot, 'quantity', l.quantity,
              'price', case when ${isShown} then l.price end, 'posology', l.posology) order by l.position), '[]')
            from sale_records l left join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
            where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id),
          'payments', (select coalesce(json_agg(json_build_object('type', y.type, 'amount', y.amount)
              order by y.position), '[]')
            from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id and ${isShown}),
          'photos', (select coalesce(json_agg(f.taken_at order by f.taken_at), '[]')
            from sale_photos f where f.pharmacy_id = s.pharmacy_id and f.sale_id = s.id))
        order by s.sold_at, s.number), '[]') from own s) as sales,
      (select coalesce(json_agg(json_build_object('number', e.number, 'saleId', e.sale_id,
          'dispensedOn', e.dispensed_on, 'label', e.label, 'quantity', e.quantity, 'prescriber', e.prescriber,
          'prescribedOn', e.prescribed_on, 'patientName', e.patient_name, 'patientAddress', e.patient_address)
        order by e.number), '[]')
        from prescription_entries e join own s on s.id = e.sale_id where e.pharmacy_id = ${pharmacyId}) as register,
      (select coalesce(json_agg(json_build_object('saleId', d.sale_id, 'quantity', d.quantity, 'owed', d.owed,
          'name', d.name, 'phone', d.phone, 'note', d.note, 'createdAt', d.created_at) order by d.created_at), '[]')
        from dues d join own s on s.id = d.sale_id where d.pharmacy_id = ${pharmacyId}) as dues,
      (select coalesce(json_agg(json_build_object('id', b.id, 'number', b.number, 'status', b.status,
          'amount', b.amount, 'issuedOn', b.issued_on) order by b.issued_on, b.number), '[]')
        from bills b where b.pharmacy_id = ${pharmacyId} and b.person_id = any(array(
          select p.id from persons p where p.pharmacy_id = ${pharmacyId} and ${id} in (p.id, p.merged_into)))) as bills`.execute(
    tx,
  )
  const { sales, dues, ...rest } = rows[0]!
  return {
    ...rest,
    sales: sales.map((sale) => ({ ...sale, soldAt: instant(sale.soldAt), photos: sale.photos.map(instant) })),
    dues: dues.map((due) => ({ ...due, createdAt: instant(due.createdAt) })),
  }
}

/** PostgreSQL writes an instant in JSON with its own offset. */
const instant = (text: string) => new Date(text).toISOString()
