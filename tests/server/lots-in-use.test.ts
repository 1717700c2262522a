import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockExports } from '#shared/contract/stock-exports.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { anAdjustment } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const { as, database, hints, openShop } = await testApp()
const jobs = aJobLoop({ database, hints })
let shop: Shop
let count = 0
beforeEach(async () => {
  shop = await openShop(`lots in use ${count++}`)
})

const owner = () => as(shop.titulaire.token)
const product = (id: string) => owner().call(pharmacyProducts.read, { params: { id } })
const archive = (id: string) => owner().call(stockItems.patch, { params: { id }, body: { archived: true } })
const archiveProduct = (id: string) => owner().call(pharmacyProducts.remove, { params: { id } })
const cancelSale = (id: string) => owner().call(sales.cancel, { params: { id }, body: aCancellation(shop) })
const giveBack = (sale: NewSale, quantity: number) =>
  owner().call(sales.giveBack, { params: { id: sale.id }, body: aReturn(shop, sale, [{ line: 0, quantity }]) })

async function sell(lot: string, quantity = 1): Promise<NewSale> {
  const sale = aSale(shop, { lines: [{ lot, quantity, price: 1000 }] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  return sale
}

test.each([
  ['returned', (sale: NewSale) => giveBack(sale, 1)],
  ['of a canceled sale', (sale: NewSale) => cancelSale(sale.id)],
])('a box %s to an archived lot of an archived product can be sold again', async (_, comeBack) => {
  const { id, productId } = await aLot(database, shop, { quantity: 1 })
  const sale = await sell(id)
  await archive(id)
  await archiveProduct(productId)
  const { cursor } = await owner().call(pharmacyProducts.list, { query: { cursor: '' } })
  await comeBack(sale)
  const { items } = await owner().call(pharmacyProducts.list, { query: { cursor: cursor! } })
  expect(items).toMatchObject([{ id: productId, archived: false, stockItems: [{ archived: false, quantity: 1 }] }])
  await sell(id)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('the database refuses an archived lot with a quantity, and an archived product with stock', async () => {
  const { id, productId } = await aLot(database, shop, { quantity: -1 })
  const write = (statement: ReturnType<typeof sql>) => database.platform((tx) => statement.execute(tx))
  await expect(write(sql`update stock_items set archived = true where id = ${id}`)).rejects.toMatchObject({
    constraint: 'archived_lots_are_empty',
  })
  const byProduct = { constraint: 'archived_products_are_empty' }
  await expect(write(sql`update pharmacy_products set archived = true where id = ${productId}`)).rejects.toMatchObject(
    byProduct,
  )
  await write(sql`update stock_items set quantity = 0 where id = ${id}`)
  await write(sql`update pharmacy_products set archived = true where id = ${productId}`)
  await expect(write(sql`update stock_items set quantity = 4 where id = ${id}`)).rejects.toMatchObject(byProduct)
  const other = await aLot(database, shop)
  await expect(
    write(sql`update stock_items set pharmacy_product_id = ${productId} where id = ${other.id}`),
  ).rejects.toMatchObject(byProduct)
})

/** What happens to one product; `place` chooses among the lots, sales or deliveries that there are. */
const anyStep = fc.record({
  kind: fc.constantFrom('deliver', 'cancelDelivery', 'sell', 'cancelSale', 'giveBack', 'adjust', 'archive', 'remove'),
  place: fc.nat({ max: 20 }),
  quantity: fc.integer({ min: 1, max: 3 }),
})
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** What a step may be refused for. Any other refusal, also one of the database, fails the property. */
const expectedRefusals = [
  'deliveries:boxesGone',
  'deliveries:cannotClose',
  'deliveries:notOpen',
  'sales:cannotSaleArchivedStockItem',
  'stocks:cannotArchiveStocked',
]

test('for any history, no archived lot has a quantity, and every figure is the sum of the movements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
      shop = await openShop(`a life of lots ${count++}`)
      const played = await play(steps)
      const { stockItems: lots, archived, quantitiesByPackaging } = await product(played.productId)
      expect(Object.fromEntries(lots.map(({ id, quantity }) => [id, quantity]))).toEqual(
        Object.fromEntries(lots.map(({ id }) => [id, played.expected.get(id) ?? 0])),
      )
      const held = lots.filter(({ quantity }) => quantity !== 0)
      expect(held.filter((lot) => lot.archived)).toEqual([])
      if (held.length > 0) expect(archived).toBe(false)
      const total = held.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(Object.values(quantitiesByPackaging).reduce((sum, each) => sum + each, 0)).toBe(total)
      expect(await exportedQuantity(lots[0]!.id)).toBe(total)
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: runs(12) },
  )
})

async function play(steps: readonly Step[]) {
  const { id: first, productId } = await aLot(database, shop, { quantity: 2, lot: 'N0' })
  const supplierId = (await owner().call(suppliers.create, { body: { name: 'Ubipharm' } })).id
  const packagingId = await packagingOf(first)
  const expected = new Map([[first, 2]])
  const sold: { sale: NewSale; lot: string; quantity: number; back: number }[] = []
  const brought: { id: string; boxes: Map<string, number> }[] = []
  const move = (lot: string, quantity: number) => expected.set(lot, (expected.get(lot) ?? 0) + quantity)
  const at = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)]
  const lots = () => [...expected.keys()]

  const happen: Record<Step['kind'], (step: Step) => Promise<void>> = {
    async deliver({ place, quantity }) {
      const id = randomUUID()
      await owner().call(deliveries.create, {
        body: { id, supplierId, bl: `BL ${brought.length}`, receivedOn: '2026-03-02' },
      })
      await owner().call(deliveries.act, {
        body: aDeliveryAct(shop, {
          seller: shop.titulaire,
          deliveryId: id,
          lineId: randomUUID(),
          line: { code: null, label: 'Morphine', productId, packagingId },
          set: {
            received: quantity,
            purchasePrice: '600',
            salePrice: 1000,
            lot: `N${place % 3}`,
            expiresOn: '2099-06-30',
          },
        }),
      })
      brought.push({ id, boxes: new Map() })
      await owner().call(deliveries.close, { params: { id }, body: {} })
      const line = (await owner().call(deliveries.read, { params: { id } })).lines[0]!
      brought.at(-1)!.boxes.set(line.stockItemId!, quantity)
      move(line.stockItemId!, quantity)
    },
    async cancelDelivery({ place }) {
      const delivery = at(brought, place)
      if (!delivery) return
      await owner().call(deliveries.cancel, { params: { id: delivery.id }, body: { reason: 'Erreur' } })
      for (const [lot, quantity] of delivery.boxes) move(lot, -quantity)
    },
    async sell({ place, quantity }) {
      const lot = at(lots(), place)!
      const sale = await sell(lot, quantity)
      sold.push({ sale, lot, quantity, back: 0 })
      move(lot, -quantity)
    },
    async cancelSale({ place }) {
      const known = at(sold, place)
      if (!known || known.back > 0) return
      await cancelSale(known.sale.id)
      move(known.lot, known.quantity)
      known.back = known.quantity
    },
    async giveBack({ place }) {
      const known = at(sold, place)
      if (!known || known.back === known.quantity) return
      await giveBack(known.sale, 1)
      move(known.lot, 1)
      known.back += 1
    },
    async adjust({ place, quantity }) {
      const lot = at(lots(), place)!
      // To nothing as often as not: then the lot can be archived.
      const change = quantity === 1 ? -expected.get(lot)! : quantity
      if (change === 0) return
      await owner().call(stockActs.adjust, {
        body: anAdjustment(shop, { seller: shop.titulaire, stockItemId: lot, change, reason: 'spot-count' }),
      })
      move(lot, change)
    },
    async archive({ place }) {
      await archive(at(lots(), place)!)
    },
    async remove() {
      await archiveProduct(productId)
    },
  }
  for (const step of steps)
    await happen[step.kind](step).catch((error: unknown) => {
      if (!(error instanceof AppError) || !expectedRefusals.includes(error.message)) throw error
    })
  return { productId, expected }
}

async function packagingOf(lot: string): Promise<string> {
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select packaging_id as id from stock_items where id = ${lot}`.execute(tx),
  )
  return rows[0]!.id
}

/** The quantity that the valued export says of the product of this lot. */
async function exportedQuantity(lot: string): Promise<number> {
  const id = randomUUID()
  await owner().call(stockExports.create, { body: { id, format: 'csv', groupBy: 'lot' } })
  await jobs.runWaiting()
  const text = await (await owner().call(stockExports.read, { params: { id } })).text()
  const { rows } = await database.platform((tx) =>
    sql<{ label: string }>`select k.label from stock_items i join packagings k on k.id = i.packaging_id
      where i.id = ${lot}`.execute(tx),
  )
  return text
    .split('\r\n')
    .map((line) => line.split(';'))
    .filter((cells) => cells[1] === rows[0]!.label)
    .reduce((sum, cells) => sum + Number(cells[6]), 0)
}
