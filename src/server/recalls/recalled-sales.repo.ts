import { sql } from 'kysely'
import type { RecallRecord, RecallSale } from '#shared/contract/recalls.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf } from '#server/db/person-name.ts'
import { returnedOf } from '#server/stock/returned-lines.repo.ts'

/** Whether the sale "s" names a client: its patient, or a client who pays later. */
export const hasClient = sql`(s.patient_id is not null or exists (select from sale_payments y
  where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id and y.client_id is not null))`

type Named = PersonName & { phone: string | null }
type SaleRow = Omit<RecallSale, 'soldAt' | 'sellerName' | 'clientName' | 'phone' | 'contacts'> & {
  soldAt: string
  seller: PersonName
  person: Named | null
  organization: { name: string; phone: string | null } | null
  contacts: (Omit<RecallSale['contacts'][number], 'byName'> & { by: PersonName })[]
}

/** The closed sales of these lots, oldest last, with their client and what was noted about them. */
export async function salesOfRecall(
  tx: Tx,
  pharmacyId: string,
  { recallId, lots }: { recallId: string; lots: readonly string[] },
): Promise<RecallSale[]> {
  const { rows } = await sql<SaleRow>`
    with sold as (
      select l.sale_id, k.label as packaging, sum(l.quantity) as quantity,
        coalesce(sum(b.quantity), 0) as returned
      from sale_records l join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
        join packagings k on k.id = i.packaging_id
        cross join ${returnedOf(pharmacyId)} b
      where l.pharmacy_id = ${pharmacyId} and l.stock_item_id = any(${[...lots]}::uuid[]) group by 1, 2
    )
    select s.id as "saleId", s.number as "saleNumber", s.sold_at as "soldAt",
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
      case when f.id is not null then json_build_object('firstName', f.first_name, 'lastName', f.last_name,
        'phone', f.phone) end as person,
      case when o.id is not null then json_build_object('name', o.name, 'phone', o.phone) end as organization,
      (select json_agg(json_build_object('packaging', d.packaging, 'quantity', d.quantity, 'returned', d.returned)
        order by d.packaging) from sold d where d.sale_id = s.id) as items,
      (select coalesce(json_agg(json_build_object('outcome', c.outcome, 'returned', c.returned, 'note', c.note,
          'at', c.at, 'by', json_build_object('firstName', w.first_name, 'lastName', w.last_name))
        order by c.at desc, c.id desc), '[]')
        from recall_contacts c join users w on w.id = c.user_id
        where c.pharmacy_id = s.pharmacy_id and c.recall_id = ${recallId} and c.sale_id = s.id) as contacts
    from sales s join users u on u.id = s.seller_id
      left join lateral (select y.client_id as id from sale_payments y where y.pharmacy_id = s.pharmacy_id
        and y.sale_id = s.id and y.client_id is not null order by y.position limit 1) c on true
      left join persons g on g.pharmacy_id = s.pharmacy_id and g.id = ${firstOf('s.patient_id', 'c.id')}
      left join persons f on f.pharmacy_id = g.pharmacy_id and f.id = ${firstOf('g.merged_into', 'g.id')}
      left join organizations o on o.pharmacy_id = s.pharmacy_id and o.id = c.id and f.id is null
    where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and s.id in (select d.sale_id from sold d)
    order by s.sold_at desc, s.number desc`.execute(tx)
  return rows.map(({ seller, person, organization, soldAt, contacts, ...sale }) => ({
    ...sale,
    soldAt: new Date(soldAt).toISOString(),
    sellerName: displayName(seller),
    clientName: person ? displayName(person) : (organization?.name ?? null),
    phone: person?.phone ?? organization?.phone ?? null,
    contacts: contacts.map(({ by, at, ...contact }) => ({
      ...contact,
      at: new Date(at).toISOString(),
      byName: displayName(by),
    })),
  }))
}

/**
 * Where the packages of these lots are, by packaging: sold in sales that stand, returned by credit notes (whether or
 * not they went back on the shelf), in stock, destroyed.
 */
export async function quantitiesOfRecall(
  tx: Tx,
  pharmacyId: string,
  lots: readonly string[],
): Promise<RecallRecord['quantities']> {
  const { rows } = await sql<RecallRecord['quantities'][number]>`
    with sold as (
      select l.stock_item_id as id, sum(l.quantity) as quantity, coalesce(sum(b.quantity), 0) as returned
      from sale_records l join sales s on s.pharmacy_id = l.pharmacy_id and s.id = l.sale_id and s.status = 'CLOSED'
        cross join ${returnedOf(pharmacyId)} b
      where l.pharmacy_id = ${pharmacyId} and l.stock_item_id = any(${[...lots]}::uuid[]) group by 1
    ), destroyed as (
      select m.stock_item_id as id, -sum(m.quantity) as quantity from stock_movements m
      where m.pharmacy_id = ${pharmacyId} and m.stock_item_id = any(${[...lots]}::uuid[]) and m.cause = 'destruction'
      group by 1
    )
    select k.label as packaging, coalesce(sum(d.quantity), 0) as sold, coalesce(sum(d.returned), 0) as returned,
      sum(i.quantity) as "inStock", coalesce(sum(x.quantity), 0) as destroyed
    from stock_items i join packagings k on k.id = i.packaging_id left join sold d on d.id = i.id
      left join destroyed x on x.id = i.id
    where i.pharmacy_id = ${pharmacyId} and i.id = any(${[...lots]}::uuid[]) group by k.label order by k.label`.execute(
    tx,
  )
  return rows
}
