import { sql, type RawBuilder } from 'kysely'
import type { MovedAt, Owed } from '#shared/domain/inventories/counted-line.ts'
import type { Count } from '#shared/domain/inventories/rounds.ts'
import type { PersonName } from '#shared/domain/person.ts'
import { miscountReasons } from '#shared/domain/storage-accuracy.ts'
import type { AdjustmentReason } from '#shared/domain/stock-reasons.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** A lot of an inventory with what the ledger knows of it now. `booked`: what closing wrote; null while it is open. */
export type LineRow = {
  stockItemId: string
  pharmacyProductId: string
  packagingId: string
  label: string
  packaging: string
  lot: string | null
  expiresOn: string | null
  storageId: string | null
  storage: string | null
  countsTwice: boolean
  isArchived: boolean
  quantity: number
  purchasePrice: number
  salePrice: number
  reason: AdjustmentReason | null
  note: string | null
  booked: { counted: number; expected: number; at: number; rounds: number; by: string } | null
}

/** The lots of an inventory, or these of them, by storage and label: in the order in which a shop is walked. */
export async function linesOf(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  lots?: readonly string[],
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select i.id as "stockItemId", o.id as "pharmacyProductId", i.packaging_id as "packagingId",
      coalesce(o.private_label, p.label) as label, k.label as packaging, i.lot, i.expires_on as "expiresOn",
      g.id as "storageId", g.label as storage, coalesce(p.prescription_list, 'none') = 'narcotic' as "countsTwice",
      i.archived or o.archived as "isArchived", i.quantity,
      coalesce(l.purchase_price, i.purchase_price) as "purchasePrice", coalesce(l.sale_price, i.sale_price) as "salePrice",
      l.reason, l.note,
      case when l.counted is not null then json_build_object('counted', l.counted, 'expected', l.expected,
        'at', (extract(epoch from l.counted_at) * 1000)::bigint, 'rounds', l.rounds, 'by', '') end as booked
    from inventory_lines l
      join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
      join packagings k on k.id = i.packaging_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id
      left join storages g on g.pharmacy_id = i.pharmacy_id
        and g.id = coalesce(l.storage_id, i.storage_id, o.storage_id)
    where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId} ${among('l', lots)}
    order by folded(g.label) nulls last, folded(coalesce(o.private_label, p.label)), i.expires_on nulls last, i.id`.execute(
    tx,
  )
  return rows
}

function among(table: string, lots: readonly string[] | undefined): RawBuilder<unknown> {
  return lots ? sql`and ${sql.table(table)}.stock_item_id = any(${[...lots]}::uuid[])` : sql``
}

/** What the boxes of the products of an inventory carry, by product. */
export async function codesOf(tx: Tx, pharmacyId: string, inventoryId: string): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ id: string; code: string }>`
    with counted as (
      select distinct i.pharmacy_product_id as id from inventory_lines l
        join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
      where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId}
    )
    select o.id, c.code from counted join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.id = counted.id
      join product_codes c on c.product_id = o.product_id
    union select c.pharmacy_product_id, c.code from counted join pharmacy_product_codes c
      on c.pharmacy_id = ${pharmacyId} and c.pharmacy_product_id = counted.id`.execute(tx)
  return grouped(rows.map(({ id, code }) => [id, code]))
}

/** The next lots that a closing books. `gone`: also those that nobody counted. */
export async function nextToBook(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  { gone, most }: { gone: boolean; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ lot: string }>`
    select l.stock_item_id as lot from inventory_lines l
    where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId} and l.counted is null
      and (${gone} or exists (select from inventory_counts n where n.pharmacy_id = l.pharmacy_id
        and n.inventory_id = l.inventory_id and n.stock_item_id = l.stock_item_id))
    order by l.stock_item_id limit ${most}`.execute(tx)
  return rows.map(({ lot }) => lot)
}

/** The counts of an inventory by lot. */
export async function countsOf(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  lots?: readonly string[],
): Promise<ReadonlyMap<string, Count[]>> {
  const { rows } = await sql<Omit<Count, 'at'> & { stockItemId: string; at: Date }>`
    select id, stock_item_id as "stockItemId", kind, quantity, counted_at as at, counted_by as by
    from inventory_counts c where c.pharmacy_id = ${pharmacyId} and c.inventory_id = ${inventoryId}
      ${among('c', lots)}`.execute(tx)
  return grouped(rows.map(({ stockItemId, at, ...count }) => [stockItemId, { ...count, at: at.getTime() }]))
}

/**
 * What the counted lots moved since they were first counted, by lot. A movement is written when it happens or later. A
 * correction of a wrong figure moved no box: it counts as if it had always been so.
 */
export async function movedSinceCounts(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  lots?: readonly string[],
): Promise<ReadonlyMap<string, MovedAt[]>> {
  const { rows } = await sql<{ stockItemId: string; quantity: number; at: Date }>`
    select m.stock_item_id as "stockItemId", m.quantity, coalesce(m.occurred_at, m.at) as at
    from (
      select n.stock_item_id, min(n.counted_at) as since from inventory_counts n
      where n.pharmacy_id = ${pharmacyId} and n.inventory_id = ${inventoryId} ${among('n', lots)} group by 1
    ) c join stock_movements m on m.pharmacy_id = ${pharmacyId} and m.stock_item_id = c.stock_item_id
      and m.at > c.since and coalesce(m.occurred_at, m.at) > c.since
      and not (m.cause = 'adjustment' and m.reason = any(${[...miscountReasons]}::text[]))`.execute(tx)
  return grouped(rows.map(({ stockItemId, quantity, at }) => [stockItemId, { quantity, at: at.getTime() }]))
}

/**
 * What customers are and were owed of the lots of an inventory, from their sale on. A new version of a sale is younger
 * than the due that it takes along.
 */
export async function owedOf(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  lots?: readonly string[],
): Promise<ReadonlyMap<string, Owed[]>> {
  const { rows } = await sql<{ stockItemId: string; quantity: number; owed: number; from: Date; until: Date | null }>`
    select r.stock_item_id as "stockItemId", d.quantity, d.owed, least(s.sold_at, d.created_at) as "from",
      d.lessened_at as until
    from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
      join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
      join inventory_lines l on l.pharmacy_id = r.pharmacy_id and l.stock_item_id = r.stock_item_id
    where d.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId} ${among('l', lots)}`.execute(tx)
  return grouped(
    rows.flatMap(({ stockItemId, quantity, owed, from, until }) =>
      [
        { units: owed, from: from.getTime(), until: null },
        { units: quantity - owed, from: from.getTime(), until: until?.getTime() ?? null },
      ]
        .filter(({ units }) => units > 0)
        .map((each): [string, Owed] => [stockItemId, each]),
    ),
  )
}

function grouped<Value>(rows: readonly (readonly [key: string, value: Value])[]): ReadonlyMap<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const [key, value] of rows) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** The names of who counted in an inventory, by id. */
export async function countersOf(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
): Promise<ReadonlyMap<string, PersonName>> {
  const { rows } = await sql<{ id: string } & PersonName>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName" from users u where u.id in (
      select counted_by from inventory_counts where pharmacy_id = ${pharmacyId} and inventory_id = ${inventoryId}
    )`.execute(tx)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** The name of a lot of the inventory, and whether it is still in use; undefined when the inventory does not have it. */
