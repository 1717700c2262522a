import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'

/** Hours before now at which the closed inventory was counted: after the last sale of its lots. */
const countedHoursAgo = 2
const hourMs = 3_600_000
/** Lots of the closed inventory and of the one under way, and how many of the latter are counted. */
const [closedLots, openLots, counted] = [24, 12, 5] as const
/** Of the counted lots, what the shelf had more or less than the ledger. */
const differences = new Map([
  [4, -1],
  [11, 2],
  [17, -2],
])

type Lot = { id: string; productId: string; quantity: number; cost: number; price: number; storageId: string | null }

/** An inventory that was closed this morning, and a rotating one that is being counted. Returns the last number. */
export async function seedInventories(
  tx: Tx,
  { id: pharmacyId, slug, members }: DemoPharmacy,
  { now }: DemoCalendar,
): Promise<number> {
  const clerk = (members.find(({ role }) => role === 'gestionnaire de stock') ?? members[0]!).id
  const countedAt = new Date(now.getTime() - countedHoursAgo * hourMs)
  const lots = await restingLots(tx, pharmacyId, countedAt)
  const [closed, open] = [lots.slice(0, closedLots), lots.slice(closedLots, closedLots + openLots)]
  const common = { pharmacy_id: pharmacyId, created_by: clerk }
  const [closedId, openId] = [demoId('inventory', slug, 'closed'), demoId('inventory', slug, 'open')]
  await bulkInsert(tx, 'inventories', [
    {
      ...common,
      id: closedId,
      number: 1,
      label: 'Lots qui expirent les premiers',
      scope: { kind: 'expiring', days: 365 },
      state: 'closed',
      created_at: new Date(countedAt.getTime() - hourMs / 2),
      closed_by: clerk,
      closed_at: new Date(countedAt.getTime() + hourMs / 2),
    },
    {
      ...common,
      id: openId,
      number: 2,
      label: 'Inventaire tournant',
      scope: { kind: 'products', ids: [...new Set(open.map(({ productId }) => productId))] },
      state: 'open',
      created_at: countedAt,
      closed_by: null,
      closed_at: null,
    },
  ])
  const found = closed.map((lot, place) => ({ ...lot, counted: lot.quantity + (differences.get(place) ?? 0) }))
  await bulkInsert(tx, 'inventory_lines', [
    ...found.map((lot) => ({
      pharmacy_id: pharmacyId,
      inventory_id: closedId,
      stock_item_id: lot.id,
      reason: lot.counted < lot.quantity ? 'breakage' : null,
      counted: lot.counted,
      counted_at: countedAt,
      expected: lot.quantity,
      rounds: lot.counted === lot.quantity ? 1 : 2,
      storage_id: lot.storageId,
      purchase_price: lot.cost,
      sale_price: lot.price,
    })),
    ...open.map(({ id }) => ({
      pharmacy_id: pharmacyId,
      inventory_id: openId,
      stock_item_id: id,
      reason: null,
      counted: null,
      counted_at: null,
      expected: null,
      rounds: null,
      storage_id: null,
      purchase_price: null,
      sale_price: null,
    })),
  ])
  const countsOf = (inventoryId: string, { id, times, quantity }: { id: string; times: number; quantity: number }) =>
    Array.from({ length: times }, (_, round) => ({
      pharmacy_id: pharmacyId,
      id: demoId('inventory-count', slug, inventoryId, id, String(round)),
      inventory_id: inventoryId,
      stock_item_id: id,
      kind: 'whole' as const,
      quantity,
      counted_at: countedAt,
      counted_by: clerk,
      received_at: countedAt,
    }))
  await bulkInsert(tx, 'inventory_counts', [
    ...found.flatMap((lot) =>
      countsOf(closedId, { id: lot.id, times: lot.counted === lot.quantity ? 1 : 2, quantity: lot.counted }),
    ),
    ...open
      .slice(0, counted)
      .flatMap(({ id, quantity }, place) =>
        countsOf(openId, { id, times: 1, quantity: Math.max(0, quantity - (place === 1 ? 1 : 0)) }),
      ),
  ])
  await moveFound(tx, pharmacyId, { inventoryId: closedId, userId: clerk, countedAt, found })
  return 2
}

/** Whole boxes in stock that nothing moved since, the first to expire first: a past count changes no later movement. */
async function restingLots(tx: Tx, pharmacyId: string, since: Date): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select i.id, i.pharmacy_product_id as "productId", i.quantity, i.purchase_price as cost, i.sale_price as price,
      coalesce(i.storage_id, o.storage_id) as "storageId"
    from stock_items i join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
    where i.pharmacy_id = ${pharmacyId} and i.quantity > 5 and not i.archived and not o.archived and i.blocked is null
      and i.expires_on > ${since}::date + 90 and not exists (select from stock_movements m
        where m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id and m.at > ${since})
    order by i.expires_on, i.id limit ${closedLots + openLots}`.execute(tx)
  return rows
}

async function moveFound(
  tx: Tx,
  pharmacyId: string,
  {
    inventoryId,
    userId,
    countedAt,
    found,
  }: { inventoryId: string; userId: string; countedAt: Date; found: readonly (Lot & { counted: number })[] },
): Promise<void> {
  const moved = found.filter(({ counted: each, quantity }) => each !== quantity)
  await bulkInsert(
    tx,
    'stock_movements',
    moved.map((lot) => ({
      pharmacy_id: pharmacyId,
      id: demoId('movement', inventoryId, lot.id),
      stock_item_id: lot.id,
      cause: 'inventory' as const,
      quantity: lot.counted - lot.quantity,
      before: lot.quantity,
      after: lot.counted,
      user_id: userId,
      at: new Date(countedAt.getTime() + hourMs / 2),
      occurred_at: countedAt,
      reason: lot.counted < lot.quantity ? 'breakage' : null,
      link_kind: 'inventory',
      link_id: inventoryId,
    })),
  )
  await sql`
    update stock_items i set counted_at = ${countedAt}, quantity = l.counted from inventory_lines l
    where l.pharmacy_id = ${pharmacyId} and l.inventory_id = ${inventoryId} and i.pharmacy_id = l.pharmacy_id
      and i.id = l.stock_item_id`.execute(tx)
}
