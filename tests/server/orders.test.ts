import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { dues } from '#shared/contract/dues.ts'
import { sales } from '#shared/contract/sales.ts'
import { excludedForGood, orderPreparations, orderRecords } from '#shared/contract/order-preparations.ts'
import { orders } from '#shared/contract/orders.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { aDeliveryAct, noteFile } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { owing } from '#tests/server/support/owing.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let ubipharm: string
let gapob: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`orders ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  const aSupplier = async (name: string) =>
    (await clerk().call(suppliers.create, { body: { name, deliveryDays: [1] } })).id
  ubipharm = await aSupplier('Ubipharm')
  gapob = await aSupplier('Gapob')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)
const records = async (query: object = {}) => clerk().call(orderPreparations.records, { query })
const stat = async (index: 0 | 1 | 2) =>
  (await clerk().call(orderPreparations.recordsStat, { body: { productIds: [shop.products[index]] } }))[0]!
const decide = (index: 0 | 1 | 2, body: object) =>
  clerk().call(orderRecords.patch, { params: { id: shop.products[index] }, body })
const close = (body: object = {}, token = shop.stocks.token) =>
  as(token).call(orderPreparations.close, { body: { id: randomUUID(), ...body } })
const read = (id: string) => clerk().call(orders.read, { params: { id } })
const send = (id: string) => clerk().call(orders.send, { params: { id } })
const csv = (id: string, type = 'code-quantity') =>
  clerk().call(orders.csv, { params: { type }, query: { id } } as never) as Promise<string>

/** Boxes of the first lot leave or come, as the ledger would say, so many days ago. */
async function moved(index: 0 | 1 | 2, cause: 'sale' | 'delivery', quantity: number, daysAgo: number): Promise<void> {
  const at = new Date(clock.now.getTime() - daysAgo * 86_400_000)
  await database.platform((tx) =>
    sql`insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
      values (${shop.id}, gen_random_uuid(), ${shop.lots[index]}, ${cause}, ${quantity}::int,
        (select quantity from stock_items where id = ${shop.lots[index]}),
        (select quantity + ${quantity}::int from stock_items where id = ${shop.lots[index]}), ${at})`.execute(tx),
  )
  await database.platform((tx) =>
    sql`update stock_items set quantity = quantity + ${quantity}::int where id = ${shop.lots[index]}`.execute(tx),
  )
}

/** A delivery of a supplier that is booked: it tells a price. */
async function delivered(supplierId: string, price: number | string, free = 0): Promise<string> {
  const id = randomUUID()
  const { rows } = await database.platform((tx) =>
    sql<{
      packagingId: string
    }>`select packaging_id as "packagingId" from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  await clerk().call(deliveries.create, { body: { id, supplierId, bl: `BL ${id}`, receivedOn: '2026-03-01' } })
  await clerk().call(deliveries.act, {
    body: aDeliveryAct(shop, {
      deliveryId: id,
      lineId: randomUUID(),
      line: { code: null, label: 'Doliprane', productId: shop.products[0], packagingId: rows[0]!.packagingId },
      set: {
        isChecked: true,
        received: 10,
        free,
        purchasePrice: String(price),
        lot: `L ${price}`,
        expiresOn: '2028-06-30',
      },
    }),
  })
  await clerk().call(deliveries.close, { params: { id }, body: { withoutLot: 9 } })
  return id
}

/** An order of the first product, sent. */
async function aSentOrder(quantity = 12): Promise<string> {
  const id = randomUUID()
  await clerk().call(orders.create, { body: { id, supplierId: ubipharm } })
  await clerk().call(orders.putLine, { params: { id, productId: shop.products[0] }, body: { quantity } })
  await send(id)
  return id
}
const begunDelivery = async (id: string) =>
  (
    await clerk().call(orders.deliver, {
      params: { id },
      body: { deliveryId: randomUUID(), bl: `BL ${randomUUID()}`, receivedOn: '2026-03-02' },
    })
  ).id
