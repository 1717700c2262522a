import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { destructions } from '#shared/contract/destructions.ts'
import { orders } from '#shared/contract/orders.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { valueOf, type MeasureName } from '#shared/domain/reports/measures.ts'
import { reportsOf, valuesByKey } from '#tests/server/support/asking.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aDestruction } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, openShop } = await testApp()
const ask = reportsOf({ as })
let count = 0
const aShop = (): Promise<Shop> => openShop(`supplier reports ${count++}`)
const aSupplier = async (shop: Shop, name: string) =>
  (await as(shop.stocks.token).call(suppliers.create, { body: { name } })).id

/** Boxes of the first product that came on a day, of an order or not. */
async function delivered(
  shop: Shop,
  { supplierId, on, price, boxes, orderId }: Came & { supplierId: string },
): Promise<void> {
  const clerk = as(shop.stocks.token)
  clock.now = new Date(`${on}T12:00:00Z`)
  const id = randomUUID()
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select packaging_id as id from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  const set = {
    isChecked: true,
    received: boxes,
    purchasePrice: String(price),
    lot: `L ${price}`,
    expiresOn: '2028-06-30',
    packagingId: rows[0]!.id,
  }
  if (orderId !== undefined)
    await clerk.call(orders.deliver, {
      params: { id: orderId },
      body: { deliveryId: id, bl: `BL ${id}`, receivedOn: on },
    })
  else await clerk.call(deliveries.create, { body: { id, supplierId, bl: `BL ${id}`, receivedOn: on } })
  const line = { code: null, label: 'Doliprane', productId: shop.products[0], packagingId: rows[0]!.id }
  const { lines } = await clerk.call(deliveries.read, { params: { id } })
  const act = { deliveryId: id, lineId: lines[0]?.id ?? randomUUID(), set }
  await clerk.call(deliveries.act, { body: aDeliveryAct(shop, orderId === undefined ? { ...act, line } : act) })
  await clerk.call(deliveries.close, { params: { id }, body: { rest: 'awaited', withoutLot: 9 } })
}
type Came = { on: string; price: number; boxes: number; orderId?: string }

const march = { from: '2026-03-01', to: '2026-03-31' }

test('purchases are those of the report of deliveries; a price is compared with the last one before', async () => {
  const anyCame = fc.record({
    on: fc.integer({ min: 1, max: 59 }).map((day) => new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 10)),
    price: fc.integer({ min: 100, max: 900 }),
    boxes: fc.integer({ min: 1, max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyCame, { minLength: 1, maxLength: 5 }), fc.boolean(), async (came, isSplit) => {
      const shop = await aShop()
      const those = [await aSupplier(shop, 'Ubipharm'), await aSupplier(shop, 'Gapob')]
      const rows = came.map((each, at) => ({ ...each, supplierId: those[isSplit ? at % 2 : 0]! }))
      const inOrder = rows.toSorted((a, b) => a.on.localeCompare(b.on))
      for (const each of inOrder) await delivered(shop, each)
      const measures: MeasureName[] = ['bought', 'boughtBoxes', 'priceRise']
      const report = await ask(shop, { measures, dimensions: ['supplier'], period: march })
      const screen = await as(shop.titulaire.token).call(deliveries.report, { query: { ...march, by: 'supplier' } })
      const riseOf = (supplierId: string) => {
        const own = inOrder.filter((each) => each.supplierId === supplierId)
        const former = own.filter(({ on }) => on < march.from).at(-1)?.price
        const bought = own.filter(({ on }) => on >= march.from)
        return former === undefined ? 0 : bought.reduce((sum, { price, boxes }) => sum + (price - former) * boxes, 0)
      }
      expect(valuesByKey(report)).toEqual(
        Object.fromEntries(screen.map(({ key, net, boxes }) => [key, [net, boxes, riseOf(key)]])),
      )
    }),
    { numRuns: runs(6) },
  )
}, 300_000)