export async function countableLot(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  stockItemId: string,
): Promise<{ label: string; lot: string | null; isArchived: boolean } | undefined> {
  const { rows } = await sql<{ label: string; lot: string | null; isArchived: boolean }>`
    select coalesce(o.private_label, p.label) as label, i.lot, i.archived or o.archived as "isArchived"
    from inventory_lines l join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id
    where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId}
      and l.stock_item_id = ${stockItemId}`.execute(tx)
  return rows[0]
}

export async function addFoundLine(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  stockItemId: string,
): Promise<void> {
  await sql`insert into inventory_lines (pharmacy_id, inventory_id, stock_item_id, found)
    values (${pharmacyId}, ${inventoryId}, ${stockItemId}, true) on conflict do nothing`.execute(tx)
}

export async function insertCount(
  tx: Tx,
  pharmacyId: string,
  count: Omit<Count, 'at'> & { inventoryId: string; stockItemId: string; countedAt: string; receivedAt: Date },
): Promise<void> {
  await sql`insert into inventory_counts (pharmacy_id, id, inventory_id, stock_item_id, kind, quantity, counted_at,
      counted_by, received_at)
    values (${pharmacyId}, ${count.id}, ${count.inventoryId}, ${count.stockItemId}, ${count.kind}, ${count.quantity},
      ${count.countedAt}, ${count.by}, ${count.receivedAt})`.execute(tx)
}

export async function explainLines(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  { stockItemIds, reason, note }: { stockItemIds: readonly string[]; reason: string | null; note: string | null },
): Promise<number> {
  const { rows } = await sql`update inventory_lines set reason = ${reason}, note = ${note}
    where pharmacy_id = ${pharmacyId} and inventory_id = ${inventoryId} and stock_item_id = any(${stockItemIds}::uuid[])
    returning stock_item_id`.execute(tx)
  return rows.length
}

/** Keeps what closing made of each lot, and the moment of its count for movements that arrive later. */
export async function bookLines(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  lines: readonly { stockItemId: string; counted: number; expected: number; rounds: number; at: string }[],
): Promise<void> {
  await sql`
    with booked as (select * from ${jsonRows(lines)} as r ("stockItemId" uuid, counted int, expected int, rounds int,
      at timestamptz)), seen as (
      update stock_items i set counted_at = greatest(i.counted_at, b.at) from booked b
      where i.pharmacy_id = ${pharmacyId} and i.id = b."stockItemId"
    )
    update inventory_lines l set counted = b.counted, counted_at = b.at, expected = b.expected, rounds = b.rounds,
      storage_id = coalesce(i.storage_id, o.storage_id), purchase_price = i.purchase_price, sale_price = i.sale_price
    from booked b join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = b."stockItemId"
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
    where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId} and l.stock_item_id = b."stockItemId"`.execute(
    tx,
  )
}
