import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { demoPharmacies, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { supplierId } from '#server/demo/demo-suppliers.ts'
import type { PastLot, ProductStock } from '#server/demo/past-lots.ts'
import { known, packagingKey } from '#server/demo/seed-referential.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'

/** Past work on lots that would have expired: how many days ago, and how. */
const pastWork = [
  { daysAgo: 57, kind: 'return' },
  { daysAgo: 44, kind: 'return' },
  { daysAgo: 38, kind: 'transfer' },
  { daysAgo: 26, kind: 'return' },
  { daysAgo: 12, kind: 'return' },
  { daysAgo: 4, kind: 'transfer' },
] as const

/** Lots that went back to their supplier or to the sister pharmacy in the past months, with the work that did it. */
export async function seedExpiries(
  tx: Tx,
  pharmacy: DemoPharmacy,
  stock: readonly ProductStock[],
  calendar: DemoCalendar,
  packagingIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { id: pharmacy_id, slug, members } = pharmacy
  const keeper = (members.find(({ role }) => role === 'gestionnaire de stock') ?? members[0]!).id
  const sister = demoPharmacies.find(({ id }) => id !== pharmacy_id)
  const random = seededRandom('past work', slug)
  const dear = stock.filter(({ product }) => product.medicine.price >= 2000 && product.medicine.atc !== null)
  const gone = pastWork.map(({ daysAgo, kind }) => {
    const { product, lots } = random.pick(dear)
    const quantity = random.int(4, 14)
    const name = `${daysAgo}`
    const like: PastLot = lots[0]!
    return {
      kind,
      quantity,
      lotId: demoId('stock-item', slug, 'gone', name),
      taskId: demoId('expiry-task', slug, name),
      product,
      like,
      name,
      arrivedAt: calendar.at(59, 7),
      decidedAt: calendar.at(daysAgo + 1, 15),
      doneAt: calendar.at(daysAgo, 10),
      expiresOn: calendar.day(-(60 + daysAgo)).date,
    }
  })
  await bulkInsert(
    tx,
    'stock_items',
    gone.map(({ lotId, product, like, expiresOn, name }) => ({
      pharmacy_id,
      id: lotId,
      pharmacy_product_id: product.id,
      packaging_id: known(packagingIds, packagingKey(product.medicine.packaging)),
      lot: `RP${name}`,
      expires_on: expiresOn,
      quantity: 0,
      purchase_price: like.purchasePrice,
      sale_price: like.salePrice,
      supplier_id: supplierId(pharmacy_id, 'Golfe Répartition'),
    })),
  )
  await bulkInsert(
    tx,
    'expiry_tasks',
    gone.map(({ taskId, lotId, kind, quantity, decidedAt, doneAt }) => ({
      pharmacy_id,
      id: taskId,
      stock_item_id: lotId,
      kind,
      quantity,
      to_pharmacy_id: kind === 'transfer' ? (sister?.id ?? null) : null,
      to_pharmacy_name: kind === 'transfer' ? (sister?.name ?? null) : null,
      created_by: keeper,
      created_at: decidedAt,
      outcome: 'done' as const,
      ended_by: keeper,
      ended_at: doneAt,
      done_quantity: quantity,
    })),
  )
  await bulkInsert(
    tx,
    'stock_movements',
    gone.flatMap(({ lotId, kind, quantity, taskId, arrivedAt, doneAt, name }) => {
      const moved = { pharmacy_id, stock_item_id: lotId, user_id: keeper }
      return [
        {
          ...moved,
          id: demoId('movement', slug, 'gone', name, 'arrival'),
          cause: 'initial' as const,
          quantity,
          before: 0,
          after: quantity,
          at: arrivedAt,
          link_kind: null,
          link_id: null,
        },
        {
          ...moved,
          id: demoId('movement', slug, 'gone', name, kind),
          cause: kind === 'return' ? ('supplier-return' as const) : ('transfer' as const),
          quantity: -quantity,
          before: quantity,
          after: 0,
          at: doneAt,
          link_kind: 'expiry-task',
          link_id: taskId,
        },
      ]
    }),
  )
  await seedOpenWork(tx, pharmacy, keeper, calendar)
}

/** Two lots that are under work today: one goes back, one is sold at a discount. */
async function seedOpenWork(tx: Tx, { id, slug }: DemoPharmacy, keeper: string, calendar: DemoCalendar): Promise<void> {
  const lots = await tx
    .selectFrom('stock_items')
    .select(['id', 'quantity', 'sale_price'])
    .where('pharmacy_id', '=', id)
    .where('quantity', '>', 3)
    .where('expires_on', '>', calendar.day(-20).date)
    .where('expires_on', '<', calendar.day(-160).date)
    .orderBy('expires_on', 'desc')
    .orderBy('id')
    .limit(2)
    .execute()
  const [back, cheaper] = lots
  if (!back || !cheaper) return
  const open = { pharmacy_id: id, created_by: keeper, created_at: calendar.at(1, 16) }
  await bulkInsert(tx, 'expiry_tasks', [
    {
      ...open,
      id: demoId('expiry-task', slug, 'open return'),
      stock_item_id: back.id,
      kind: 'return' as const,
      quantity: 3,
      percent: null,
      full_price: null,
    },
    {
      ...open,
      id: demoId('expiry-task', slug, 'open discount'),
      stock_item_id: cheaper.id,
      kind: 'discount' as const,
      quantity: cheaper.quantity,
      percent: 20,
      full_price: cheaper.sale_price,
    },
  ])
  await tx
    .updateTable('stock_items')
    .set({ discount_percent: 20 })
    .where('pharmacy_id', '=', id)
    .where('id', '=', cheaper.id)
    .execute()
}
