import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { PastLot, ProductStock } from '#server/demo/past-lots.ts'
import { known, packagingKey } from '#server/demo/seed-referential.ts'

/** Days ago. The newer recall is open: some of its buyers are still to be called. */
const [openSince, closedSince] = [2, 26] as const
/** Of three buyers, what came of the call. */
const outcomes = ['contacted', 'returned', 'unreachable'] as const
const destroyedSince = 20
const destroyedLots = 3
const destructionNumber = 1

type Sold = {
  id: string
  pharmacyProductId: string
  lot: string
  sales: { id: string; at: string; hasPatient: boolean }[]
}

/** A closed recall, one that is being worked off, and a destruction with its report. Returns the last report's number. */
export async function seedRecalls(
  tx: Tx,
  pharmacy: DemoPharmacy,
  stock: readonly ProductStock[],
  calendar: DemoCalendar,
  packagingIds: ReadonlyMap<string, string>,
): Promise<number> {
  const { slug, members } = pharmacy
  const pharmacist = (members.find(({ role }) => role === 'pharmacien') ?? members[0]!).id
  const lots = await soldLots(tx, pharmacy.id)
  const [open, closed] = [
    lots[0],
    lots.find(({ pharmacyProductId }) => pharmacyProductId !== lots[0]?.pharmacyProductId),
  ]
  if (open)
    await seedRecall(tx, pharmacy, {
      lot: open,
      name: 'open',
      userId: pharmacist,
      reason: 'Défaut de dissolution signalé par le laboratoire',
      reference: 'ABMed 2026-114',
      openedAt: calendar.at(openSince, 9),
      closing: null,
    })
  if (closed)
    await seedRecall(tx, pharmacy, {
      lot: closed,
      name: 'closed',
      userId: pharmacist,
      reason: 'Étiquetage sans notice en français',
      reference: 'ABMed 2026-102',
      openedAt: calendar.at(closedSince, 8),
      closing: { at: calendar.at(closedSince - 1, 8), note: 'Notices reçues du laboratoire, boîtes remises en vente' },
    })
  await seedDestruction(tx, pharmacy, { stock, calendar, packagingIds, userId: pharmacist, slug })
  return destructionNumber
}