test('how suppliers serve is what « Fournisseurs » says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
      async (quantity, came) => {
        const shop = await aShop()
        const clerk = as(shop.stocks.token)
        clock.now = new Date('2026-03-02T10:00:00Z')
        const supplierId = await aSupplier(shop, 'Ubipharm')
        const id = randomUUID()
        await clerk.call(orders.create, { body: { id, supplierId } })
        await clerk.call(orders.putLine, { params: { id, productId: shop.products[0] }, body: { quantity } })
        await clerk.call(orders.send, { params: { id } })
        let left = quantity
        for (const [at, boxes] of came.entries()) {
          if (left <= 0) break
          await delivered(shop, { supplierId, on: `2026-03-0${5 + at}`, price: 600, boxes, orderId: id })
          left -= boxes
        }
        const measures: MeasureName[] = ['ordered', 'received', 'serviceRate', 'deliveryDelay']
        const { rows } = await ask(shop, { measures, dimensions: ['supplier'], period: march })
        const screen = await clerk.call(orders.service, { query: march })
        expect(rows.map(({ keys, values }) => [keys[0], values])).toEqual(
          screen.map(({ supplierId: of, ordered, received, due, days }) => [
            of,
            [ordered, received, valueOf('serviceRate', { received, due }), days],
          ]),
        )
        const served = quantity - Math.max(0, left)
        expect(rows[0]!.values[2]).toBe(came.length === 0 ? null : Math.round((served / quantity) * 1000) / 10)
      },
    ),
    { numRuns: runs(6) },
  )
}, 300_000)

test('an order that is still awaited does not change the part served, until it is given up or two weeks old', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), async (boxes, awaited) => {
      const shop = await aShop()
      const clerk = as(shop.stocks.token)
      clock.now = new Date('2026-03-02T10:00:00Z')
      const supplierId = await aSupplier(shop, 'Ubipharm')
      const anOrder = async (quantity: number) => {
        const id = randomUUID()
        await clerk.call(orders.create, { body: { id, supplierId } })
        await clerk.call(orders.putLine, { params: { id, productId: shop.products[0] }, body: { quantity } })
        await clerk.call(orders.send, { params: { id } })
        return id
      }
      const rates = async () => {
        const { totals } = await ask(shop, { measures: ['serviceRate', 'ordered'], period: march })
        const [screen] = await clerk.call(orders.service, { query: march })
        expect(valueOf('serviceRate', screen!)).toBe(totals.values[0])
        return totals.values
      }
      await delivered(shop, { supplierId, on: '2026-03-02', price: 600, boxes, orderId: await anOrder(10) })
      const before = await rates()
      expect(before).toEqual([boxes * 10, 10])
      clock.now = new Date('2026-03-03T10:00:00Z')
      await anOrder(awaited)
      const givenUp = await anOrder(awaited)
      expect(await rates()).toEqual([before[0], 10 + 2 * awaited])
      clock.now = new Date('2026-03-16T10:00:00Z')
      expect((await rates())[0]).toBe(before[0])
      await clerk.call(orders.giveUp, { params: { id: givenUp } })
      expect((await rates())[0]).toBe(Math.round((boxes / (10 + awaited)) * 1000) / 10)
      clock.now = new Date('2026-03-17T10:00:00Z')
      expect((await rates())[0]).toBe(Math.round((boxes / (10 + 2 * awaited)) * 1000) / 10)
    }),
    { numRuns: runs(4) },
  )
}, 300_000)

test('what is destroyed as expired, or after its day, is lost to expiry; a broken box is not', async () => {
  const shop = await aShop()
  clock.now = new Date('2026-03-10T10:00:00Z')
  await database.platform((tx) =>
    sql`update stock_items set expires_on = '2026-03-01' where id = ${shop.lots[0]}`.execute(tx),
  )
  await as(shop.pharmacien.token).call(destructions.create, {
    body: aDestruction(shop, {
      destroyedOn: '2026-03-10',
      lines: [
        { stockItemId: shop.lots[0], quantity: 2, reason: 'damaged' },
        { stockItemId: shop.lots[1], quantity: 3, reason: 'expired' },
        { stockItemId: shop.lots[2], quantity: 4, reason: 'damaged' },
      ],
    }),
  })
  const report = await ask(shop, { measures: ['expiryLost', 'lost'], dimensions: ['product'], period: march })
  expect(valuesByKey(report)).toEqual({
    [shop.products[0]]: [1200, 1200],
    [shop.products[1]]: [1800, 1800],
    [shop.products[2]]: [0, 2400],
  })
  expect(report.totals.values).toEqual([3000, 5400])
})
