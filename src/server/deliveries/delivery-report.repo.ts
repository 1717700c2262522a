import { sql, type RawBuilder } from 'kysely'
import type { DeliveryReportRow } from '#shared/contract/deliveries.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import type { Tx } from '#server/db/database.ts'

export type ReportPeriod = { from: string; to: string; supplierId?: string | undefined }
type By = 'supplier' | 'month' | 'product'

const keys: Record<By, { key: RawBuilder<unknown>; label: RawBuilder<unknown> }> = {
  supplier: { key: sql`d.supplier_id::text`, label: sql`s.name` },
  month: { key: sql`to_char(d.received_on, 'YYYY-MM')`, label: sql`to_char(d.received_on, 'YYYY-MM')` },
  product: { key: sql`l.pharmacy_product_id::text`, label: sql`coalesce(o.private_label, p.label)` },
}

/** Closed deliveries of the days from `from` to `to`, the largest sum first; months in their order. */
export async function reportOfDeliveries(
  tx: Tx,
  pharmacyId: string,
  period: ReportPeriod,
  by: By,
): Promise<DeliveryReportRow[]> {
  const { key, label } = keys[by]
  const { rows } = await sql<DeliveryReportRow>`
    select ${key} as key, ${label} as label, count(distinct d.id)::int as deliveries,
      sum(l.received + l.free)::bigint as boxes, sum(l.free)::bigint as free,
      greatest(0, sum(l.noted - l.received))::bigint as missing,
      sum(round(l.received * l.purchase_price))::bigint as net,
      sum(round(round(l.received * l.purchase_price) * l.vat / 10000))::bigint as vat,
      coalesce(sum((l.received + l.free) * i.sale_price), 0)::bigint as "saleValue"
    from ${closedLines(pharmacyId, period)} and l.stock_item_id is not null
    group by 1, 2 order by ${by === 'month' ? sql`1` : sql`net desc, 2`}`.execute(tx)
  return rows
}

/** A line of a closed delivery, as its file says it. */
export type ReportLine = {
  number: number
  supplier: string
  bl: string
  receivedOn: string
  code: string | null
  label: string
  noted: number
  received: number
  free: number
  purchasePrice: SupplierPrice
  vat: number
  salePrice: number | null
  lot: string | null
  expiresOn: string | null
}

/** One page of the lines, in the order of the deliveries; `after`: the last line of the page before. */
export async function linesOfReport(
  tx: Tx,
  pharmacyId: string,
  period: ReportPeriod,
  { offset, size }: { offset: number; size: number },
): Promise<ReportLine[]> {
  const { rows } = await sql<ReportLine>`
    select d.number, s.name as supplier, d.bl, d.received_on as "receivedOn", l.code,
      coalesce(o.private_label, p.label, l.label) as label, l.noted, l.received, l.free,
      l.purchase_price::text as "purchasePrice", l.vat, i.sale_price as "salePrice", l.lot, l.expires_on as "expiresOn"
    from ${closedLines(pharmacyId, period)}
    order by d.number, l.position, l.id limit ${size} offset ${offset}`.execute(tx)
  return rows
}

function closedLines(pharmacyId: string, { from, to, supplierId }: ReportPeriod): RawBuilder<unknown> {
  return sql`deliveries d
    join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id
    join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed
    left join pharmacy_products o on o.pharmacy_id = l.pharmacy_id and o.id = l.pharmacy_product_id
    left join products p on p.id = o.product_id
    left join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
    where d.pharmacy_id = ${pharmacyId} and d.state = 'closed' and d.received_on between ${from}::date and ${to}::date
      ${supplierId ? sql`and d.supplier_id = ${supplierId}` : sql``}`
}
