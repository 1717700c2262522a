import { sql } from 'kysely'
import type { DeliveryLine } from '#shared/contract/deliveries.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** A line as it is stored. */
export type StoredLine = DeliveryLineFields & {
  id: string
  position: number
  code: string | null
  label: string
  ordered: number | null
  notePrice: number | null
}
export type ShownLine = StoredLine &
  Pick<DeliveryLine, 'productLabel' | 'packaging' | 'tracing' | 'changedByName' | 'stockItemId'>

/** In the order of the note, then as they were added. */
export async function linesOf(tx: Tx, pharmacyId: string, deliveryId: string): Promise<ShownLine[]> {
  const { rows } = await sql<Omit<ShownLine, 'changedByName'> & { changedBy: PersonName | null }>`
    select l.id, l.position, l.code, l.label, l.ordered, l.note_price as "notePrice",
      l.pharmacy_product_id as "productId", l.packaging_id as "packagingId", l.noted, l.received, l.free,
      l.purchase_price::text as "purchasePrice", l.sale_price as "salePrice", l.vat, l.lot, l.expires_on as "expiresOn",
      l.checked as "isChecked", l.removed as "isRemoved", l.stock_item_id as "stockItemId",
      coalesce(o.private_label, p.label) as "productLabel", k.label as packaging,
      coalesce(c.traced_by, 'lot-and-expiry') as tracing,
      case when u.id is null then null
        else json_build_object('firstName', u.first_name, 'lastName', u.last_name) end as "changedBy"
    from delivery_lines l
      left join pharmacy_products o on o.pharmacy_id = l.pharmacy_id and o.id = l.pharmacy_product_id
      left join products p on p.id = o.product_id left join packagings k on k.id = l.packaging_id
      left join product_categories c on c.id = coalesce(o.category_id, p.category_id)
      left join users u on u.id = l.changed_by
    where l.pharmacy_id = ${pharmacyId} and l.delivery_id = ${deliveryId} order by l.position, l.id`.execute(tx)
  return rows.map(({ changedBy, ...line }) => ({ ...line, changedByName: changedBy && displayName(changedBy) }))
}

export async function lineOf(
  tx: Tx,
  pharmacyId: string,
  lineId: string,
): Promise<(StoredLine & { deliveryId: string }) | undefined> {
  const { rows } = await sql<StoredLine & { deliveryId: string }>`
    select id, delivery_id as "deliveryId", position, code, label, ordered, note_price as "notePrice",
      pharmacy_product_id as "productId", packaging_id as "packagingId", noted, received, free,
      purchase_price::text as "purchasePrice", sale_price as "salePrice", vat, lot, expires_on as "expiresOn",
      checked as "isChecked", removed as "isRemoved"
    from delivery_lines where pharmacy_id = ${pharmacyId} and id = ${lineId}`.execute(tx)
  return rows[0]
}

export async function lastPosition(tx: Tx, pharmacyId: string, deliveryId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), -1) as last from delivery_lines
    where pharmacy_id = ${pharmacyId} and delivery_id = ${deliveryId}`.execute(tx)
  return rows[0]!.last
}

/** Inserts lines, or replaces the fields of those that exist. `by`: null for the lines of a file. */
export async function writeLines(
  tx: Tx,
  pharmacyId: string,
  deliveryId: string,
  lines: readonly StoredLine[],
  by: { userId: string; at: Date } | null,
): Promise<void> {
  await sql`
    insert into delivery_lines (pharmacy_id, id, delivery_id, position, code, label, ordered, note_price,
      pharmacy_product_id, packaging_id, noted, received, free, purchase_price, sale_price, vat, lot, expires_on,
      checked, removed, changed_by, changed_at)
    select ${pharmacyId}, r.id, ${deliveryId}, r.position, r.code, r.label, r.ordered, r."notePrice", r."productId",
      r."packagingId", r.noted, r.received, r.free, r."purchasePrice", r."salePrice", r.vat, r.lot, r."expiresOn",
      r."isChecked", r."isRemoved", ${by?.userId ?? null}::uuid, ${by?.at ?? null}::timestamptz
    from ${jsonRows(lines)} as r (id uuid, position int, code text, label text, ordered int, "notePrice" bigint,
      "productId" uuid, "packagingId" uuid, noted int, received int, free int, "purchasePrice" numeric,
      "salePrice" bigint, vat int, lot text, "expiresOn" date, "isChecked" boolean, "isRemoved" boolean)
    on conflict (pharmacy_id, id) do update set pharmacy_product_id = excluded.pharmacy_product_id,
      packaging_id = excluded.packaging_id, noted = excluded.noted, received = excluded.received,
      free = excluded.free, purchase_price = excluded.purchase_price, sale_price = excluded.sale_price,
      vat = excluded.vat, lot = excluded.lot, expires_on = excluded.expires_on, checked = excluded.checked,
      removed = excluded.removed, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx)
}

/** Boxes that did not come and that nobody awaits any more. */
export async function markGivenUp(
  tx: Tx,
  pharmacyId: string,
  missing: readonly { line: { id: string }; boxes: number }[],
): Promise<void> {
  await sql`
    update delivery_lines l set given_up = r.boxes
    from ${jsonRows(missing.map(({ line: { id }, boxes }) => ({ id, boxes })))} as r (id uuid, boxes int)
    where l.pharmacy_id = ${pharmacyId} and l.id = r.id`.execute(tx)
}

/** Where the boxes of each line went, and what one of them cost. */
export async function markBooked(
  tx: Tx,
  pharmacyId: string,
  booked: readonly { lineId: string; stockItemId: string; cost: number }[],
): Promise<void> {
  await sql`
    update delivery_lines l set stock_item_id = r."stockItemId", cost = r.cost
    from ${jsonRows(booked)} as r ("lineId" uuid, "stockItemId" uuid, cost bigint)
    where l.pharmacy_id = ${pharmacyId} and l.id = r."lineId"`.execute(tx)
}
