import { sql } from 'kysely'
import type { NewSale } from '#shared/contract/sales.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import type { Tx } from '#server/db/database.ts'
import { transactionOf } from '#shared/domain/transaction-reference.ts'
import type { Repeats } from '#server/sales/shop.ts'

/**
 * Whether another closed sale has a voucher or a box of this sale, or this sale has a box twice. A voucher is a repeat
 * only within a day, because the rest of a prescription may be dispensed later with the same voucher. A returned box
 * may be sold again.
 */
export async function repeatsOf(tx: Tx, pharmacyId: string, sale: NewSale): Promise<Repeats> {
  const vouchers = sale.payments.flatMap((payment) => {
    const policy = policyOfPayment(payment)
    const voucher = payment.type === 'INSURANCE' ? payment.insuranceMetadata.voucher : null
    return policy !== null && voucher !== null ? [{ policy, voucher }] : []
  })
  const boxes = sale.records.flatMap(({ stockItemId, serials = [] }) =>
    serials.map((serial) => ({ item: stockItemId, serial })),
  )
  const reference = await repeatedReference(tx, pharmacyId, sale)
  if (vouchers.length + boxes.length === 0) return { voucher: false, serial: false, reference }
  const { rows } = await sql<Omit<Repeats, 'reference'>>`
    select exists (
      select from json_to_recordset(${JSON.stringify(vouchers)}::json) as v (policy uuid, voucher text)
        join sale_payments y on y.pharmacy_id = ${pharmacyId} and y.policy_id = v.policy
          and y.data #>> '{insuranceMetadata,voucher}' = v.voucher
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      where s.status = 'CLOSED' and s.id <> ${sale.id}
        and s.sold_at between ${sale.soldAt}::timestamptz - interval '1 day'
          and ${sale.soldAt}::timestamptz + interval '1 day'
    ) as voucher, exists (
      select from json_to_recordset(${JSON.stringify(boxes)}::json) as b (item uuid, serial text)
        join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = b.item
        join sale_records l on l.pharmacy_id = ${pharmacyId} and l.serials @> array[b.serial]
        join stock_items o on o.pharmacy_id = l.pharmacy_id and o.id = l.stock_item_id
          and o.pharmacy_product_id = i.pharmacy_product_id
        join sales s on s.pharmacy_id = l.pharmacy_id and s.id = l.sale_id
      where s.status = 'CLOSED' and s.id <> ${sale.id} and not exists (
        select from sale_returns r join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
        where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id and t.line_id = l.id)
    ) or exists (
      select from json_to_recordset(${JSON.stringify(boxes)}::json) as b (item uuid, serial text)
        join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = b.item
      group by i.pharmacy_product_id, b.serial having count(*) > 1
    ) as serial`.execute(tx)
  return { ...rows[0]!, reference }
}

/** The number of the latest other sale that a transaction of this one has paid, whenever and at whatever till. */
async function repeatedReference(tx: Tx, pharmacyId: string, sale: NewSale): Promise<number | null> {
  const transactions = sale.payments.flatMap((payment) => transactionOf(payment) ?? [])
  if (transactions.length === 0) return null
  const { rows } = await sql<{ number: number }>`
    select s.number from json_to_recordset(${JSON.stringify(transactions)}::json) as t (reference text, operator text)
      join sale_payments y on y.pharmacy_id = ${pharmacyId} and y.type = 'MOBILE_MONEY'
        and y.data ->> 'transactionReference' is not null
        and plain_reference(y.data ->> 'transactionReference') = t.reference
        and coalesce(y.data ->> 'phoneOperator', t.operator, '') = coalesce(t.operator, y.data ->> 'phoneOperator', '')
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
    where s.status = 'CLOSED' and s.id <> ${sale.id} order by s.number desc limit 1`.execute(tx)
  return rows[0]?.number ?? null
}