/** Of the first line of a delivery so many boxes came; nobody else looked at it. */
async function counted(deliveryId: string, received: number, isChecked = true): Promise<void> {
  const { lines } = await clerk().call(deliveries.read, { params: { id: deliveryId } })
  const { rows } = await database.platform((tx) =>
    sql<{
      packagingId: string
    }>`select packaging_id as "packagingId" from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  await clerk().call(deliveries.act, {
    body: aDeliveryAct(shop, {
      deliveryId,
      lineId: lines[0]!.id,
      set: {
        isChecked,
        received,
        purchasePrice: '650',
        lot: 'N1',
        expiresOn: '2028-06-30',
        packagingId: rows[0]!.packagingId,
      },
    }),
  })
}

test('a product that sells faster than it lasts is proposed with its figures; one that lasts is not', async () => {
  for (let day = 1; day <= 30; day++) await moved(0, 'sale', -1, day)
  expect((await records()).total).toBe(0)
  await moved(0, 'sale', -60, 10)
  const [record] = (await records()).items
  expect(record).toMatchObject({
    label: 'Doliprane 1 g',
    stock: 10,
    coming: 0,
    reason: 'low',
    rhythmDays: 7,
    isChanged: false,
  })
  // the first lot came 60 days ago; six days are left of seven until the next delivery
  expect(record).toMatchObject({ perDay: 1.5, daysLeft: 6, loss: 1.5 * 1000 })
  expect(record!.quantity).toBe(record!.proposed)
  expect(record!.proposed).toBe(record!.target - 10)
})

test('what a member decides stands in the list, is named, and is taken back', async () => {
  expect(await decide(1, { quantity: 7, supplierId: gapob })).toMatchObject({
    proposed: 0,
    quantity: 7,
    supplierName: 'Gapob',
    isChanged: true,
    changedByName: expect.stringContaining('BIO') as string,
  })
  expect((await records()).items.map(({ id, quantity }) => [id, quantity])).toEqual([[shop.products[1], 7]])
  const back = await clerk().call(orderRecords.remove, { params: { id: shop.products[1] } })
  expect(back).toMatchObject({ quantity: 0, isChanged: false })
  expect((await records()).total).toBe(0)
})

test('an excluded product is not proposed until its day, or never', async () => {
  await decide(1, { quantity: 7, supplierId: gapob })
  await decide(1, { excludedUntil: '2026-03-10' })
  expect((await records()).total).toBe(0)
  expect((await records({ show: 'excluded' })).items).toMatchObject([
    { id: shop.products[1], excludedUntil: '2026-03-10' },
  ])
  clock.now = new Date('2026-03-10T10:00:00Z')
  expect((await records()).items).toMatchObject([{ quantity: 7, excludedUntil: null }])
  await decide(1, { excludedUntil: excludedForGood })
  clock.now = new Date('2036-03-10T10:00:00Z')
  expect((await records()).total).toBe(0)
})

test('unknown products and suppliers are refused, archived ones too', async () => {
  const unknown = { params: { id: randomUUID() }, body: { quantity: 1 } }
  await expect(clerk().call(orderRecords.patch, unknown)).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(decide(0, { supplierId: randomUUID() })).rejects.toMatchObject({ message: 'requests:invalid' })
  await clerk().call(suppliers.remove, { params: { id: gapob } })
  await expect(decide(0, { supplierId: gapob })).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('the cheapest supplier is proposed, free boxes counted, and one gesture takes another', async () => {
  await delivered(ubipharm, 650)
  await delivered(gapob, 680, 2)
  const found = await stat(0)
  expect(found).toMatchObject({ supplierName: 'Gapob', price: 680 })
  const offers = found.offers.map(({ supplierName, price, free }) => `${supplierName} ${price} ${free}`)
  expect(offers.toSorted()).toEqual(['Gapob 680 2', 'Ubipharm 650 0'])
  expect(await decide(0, { quantity: 3, supplierId: ubipharm })).toMatchObject({ price: 650, amount: 1950 })
})

test('a budget buys what brings most, names what it leaves out, and is never overdrawn', async () => {
  await delivered(ubipharm, 650)
  await decide(0, { quantity: 10, supplierId: ubipharm })
  const { purse, amount, items } = await records({ budget: 2_000 })
  expect(purse).toMatchObject({ spent: 1950, leftLines: 1, leftAmount: 4550 })
  expect([amount, items[0]!.leftOut, items[0]!.quantity]).toEqual([1950, 7, 10])
  expect((await records({ budget: 0 })).purse).toMatchObject({ spent: 0, leftAmount: 6500 })
  expect((await records({ budget: 9_000 })).purse).toMatchObject({ spent: 6500, leftLines: 0, distance: 0 })
  await expect(records({ budget: -1 })).rejects.toMatchObject({ message: 'requests:invalid' })
  const { orders: made } = await close({ budget: 2_000 })
  expect((await read(made[0]!.id)).lines).toMatchObject([{ quantity: 3, price: 650 }])
})

test('a budget first buys what clients have paid for; a need without a supplier is counted apart', async () => {
  await delivered(ubipharm, 650)
  await decide(0, { quantity: 10, supplierId: ubipharm })
  await moved(1, 'sale', -100, 50)
  const sale = aSale(shop, { lines: [lineOf(shop, 1, 3)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  await as(shop.vendeur.token).call(dues.create, { body: owing(sale, [3]) })
  // no supplier is known of the product yet
  await decide(1, { quantity: 3 })
  expect(await records({ budget: 3_000 })).toMatchObject({
    total: 2,
    orderable: 1,
    boxes: 4,
    withoutSupplier: 1,
    withoutSupplierBoxes: 3,
  })
  await decide(1, { quantity: 3, supplierId: ubipharm })
  const { items, purse } = await records({ budget: 3_100 })
  const boughtOf = (index: 0 | 1) =>
    items.filter(({ id }) => id === shop.products[index]).map((one) => one.quantity - one.leftOut)
  // 1800 for the three boxes that are paid for; what is left buys two of the other product
  expect([boughtOf(1), boughtOf(0)]).toEqual([[3], [2]])
  expect(purse).toMatchObject({ promisedLeft: 0 })
  expect((await records({ budget: 500 })).purse).toMatchObject({ promisedLeft: 3 })
})

test('closing makes one draft for each supplier; the list begins anew, and said twice it orders once', async () => {
  await decide(0, { quantity: 5, supplierId: ubipharm })
  await decide(1, { quantity: 7, supplierId: gapob })
  await decide(2, { quantity: 2, supplierId: gapob })
  const id = randomUUID()
  const first = await close({ id })
  expect(first.orders.map(({ supplierName, lines }) => `${supplierName} ${lines}`).toSorted()).toEqual([
    'Gapob 2',
    'Ubipharm 1',
  ])
  expect(await close({ id })).toEqual(first)
  expect((await records()).total).toBe(0)
  await expect(close()).rejects.toMatchObject({ message: 'orderPreparation:orderNotFoundForClose' })
  expect(await stat(1)).toMatchObject({ coming: 7 })
})

test('two members who close the list at once order once', async () => {
  await decide(0, { quantity: 5, supplierId: ubipharm })
  const outcomes = await Promise.allSettled([close(), close({}, shop.titulaire.token)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { items } = await clerk().call(orders.list, { query: {} })
  expect(items).toHaveLength(1)
})

test('closing for one supplier leaves the lines of the other', async () => {
  await decide(0, { quantity: 5, supplierId: ubipharm })
  await decide(1, { quantity: 7, supplierId: gapob })
  await close({ supplierIds: [gapob] })
  expect((await records()).items.map(({ id }) => id)).toEqual([shop.products[0]])
})

test('an order goes from draft to received, one delivery short after the other', async () => {
  const id = await aSentOrder()
  expect(await read(id)).toMatchObject({
    number: 1,
    state: 'sent',
    boxes: 12,
    sentByName: expect.any(String) as string,
  })
  const first = await begunDelivery(id)
  expect((await clerk().call(deliveries.read, { params: { id: first } })).lines).toMatchObject([
    { productId: shop.products[0], ordered: 12, noted: 12 },
  ])
  expect((await read(id)).lines[0]).toMatchObject({ noted: 12, received: 0 })
  await counted(first, 8)
  await clerk().call(deliveries.close, { params: { id: first }, body: { rest: 'awaited', withoutLot: 9 } })
  expect(await read(id)).toMatchObject({ state: 'partly-received', received: 8 })
  expect(await stat(0)).toMatchObject({ coming: 4 })
  const second = await begunDelivery(id)
  expect((await clerk().call(deliveries.read, { params: { id: second } })).lines).toMatchObject([{ noted: 4 }])
  await counted(second, 4)
  await clerk().call(deliveries.close, { params: { id: second }, body: { withoutLot: 9 } })
  expect(await read(id)).toMatchObject({ state: 'received', deliveries: [{ id: first }, { id: second }] })
  await expect(begunDelivery(id)).rejects.toMatchObject({ message: 'orders:notAllowed' })
})

test('what still comes of an order stays with it, and comes with a note number of its own', async () => {
  const id = await aSentOrder()
  const receive = async (bl: string) =>
    (
      await clerk().call(orders.deliver, {
        params: { id },
        body: { deliveryId: randomUUID(), bl, receivedOn: '2026-03-02' },
      })
    ).id
  const first = await receive('BL 1')
  await counted(first, 8)
  const closing = { params: { id: first }, body: { rest: 'awaited' } } as const
  expect(await clerk().call(deliveries.close, closing)).toMatchObject({ restId: null })
  expect((await read(id)).lines[0]).toMatchObject({ quantity: 12, received: 8, noted: 0, givenUp: 0 })
  expect(await stat(0)).toMatchObject({ coming: 4 })
  await expect(receive('bl1')).rejects.toMatchObject({
    message: 'deliveries:deliveryWithThisIdentifierAlreadyExists',
  })
  const second = await receive('BL 2')
  expect(await clerk().call(deliveries.read, { params: { id: second } })).toMatchObject({
    bl: 'BL 2',
    partOf: null,
    lines: [{ noted: 4 }],
  })
  await expect(receive('BL 3')).rejects.toMatchObject({ message: 'orders:nothingAwaited' })
})

test('boxes that a closing gives up are no longer awaited by the order, until the delivery is canceled', async () => {
  const id = await aSentOrder()
  const first = await begunDelivery(id)
  await counted(first, 8)
  await clerk().call(deliveries.close, { params: { id: first }, body: { rest: 'given-up', withoutLot: 9 } })
  expect(await read(id)).toMatchObject({ state: 'received', lines: [{ received: 8, givenUp: 4 }] })
  expect(await stat(0)).toMatchObject({ coming: 0 })
  const period = { from: '2026-01-01', to: '2026-12-31' }
  expect(await clerk().call(orders.service, { query: period })).toMatchObject([
    { ordered: 12, received: 8, givenUp: 4 },
  ])
  await clerk().call(suppliers.patch, { params: { id: ubipharm }, body: { archived: true } })
  await clerk().call(deliveries.cancel, { params: { id: first }, body: { reason: 'Erreur' } })
  expect(await read(id)).toMatchObject({ state: 'sent', lines: [{ received: 0, givenUp: 0 }] })
})

test('boxes of an order that nobody looked at enter only when the member says how many lines', async () => {
  const id = await aSentOrder(78)
  const delivery = await begunDelivery(id)
  await counted(delivery, 78, false)
  const close = (uncontrolled?: number) =>
    clerk().call(deliveries.close, { params: { id: delivery }, body: { uncontrolled, withoutLot: 9 } })
  await expect(close()).rejects.toMatchObject({ message: 'deliveries:notControlled', details: { lines: 1, boxes: 78 } })
  expect(await read(id)).toMatchObject({ state: 'sent', received: 0 })
  await close(1)
  expect(await read(id)).toMatchObject({ state: 'received', received: 78 })
  expect(await clerk().call(deliveries.read, { params: { id: delivery } })).toMatchObject({
    sums: { lines: 1, checked: 0 },
  })
})

test('missing boxes are given up, and nothing is awaited any more', async () => {
  const id = await aSentOrder()
  const giveUp = () => clerk().call(orders.giveUp, { params: { id } })
  expect(await giveUp()).toMatchObject({ state: 'received', lines: [{ givenUp: 12 }] })
  expect((await giveUp()).lines[0]).toMatchObject({ givenUp: 12 })
  expect(await stat(0)).toMatchObject({ coming: 0 })
})

test('a canceled delivery gives its boxes back to the order', async () => {
  const id = await aSentOrder()
  const first = await begunDelivery(id)
  await counted(first, 12)
  await clerk().call(deliveries.close, { params: { id: first }, body: { withoutLot: 9 } })
  expect((await read(id)).state).toBe('received')
  await clerk().call(deliveries.cancel, { params: { id: first }, body: { reason: 'Erreur' } })
  expect(await read(id)).toMatchObject({ state: 'sent', received: 0, deliveries: [] })
})

describe('a note that was canceled', () => {
  const cancel = (id: string) => clerk().call(deliveries.cancel, { params: { id }, body: { reason: 'Erreur' } })
  /** What the next delivery of the first product compares its cost with, and proposes without a price. */
  const costBefore = async () => {
    const order = await aSentOrder()
    const { lines } = await clerk().call(deliveries.read, { params: { id: await begunDelivery(order) } })
    return lines[0]!.before.cost
  }

  test('changes no proposal, budget or cost any more, also while its lot holds boxes', async () => {
    const [before, cost] = [await stat(0), await costBefore()]
    const id = await delivered(gapob, 990)
    await database.platform((tx) =>
      sql`with lot as (update stock_items set quantity = quantity + 3 where delivery_id = ${id} returning *)
        insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
        select pharmacy_id, gen_random_uuid(), id, 'adjustment', 3, quantity - 3, quantity, now() from lot`.execute(tx),
    )
    expect(await stat(0)).toMatchObject({ supplierName: 'Gapob', price: 990 })
    await cancel(id)
    const { supplierName, price, offers, amount } = await stat(0)
    expect({ supplierName, price, offers, amount }).toEqual({
      supplierName: before.supplierName,
      price: before.price,
      offers: before.offers,
      amount: before.amount,
    })
    expect(await costBefore()).toBe(cost)
    await decide(0, { quantity: 10, supplierId: gapob })
    expect((await records({ budget: 9_000 })).purse).toMatchObject({ spent: 10 * 600, leftLines: 0 })
  })

  test('does not make the lot that its boxes had joined the newest one', async () => {
    await delivered(ubipharm, 650)
    await delivered(ubipharm, 700)
    const joined = await delivered(ubipharm, 650)
    expect(await costBefore()).toBe(650)
    await cancel(joined)
    expect(await costBefore()).toBe(700)
  })
})

test('sent, confirmed and canceled twice change once; what does not fit is refused and changes nothing', async () => {
  const id = await aSentOrder()
  expect((await send(id)).state).toBe('sent')
  const confirm = () => clerk().call(orders.confirm, { params: { id } })
  expect((await confirm()).state).toBe('confirmed')
  expect((await confirm()).state).toBe('confirmed')
  const before = await rowCounts()
  const putLine = clerk().call(orders.putLine, { params: { id, productId: shop.products[1] }, body: { quantity: 1 } })
  await expect(putLine).rejects.toMatchObject({ message: 'orders:notAllowed', details: { state: 'confirmed' } })
  const cancel = () => clerk().call(orders.cancel, { params: { id }, body: { reason: 'Trop cher' } })
  expect(await cancel()).toMatchObject({ state: 'canceled', cancelReason: 'Trop cher' })
  expect((await cancel()).state).toBe('canceled')
  await expect(send(id)).rejects.toMatchObject({ message: 'orders:notAllowed' })
  await expect(begunDelivery(id)).rejects.toMatchObject({ message: 'orders:notAllowed' })
  const { audit_entries: _, ...after } = await rowCounts()
  expect(before).toMatchObject(after)
  expect(await stat(0)).toMatchObject({ coming: 0 })
})

test('an order that is being received is not canceled', async () => {
  const id = await aSentOrder()
  await begunDelivery(id)
  const cancel = clerk().call(orders.cancel, { params: { id }, body: { reason: 'Trop cher' } })
  await expect(cancel).rejects.toMatchObject({ message: 'orders:notAllowed' })
})

test('an empty order is not sent; 0 boxes take a line out', async () => {
  const id = randomUUID()
  const create = () => clerk().call(orders.create, { body: { id, supplierId: ubipharm } })
  expect(await create()).toMatchObject({ id, lines: [], state: 'draft' })
  expect(await create()).toMatchObject({ number: 1 })
  await expect(clerk().call(orders.create, { body: { id, supplierId: gapob } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
  await expect(send(id)).rejects.toMatchObject({ message: 'orders:empty' })
  const put = (quantity: number) =>
    clerk().call(orders.putLine, { params: { id, productId: shop.products[0] }, body: { quantity } })
  expect((await put(4)).lines).toMatchObject([{ quantity: 4 }])
  expect((await put(6)).lines).toMatchObject([{ quantity: 6 }])
  expect((await put(0)).lines).toEqual([])
})

test('a delivery that is begun twice is one, and its id belongs to one order', async () => {
  const [id, other] = [await aSentOrder(), await aSentOrder()]
  const body = { deliveryId: randomUUID(), bl: 'BL 7', receivedOn: '2026-03-02' }
  const deliver = (order: string) => clerk().call(orders.deliver, { params: { id: order }, body })
  expect(await deliver(id)).toEqual(await deliver(id))
  await expect(deliver(other)).rejects.toMatchObject({ message: 'requests:conflict' })
})

test('an order file has the supplier’s code; a product without a code stops it, by name', async () => {
  const id = await aSentOrder()
  await expect(csv(id)).rejects.toMatchObject({
    message: 'orders:CSVExport',
    details: { items: [{ label: 'Doliprane 1 g' }] },
  })
  expect(await csv(id, 'detailed')).toContain('Doliprane 1 g')
  await database.platform((tx) =>
    tx
      .insertInto('supplier_codes')
      .values({ pharmacy_id: shop.id, supplier_id: ubipharm, code: '2000017', pharmacy_product_id: shop.products[0] })
      .execute(),
  )
  expect(await csv(id)).toBe('\uFEFFCode;Quantité\r\n2000017;12\r\n')
  expect(await csv(id, 'laborex')).toContain('1;1;2000017;Doliprane 1 g;12')
})

test('orders are found by number, supplier, product and state, and sorted by each column', async () => {
  await delivered(ubipharm, 650)
  const draft = randomUUID()
  await clerk().call(orders.create, { body: { id: draft, supplierId: gapob } })
  clock.now = new Date('2026-03-02T11:00:00Z')
  const sent = await aSentOrder()
  const found = async (query: object) => (await clerk().call(orders.list, { query })).items.map(({ id }) => id)
  expect(await found({})).toEqual([sent, draft])
  expect(await found({ search: 'doliprane' })).toEqual([sent])
  expect(await found({ search: 'gapob' })).toEqual([draft])
  expect(await found({ state: 'draft' })).toEqual([draft])
  expect(await found({ supplierId: ubipharm })).toEqual([sent])
  clock.now = new Date('2026-03-02T12:00:00Z')
  const received = randomUUID()
  await as(shop.titulaire.token).call(orders.create, { body: { id: received, supplierId: ubipharm } })
  await clerk().call(orders.putLine, { params: { id: received, productId: shop.products[0] }, body: { quantity: 3 } })
  await send(received)
  const delivery = await begunDelivery(received)
  await counted(delivery, 3)
  await clerk().call(deliveries.close, { params: { id: delivery }, body: { withoutLot: 9 } })
  expect(await found({ state: 'received' })).toEqual([received])
  await expectSortedBothWays((query) => clerk().call(orders.list, { query }), {
    number: (order) => order.number,
    supplier: (order) => order.supplierName,
    createdAt: (order) => order.createdAt,
    sentAt: (order) => order.sentAt,
    lines: (order) => order.lines,
    boxes: (order) => order.boxes,
    received: (order) => order.received,
    amount: (order) => order.amount,
    state: (order) => order.state,
    user: (order) => order.createdByName,
  })
})

test('the prices of a product are told by delivery, the newest first; another pharmacy has none of them', async () => {
  await delivered(ubipharm, '640.50')
  await delivered(gapob, 650, 1)
  const params = { id: shop.products[0] }
  expect(await clerk().call(orders.prices, { params })).toMatchObject([
    { supplierName: 'Gapob', price: '650', paid: 10, free: 1, source: 'delivery' },
    { supplierName: 'Ubipharm', price: '640.50', free: 0 },
  ])
  const other = await openShop(`orders elsewhere ${count++}`)
  await expect(as(other.stocks.token).call(orders.prices, { params })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('each supplier has its share; under its minimum or over its credit, its products go to the next one', async () => {
  await delivered(ubipharm, 640)
  await delivered(gapob, 650)
  await clerk().call(suppliers.patch, { params: { id: ubipharm }, body: { minimumOrder: 50_000, creditLimit: 10_000 } })
  await decide(0, { quantity: 10 })
  const [share] = (await records()).bySupplier
  expect(share).toMatchObject({
    supplierId: ubipharm,
    lines: 1,
    amount: 6_400,
    missing: 43_600,
    // ten boxes were delivered and are not billed
    owed: 6_400,
    beyond: 2_800,
    movable: 1,
  })
  expect(await clerk().call(orderPreparations.spread, { params: { id: ubipharm } })).toEqual({ moved: 1, kept: 0 })
  expect((await records()).bySupplier).toMatchObject([{ supplierId: gapob, amount: 6_500, missing: 0, movable: 1 }])
  expect(await clerk().call(orderPreparations.spread, { params: { id: ubipharm } })).toEqual({ moved: 0, kept: 0 })
  await expect(clerk().call(orderPreparations.spread, { params: { id: randomUUID() } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('the paper of an order names both parties', async () => {
  const id = await aSentOrder()
  expect(await clerk().call(orders.exportData, { params: { id } })).toMatchObject({
    order: { id, lines: [{ quantity: 12 }] },
    supplier: { name: 'Ubipharm' },
    pharmacy: { name: expect.any(String) as string },
  })
})

test('a delivery by hand answers, when it is closed, the order that awaits most of its products; another one stays alone', async () => {
  const id = await aSentOrder()
  await delivered(gapob, 650)
  expect((await read(id)).lines[0]).toMatchObject({ received: 0 })
  await delivered(ubipharm, 650)
  expect((await read(id)).lines[0]).toMatchObject({ received: 10 })
  expect(await stat(0)).toMatchObject({ coming: 2 })
})

test('a note from a file answers the order when it is booked, and a member may take it off again', async () => {
  const id = await aSentOrder()
  await database.platform((tx) =>
    tx
      .insertInto('supplier_codes')
      .values({ pharmacy_id: shop.id, supplier_id: ubipharm, code: '2000017', pharmacy_product_id: shop.products[0] })
      .execute(),
  )
  const bl = noteFile(['Code;Libellé;Qté livrée;Prix achat', '2000017;DOLIPRANE;9;650'])
  const { id: importId } = await clerk().call(deliveryImports.create, { body: { supplierId: ubipharm, bl } })
  const { ids } = await clerk().call(deliveryImports.book, {
    params: { id: importId },
    body: { receivedOn: '2026-03-02', bl: 'BL 9' },
  })
  expect((await read(id)).lines[0]).toMatchObject({ noted: 9 })
  expect(await stat(0)).toMatchObject({ coming: 12 })
  const tie = (orderId: string | null) => clerk().call(deliveries.patch, { params: { id: ids[0]! }, body: { orderId } })
  expect(await tie(null)).toMatchObject({ orderId: null })
  expect((await read(id)).lines[0]).toMatchObject({ noted: 0 })
  expect(await tie(id)).toMatchObject({ orderId: id })
  await expect(tie(randomUUID())).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('how a supplier serves: what came of the ordered boxes, and after how many days; canceled orders do not count', async () => {
  const service = () => clerk().call(orders.service, { query: { from: '2026-03-01', to: '2026-03-31' } })
  expect(await service()).toEqual([])
  const id = await aSentOrder(12)
  const canceled = await aSentOrder(5)
  await clerk().call(orders.cancel, { params: { id: canceled }, body: { reason: 'Doublon' } })
  const waiting = { supplierName: 'Ubipharm', orders: 1, ordered: 12, received: 0, givenUp: 0, days: null }
  expect(await service()).toMatchObject([waiting])
  clock.now = new Date('2026-03-05T10:00:00Z')
  const { id: first } = await clerk().call(orders.deliver, {
    params: { id },
    body: { deliveryId: randomUUID(), bl: 'BL 5', receivedOn: '2026-03-05' },
  })
  await counted(first, 9)
  await clerk().call(deliveries.close, { params: { id: first }, body: { rest: 'awaited', withoutLot: 9 } })
  await clerk().call(orders.giveUp, { params: { id } })
  expect(await service()).toMatchObject([{ ...waiting, received: 9, givenUp: 3, days: 3 }])
  const february = { query: { from: '2026-02-01', to: '2026-02-28' } }
  expect(await clerk().call(orders.service, february)).toEqual([])
})

test('the delivery of an order begins with the price and the VAT that its supplier last had', async () => {
  await delivered(ubipharm, '650.40')
  await database.platform((tx) =>
    sql`update delivery_lines set vat = 1800 where pharmacy_id = ${shop.id} and purchase_price = 650.4`.execute(tx),
  )
  const order = await aSentOrder()
  expect((await read(order)).lines).toMatchObject([{ price: 650 }])
  const id = await begunDelivery(order)
  const { lines } = await clerk().call(deliveries.read, { params: { id } })
  expect(lines).toMatchObject([{ purchasePrice: '650.40', vat: 1800, noted: 12 }])
})

test('boxes of a product whose exclusion is over are ordered once, not again with the next list', async () => {
  await decide(1, { quantity: 7, supplierId: gapob, excludedUntil: '2026-03-10' })
  clock.now = new Date('2026-03-11T10:00:00Z')
  expect((await close()).orders).toHaveLength(1)
  expect((await records()).total).toBe(0)
  await expect(close()).rejects.toMatchObject({ message: 'orderPreparation:orderNotFoundForClose' })
})

test('a supplier with an order that awaits boxes is not archived', async () => {
  const id = await aSentOrder()
  const archive = () => clerk().call(suppliers.remove, { params: { id: ubipharm } })
  await expect(archive()).rejects.toMatchObject({ message: 'suppliers:archiveOpenMatters', details: { orders: 1 } })
  await clerk().call(orders.giveUp, { params: { id } })
  await expect(archive()).resolves.toBeDefined()
})

test('the note of a delivery is changed although its order was canceled meanwhile', async () => {
  const id = await aSentOrder()
  const delivery = await begunDelivery(id)
  await counted(delivery, 0)
  const { lines } = await clerk().call(deliveries.read, { params: { id: delivery } })
  const removed = aDeliveryAct(shop, { deliveryId: delivery, lineId: lines[0]!.id, set: { isRemoved: true } })
  await clerk().call(deliveries.act, { body: removed })
  await clerk().call(orders.cancel, { params: { id }, body: { reason: 'Rupture' } })
  const change = { params: { id: delivery }, body: { note: 'Rien reçu' } }
  expect(await clerk().call(deliveries.patch, change)).toMatchObject({ note: 'Rien reçu' })
})