/** Lots in stock that named patients bought, of products with this lot only; the most buyers first. */
async function soldLots(tx: Tx, pharmacyId: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select i.id, i.pharmacy_product_id as "pharmacyProductId", i.lot,
      json_agg(distinct jsonb_build_object('id', s.id, 'at', s.sold_at, 'hasPatient', s.patient_id is not null)) as sales
    from stock_items i join sale_records l on l.pharmacy_id = i.pharmacy_id and l.stock_item_id = i.id
      join sales s on s.pharmacy_id = l.pharmacy_id and s.id = l.sale_id
    where i.pharmacy_id = ${pharmacyId} and i.lot is not null and i.quantity > 0 and s.status = 'CLOSED'
      and not exists (select from stock_items o where o.pharmacy_id = i.pharmacy_id and o.id <> i.id
        and o.pharmacy_product_id = i.pharmacy_product_id)
    group by i.id, i.pharmacy_product_id, i.lot having count(distinct s.patient_id) > 1
    order by count(distinct s.patient_id) desc, i.id limit 2`.execute(tx)
  return rows
}

interface PastRecall {
  lot: Sold
  name: string
  userId: string
  reason: string
  reference: string
  openedAt: Date
  closing: { at: Date; note: string } | null
}

async function seedRecall(
  tx: Tx,
  { id: pharmacy_id, slug }: DemoPharmacy,
  { lot, name, userId, reason, reference, openedAt, closing }: PastRecall,
): Promise<void> {
  const recallId = demoId('recall', slug, name)
  await bulkInsert(tx, 'recalls', [
    {
      pharmacy_id,
      id: recallId,
      pharmacy_product_id: lot.pharmacyProductId,
      lot: lot.lot,
      reason,
      reference,
      opened_by: userId,
      opened_at: openedAt,
      ...(closing && { closed_by: userId, closed_at: closing.at, closing_note: closing.note }),
    },
  ])
  const block = { pharmacy_id, stock_item_id: lot.id, user_id: userId, recall_id: recallId }
  await bulkInsert(tx, 'lot_blocks', [
    { ...block, id: demoId('lot-block', slug, name, 'set'), blocked: 'recall' as const, note: reason, at: openedAt },
    ...(closing
      ? [
          {
            ...block,
            id: demoId('lot-block', slug, name, 'released'),
            blocked: null,
            note: closing.note,
            at: closing.at,
          },
        ]
      : []),
  ])
  if (!closing)
    await tx
      .updateTable('stock_items')
      .set({ blocked: 'recall' })
      .where('pharmacy_id', '=', pharmacy_id)
      .where('id', '=', lot.id)
      .execute()
  const buyers = lot.sales
    .filter(({ hasPatient, at }) => hasPatient && Date.parse(at) < openedAt.getTime())
    .toSorted((one, other) => one.id.localeCompare(other.id))
  await bulkInsert(
    tx,
    'recall_contacts',
    buyers.slice(0, closing ? undefined : Math.ceil(buyers.length / 2)).map(({ id: saleId }, place) => {
      const outcome = outcomes[place % outcomes.length]!
      return {
        pharmacy_id,
        id: demoId('recall-contact', slug, name, saleId),
        recall_id: recallId,
        sale_id: saleId,
        outcome,
        returned: outcome === 'returned' ? 1 : 0,
        note: outcome === 'unreachable' ? 'Ne répond pas, à rappeler le soir' : null,
        user_id: userId,
        at: new Date(openedAt.getTime() + (place + 1) * 20 * 60_000),
      }
    }),
  )
}

/** Expired lots that came in before the past sales, and were destroyed with a report. */
async function seedDestruction(
  tx: Tx,
  { id: pharmacy_id }: DemoPharmacy,
  {
    stock,
    calendar,
    packagingIds,
    userId,
    slug,
  }: {
    stock: readonly ProductStock[]
    calendar: DemoCalendar
    packagingIds: ReadonlyMap<string, string>
    userId: string
    slug: string
  },
): Promise<void> {
  const destructionId = demoId('destruction', slug)
  const at = calendar.at(destroyedSince, 16)
  const expiresOn = calendar.day(destroyedSince + 8).date
  const destroyed = stock.slice(-destroyedLots).map(({ product, lots }, place) => {
    const like: PastLot = lots[0]!
    return {
      product,
      like,
      lotId: demoId('stock-item', slug, 'destroyed', String(place)),
      lot: `DX${place + 1}${slug.length}`,
      quantity: place + 2,
    }
  })
  await bulkInsert(
    tx,
    'stock_items',
    destroyed.map(({ lotId, lot, product, like }) => ({
      pharmacy_id,
      id: lotId,
      pharmacy_product_id: product.id,
      packaging_id: known(packagingIds, packagingKey(product.medicine.packaging)),
      lot,
      expires_on: expiresOn,
      quantity: 0,
      purchase_price: like.purchasePrice,
      sale_price: like.salePrice,
    })),
  )
  await bulkInsert(tx, 'destructions', [
    {
      pharmacy_id,
      id: destructionId,
      number: destructionNumber,
      destroyed_on: calendar.day(destroyedSince).date,
      method: 'Incinération',
      witness: 'Inspection de la pharmacie',
      note: null,
      user_id: userId,
      at,
    },
  ])
  // Sent by the back-office and accepted once, as every act that moves stock.
  await bulkInsert(tx, 'inbox', [
    {
      pharmacy_id,
      id: destructionId,
      kind: 'destruction',
      revision: 1,
      hash: destructionId,
      accepted: true,
      answer: JSON.stringify({ id: destructionId }),
      at,
    },
  ])
  await bulkInsert(
    tx,
    'destruction_lines',
    destroyed.map(({ lotId, lot, product, like, quantity }, position) => ({
      pharmacy_id,
      destruction_id: destructionId,
      position,
      stock_item_id: lotId,
      label: product.medicine.label,
      packaging: product.medicine.packaging.label,
      lot,
      expires_on: expiresOn,
      quantity,
      purchase_price: like.purchasePrice,
      reason: 'expired' as const,
    })),
  )
  await bulkInsert(
    tx,
    'stock_movements',
    destroyed.flatMap(({ lotId, quantity }, place) => {
      const moved = { pharmacy_id, stock_item_id: lotId, user_id: userId }
      return [
        {
          ...moved,
          id: demoId('movement', slug, 'destroyed', String(place), 'arrival'),
          cause: 'initial' as const,
          quantity,
          before: 0,
          after: quantity,
          at: calendar.at(59, 7),
          // bulkInsert takes the columns of the first row.
          reason: null,
          link_kind: null,
          link_id: null,
        },
        {
          ...moved,
          id: demoId('movement', slug, 'destroyed', String(place), 'destruction'),
          cause: 'destruction' as const,
          quantity: -quantity,
          before: quantity,
          after: 0,
          at,
          reason: 'expired',
          link_kind: 'destruction',
          link_id: destructionId,
        },
      ]
    }),
  )
}
