import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { recalls } from '#shared/contract/recalls.ts'
import { type NewSupplierReturn, supplierReturns } from '#shared/contract/supplier-returns.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { aDeliveryAct, aSupplierReturn } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aMember } from '#tests/server/support/members.ts'
import { quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { aRecall } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let supplierId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`supplier returns ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Ubipharm', returnDays: 90 } })).id
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)
const owner = () => as(shop.titulaire.token)
const aReturn = (rest: Partial<NewSupplierReturn> = {}) => aSupplierReturn(shop, { supplierId, ...rest })
const send = (body: NewSupplierReturn, by = owner()) => by.call(supplierReturns.create, { body })
const credit = (id: string, body: { id?: string; number: string | null; amount: number; giveUp?: string }) =>
  owner().call(supplierReturns.credit, { params: { id }, body: { id: randomUUID(), ...body } })
const cancel = (id: string) => owner().call(supplierReturns.cancel, { params: { id }, body: { reason: 'Erreur' } })
const stock = (lot: string) => quantityOf(database, shop, lot)

describe('a return', () => {
  test('takes its boxes out of stock under the next number, and waits for its credit', async () => {
    const note = await send(
      aReturn({
        note: 'Carton rouge',
        lines: [
          { stockItemId: shop.lots[0], quantity: 4, reason: 'damaged', deliveryId: null },
          { stockItemId: shop.expiredLot, quantity: 2, reason: 'expired', deliveryId: null },
        ],
      }),
    )
    expect(note).toMatchObject({
      number: 1,
      state: 'sent',
      supplierName: 'Ubipharm',
      lots: 2,
      units: 6,
      value: 3600,
      lines: [
        { stockItemId: shop.lots[0], label: 'Doliprane 1 g', lot: 'L1', quantity: 4, reason: 'damaged', cost: 600 },
        { stockItemId: shop.expiredLot, quantity: 2, reason: 'expired' },
      ],
    })
    expect(await stock(shop.lots[0])).toBe(96)
    const { items } = await owner().call(pharmacyProducts.history, { params: { id: shop.products[0] }, query: {} })
    expect(items[0]).toMatchObject({ cause: 'supplier-return', quantity: -4, reason: 'damaged', note: 'Carton rouge' })
    expect(await owner().call(supplierReturns.list, { query: { state: 'sent' } })).toMatchObject({
      total: 1,
      awaited: 3600,
    })
    expect((await send(aReturn())).number).toBe(2)
  })

  test('sent again is one return', async () => {
    const body = aReturn()
    expect(await send(body)).toEqual(await send(body))
    expect(await stock(body.lines[0]!.stockItemId)).toBe(99)
  })

  test('with one bad line sends nothing, and the line is named', async () => {
    const stranger = await openShop(`supplier returns stranger ${count}`)
    const good = { stockItemId: shop.lots[0], quantity: 1, reason: 'surplus' as const, deliveryId: null }
    const refused = (rest: Partial<NewSupplierReturn>) =>
      send(aReturn(rest)).then(
        () => 'accepted',
        (error: { message: string; details: unknown }) => [error.message, error.details],
      )
    expect(await refused({ lines: [good, { ...good, stockItemId: shop.lots[1], quantity: 101 }] })).toMatchObject([
      'stocks:beyondStock',
      { asked: 101, items: [{ stockItemId: shop.lots[1] }] },
    ])
    for (const [rest, path] of [
      [{ lines: [good, good] }, 'body.lines.1.stockItemId'],
      [{ lines: [{ ...good, stockItemId: stranger.lots[0] }] }, 'body.lines.0.stockItemId'],
      [{ lines: [{ ...good, deliveryId: randomUUID() }] }, 'body.lines.0.deliveryId'],
      [{ supplierId: randomUUID() }, 'body.supplierId'],
    ] as const)
      expect(await refused(rest as Partial<NewSupplierReturn>)).toMatchObject([
        'requests:invalid',
        { issues: [{ path }] },
      ])
    for (const quantity of [0, -1, 1.5, 10_000_000])
      expect(await refused({ lines: [{ ...good, quantity }] })).toMatchObject(['requests:invalid', {}])
    expect(await stock(shop.lots[0])).toBe(100)
    expect((await owner().call(supplierReturns.list, { query: {} })).total).toBe(0)
  })

  test('is credited once; the same credit again is the same, another one is refused', async () => {
    const { id } = await send(aReturn())
    const body = { id: randomUUID(), number: 'AV 12', amount: 600 }
    const credited = await credit(id, body)
    expect(credited).toMatchObject({
      state: 'credited',
      creditNumber: 'AV 12',
      creditAmount: 600,
      awaited: 0,
      givenUp: 0,
    })
    clock.now = new Date('2026-03-03T10:00:00Z')
    expect(await credit(id, body)).toEqual(credited)
    await expect(credit(id, { ...body, amount: 551 })).rejects.toMatchObject({ message: 'requests:conflict' })
    await expect(credit(id, { number: 'AV 13', amount: 1 })).rejects.toMatchObject({ message: 'requests:conflict' })
    await expect(cancel(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect((await owner().call(supplierReturns.list, { query: {} })).awaited).toBe(0)
  })

  test('credited in part, it waits for the rest until the next credit', async () => {
    const { id, value } = await send(aReturn())
    expect(value).toBe(600)
    expect(await credit(id, { number: 'AV 12', amount: 400 })).toMatchObject({
      state: 'sent',
      awaited: 200,
      givenUp: 0,
    })
    expect((await owner().call(supplierReturns.list, { query: {} })).awaited).toBe(200)
    await expect(cancel(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await credit(id, { number: 'AV 13', amount: 200 })).toMatchObject({
      state: 'credited',
      awaited: 0,
      creditNumber: 'AV 12, AV 13',
      creditAmount: 600,
      credits: [
        { number: 'AV 12', amount: 400 },
        { number: 'AV 13', amount: 200 },
      ],
    })
  })

  test('the rest of a partial credit is given up with a reason, at once or later', async () => {
    const [first, second, third] = [await send(aReturn()), await send(aReturn()), await send(aReturn())]
    const atOnce = { number: 'AV 12', amount: 400, giveUp: 'Boîtes abîmées refusées' }
    expect(await credit(first.id, atOnce)).toMatchObject({
      state: 'credited',
      awaited: 0,
      givenUp: 200,
      giveUpReason: atOnce.giveUp,
      givenUpByName: expect.stringContaining(' ') as string,
    })
    await credit(second.id, { number: null, amount: 590 })
    const giveUp = (id: string, reason = 'Trop peu') =>
      owner().call(supplierReturns.giveUp, { params: { id }, body: { reason } })
    const given = await giveUp(second.id)
    expect(given).toMatchObject({ state: 'credited', givenUp: 10, giveUpReason: 'Trop peu' })
    expect(await giveUp(second.id, 'Encore')).toEqual(given)
    expect(await giveUp(third.id)).toMatchObject({ state: 'credited', creditAmount: null, givenUp: 600 })
    await credit((await send(aReturn())).id, { number: null, amount: 600 })
    expect((await owner().call(supplierReturns.list, { query: {} })).awaited).toBe(0)
  })

  test('a return that is credited in full, or canceled, has nothing to give up', async () => {
    const giveUp = (id: string) => owner().call(supplierReturns.giveUp, { params: { id }, body: { reason: 'Non' } })
    const { id } = await send(aReturn())
    await credit(id, { number: null, amount: 600 })
    await expect(giveUp(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    const canceled = await send(aReturn())
    await cancel(canceled.id)
    await expect(giveUp(canceled.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  })

  test('is canceled once: its boxes come back, and it gets no credit', async () => {
    const { id } = await send(aReturn())
    expect(await cancel(id)).toMatchObject({ state: 'canceled', cancelReason: 'Erreur' })
    await cancel(id)
    expect(await stock(shop.lots[1])).toBe(100)
    await expect(credit(id, { number: null, amount: 1 })).rejects.toMatchObject({ message: 'requests:conflict' })
  })

  test('two people who end it at once end it once', async () => {
    const { id } = await send(aReturn())
    const outcomes = await Promise.allSettled([cancel(id), credit(id, { number: null, amount: 500 })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('belongs to its pharmacy, and needs the right to receive goods; costs are for who may see them', async () => {
    const { id } = await send(aReturn())
    const stranger = await openShop(`supplier returns other ${count}`)
    const theirs = as(stranger.titulaire.token)
    await expect(theirs.call(supplierReturns.read, { params: { id } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
    await expect(theirs.call(supplierReturns.cancel, { params: { id }, body: { reason: 'x' } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
    await expect(send(aReturn(), as(shop.vendeur.token))).rejects.toMatchObject({ message: 'auth:forbidden' })
    const blind = as((await aMember(database, shop, ['delivery.manage'])).token)
    expect(await send(aReturn(), blind)).toMatchObject({ value: null, lines: [{ cost: null }] })
    await expect(blind.call(supplierReturns.list, { query: {} })).rejects.toMatchObject({ message: 'auth:forbidden' })
  })
})

describe('work on a lot near its date', () => {
  async function decided() {
    const lot = await aLot(database, shop, { quantity: 10, supplierId })
    const { id } = await owner().call(expiryTasks.create, {
      body: { kind: 'return', stockItemId: lot.id, quantity: 8 },
    })
    return { lot, task: () => owner().call(expiryTasks.read, { params: { id } }) }
  }
  const candidates = (query: object = {}) =>
    owner().call(supplierReturns.candidates, { query: { supplierId, ...query } })

  test('is proposed to its supplier, done by the return, and comes to nothing with its cancellation', async () => {
    const { lot, task } = await decided()
    expect(await candidates()).toMatchObject([
      { stockItemId: lot.id, because: 'task', quantity: 10, proposed: 8, reason: 'expired' },
    ])
    const { id } = await send(
      aReturn({ lines: [{ stockItemId: lot.id, quantity: 7, reason: 'expired', deliveryId: null }] }),
    )
    expect(await task()).toMatchObject({ state: 'done', doneQuantity: 7 })
    expect(await stock(lot.id)).toBe(3)
    expect(await candidates()).toEqual([])
    await cancel(id)
    expect(await task()).toMatchObject({ state: 'canceled', doneQuantity: null })
    expect(await stock(lot.id)).toBe(10)
  })

  test('recalled lots, a delivery and named products are proposed too; lots of others are not', async () => {
    const other = (await clerk().call(suppliers.create, { body: { name: 'Gapob' } })).id
    const recalled = await aLot(database, shop, { quantity: 5, supplierId, lot: 'R1' })
    await aLot(database, shop, { quantity: 5, supplierId: other, lot: 'R1' })
    await owner().call(recalls.open, { body: aRecall(shop, { pharmacyProductId: recalled.productId, lot: 'R1' }) })
    expect(await candidates()).toMatchObject([{ stockItemId: recalled.id, because: 'recall', reason: 'recalled' }])
    expect((await candidates({ productIds: [shop.products[0]] })).map(({ because }) => because)).toContain('product')

    const { id: deliveryId } = await clerk().call(deliveries.create, {
      body: { id: randomUUID(), supplierId, bl: 'BL 9', receivedOn: '2026-03-02' },
    })
    await clerk().call(deliveries.act, {
      body: aDeliveryAct(shop, {
        deliveryId,
        lineId: randomUUID(),
        line: { code: null, label: 'Doliprane', productId: shop.products[0], packagingId: null },
        set: { received: 6, purchasePrice: '600', lot: 'N9', expiresOn: '2028-06-30' },
      }),
    })
    await clerk().call(deliveries.close, { params: { id: deliveryId }, body: {} })
    const brought = (await candidates({ deliveryId })).filter(({ because }) => because === 'delivery')
    expect(brought).toMatchObject([{ lot: 'N9', proposed: 6, reason: 'surplus', deliveryId }])
    await send(aReturn({ lines: [{ stockItemId: brought[0]!.stockItemId, quantity: 2, reason: 'wrong', deliveryId }] }))
    await expect(
      clerk().call(deliveries.cancel, { params: { id: deliveryId }, body: { reason: 'Trop tard' } }),
    ).rejects.toMatchObject({ message: 'deliveries:boxesGone' })
  })
})

test('a supplier with a return that waits for its credit is not archived', async () => {
  const { id } = await send(aReturn())
  const archive = () => clerk().call(suppliers.patch, { params: { id: supplierId }, body: { archived: true } })
  await expect(archive()).rejects.toMatchObject({ message: 'suppliers:archiveOpenMatters', details: { returns: 1 } })
  await credit(id, { number: null, amount: 600 })
  expect(await archive()).toMatchObject({ archived: true })
})

test('the list is searched, filtered and sorted by each of its columns', async () => {
  const gapob = (await clerk().call(suppliers.create, { body: { name: 'Gapob' } })).id
  const first = await send(aReturn())
  await send(
    aReturn({
      supplierId: gapob,
      lines: [
        { stockItemId: shop.lots[0], quantity: 3, reason: 'surplus', deliveryId: null },
        { stockItemId: shop.lots[1], quantity: 1, reason: 'surplus', deliveryId: null },
      ],
    }),
    clerk(),
  )
  await credit(first.id, { number: 'AV 12', amount: 600 })
  const list = (query: object) => owner().call(supplierReturns.list, { query })
  const numbers = async (query: object) => (await list(query)).items.map(({ number }) => number)
  expect(await numbers({ search: 'gapob' })).toEqual([2])
  expect(await numbers({ search: 'av 12' })).toEqual([1])
  expect(await numbers({ state: 'sent' })).toEqual([2])
  expect(await numbers({ supplierId })).toEqual([1])
  expect(await numbers({ from: '2026-03-03' })).toEqual([])
  await expectSortedBothWays(list, {
    number: ({ number }) => number,
    supplier: ({ supplierName }) => supplierName,
    user: ({ sentByName }) => sentByName,
    lots: ({ lots }) => lots,
    units: ({ units }) => units,
    value: ({ value }) => value,
  })
})
