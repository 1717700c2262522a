import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dues } from '#shared/contract/dues.ts'
import { inventories, type InventoryScope } from '#shared/contract/inventories.ts'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { aCount } from '#tests/server/support/counting.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aMember } from '#tests/server/support/members.ts'
import { owing } from '#tests/server/support/owing.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { anAdjustment } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let shops = 0

beforeEach(async () => {
  shop = await openShop(`inventories ${shops++}`)
  clock.now = at('10:00')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
const clerk = () => as(shop.stocks.token)
const seller = () => as(shop.vendeur.token)
const begin = async (scope: InventoryScope = { kind: 'whole' }) =>
  (await clerk().call(inventories.create, { body: { id: randomUUID(), label: 'Rayon A', scope } })).id
const count = (inventoryId: string, rest: Partial<NewCount> = {}, by = clerk()) =>
  by.call(inventories.count, { body: aCount(shop, { inventoryId, doneAt: clock.now.toISOString(), ...rest }) })
const close = (id: string, body: { uncounted?: 'left' | 'gone'; acceptsDiffering?: boolean } = {}) =>
  clerk().call(inventories.close, { params: { id }, body })
const lines = (id: string, query: object = {}, by = clerk()) => by.call(inventories.lines, { params: { id }, query })
const lineOfLot = async (id: string, lot: string = shop.lots[0]) =>
  (await lines(id, { size: 200 })).items.find(({ stockItemId }) => stockItemId === lot)!
const stock = (lot: string = shop.lots[0]) => quantityOf(database, shop, lot)
const sell = (quantity: number, soldAt: Date, arrivesAt = soldAt) => {
  clock.now = arrivesAt
  return seller().call(sales.close, {
    body: aSale(shop, { lines: [lineOf(shop, 0, quantity)], soldAt: soldAt.toISOString() }),
  })
}

describe('an inventory', () => {
  test('begins with the lots of its scope, once however often it is sent', async () => {
    const body = { id: randomUUID(), label: 'Tout', scope: { kind: 'whole' as const } }
    const first = await clerk().call(inventories.create, { body })
    expect(await clerk().call(inventories.create, { body })).toEqual(first)
    expect(first).toMatchObject({ number: 1, state: 'open', lines: 4, counted: 0, differing: null })
    const expiring = await begin({ kind: 'expiring', days: 30 })
    expect((await lines(expiring)).items.map(({ stockItemId }) => stockItemId)).toEqual([shop.expiredLot])
    const named = await begin({ kind: 'products', ids: [shop.products[0]] })
    expect((await lines(named)).items.map(({ stockItemId }) => stockItemId)).toEqual([shop.lots[0]])
    await expect(begin({ kind: 'storages', ids: [randomUUID()] })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
  })

  test('takes the class of its products from what they sold', async () => {
    await sell(9, at('09:00'))
    clock.now = new Date()
    const sold = await begin({ kind: 'abc', class: 'A' })
    expect((await lines(sold)).items.length).toBeLessThan(4)
  })

  test('shows no figure to who only counts', async () => {
    const id = await begin()
    await count(id, { quantity: 97 })
    const counter = as((await aMember(database, shop, ['inventory.count'])).token)
    const { items, missing } = await lines(id, {}, counter)
    expect(missing).toBeNull()
    for (const { counted, expected, difference, value, reason } of items)
      expect([counted, expected, difference, value, reason]).toEqual([null, null, null, null, null])
    const sheet = await counter.call(inventories.sheet, { params: { id } })
    expect(JSON.stringify(sheet)).not.toMatch(/quantity|expected|difference/)
    expect(sheet.lines.find(({ stockItemId }) => stockItemId === shop.lots[0])).toMatchObject({ state: 'to-recount' })
    await expect(counter.call(inventories.close, { params: { id }, body: {} })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })

  test('closes with one movement for each lot that differs, and says what was missing and too much', async () => {
    const id = await begin()
    await count(id, { quantity: 97 })
    await count(id, { quantity: 97 })
    await count(id, { stockItemId: shop.lots[1], quantity: 102 })
    await count(id, { stockItemId: shop.lots[1], quantity: 102 })
    await count(id, { stockItemId: shop.lots[2], quantity: 100 })
    await clerk().call(inventories.explain, {
      params: { id },
      body: { stockItemIds: [shop.lots[0]], reason: 'theft', note: 'Tiroir ouvert' },
    })
    expect(await lines(id, { only: 'differing' })).toMatchObject({ total: 2, missing: 1800, surplus: 1200 })
    expect(await close(id)).toMatchObject({ state: 'closed', differing: 2, missing: 1800, surplus: 1200, counted: 3 })
    expect([await stock(), await stock(shop.lots[1]), await stock(shop.lots[2])]).toEqual([97, 102, 100])
    const { items } = await clerk().call(pharmacyProducts.history, {
      params: { id: shop.products[0] },
      query: { timespan: 90 },
    })
    expect(items[0]).toMatchObject({ cause: 'inventory', quantity: -3, reason: 'theft', note: 'Tiroir ouvert' })
    // What was booked stays what it was.
    await sell(2, at('11:00'))
    expect(await lineOfLot(id)).toMatchObject({ counted: 97, expected: 100, difference: -3, state: 'counted' })
  })

  test('is not closed while lots are to be counted again, unless that is accepted', async () => {
    const id = await begin()
    await expect(close(id)).rejects.toMatchObject({ message: 'inventories:nothingCounted' })
    await count(id, { quantity: 90 })
    await expect(close(id)).rejects.toMatchObject({
      message: 'inventories:countsDiffer',
      details: { lines: 1, items: [{ stockItemId: shop.lots[0] }] },
    })
    expect(await stock()).toBe(100)
    await close(id, { acceptsDiffering: true })
    expect(await stock()).toBe(90)
  })

  test('counts narcotics twice', async () => {
    const { id: lot, productId } = await aLot(database, shop, { list: 'narcotic' })
    const id = await begin({ kind: 'products', ids: [productId] })
    await count(id, { stockItemId: lot, quantity: 10 })
    expect(await lineOfLot(id, lot)).toMatchObject({ countsTwice: true, state: 'to-recount', difference: 0 })
    await count(id, { stockItemId: lot, quantity: 10 })
    expect(await lineOfLot(id, lot)).toMatchObject({ state: 'counted', rounds: 2 })
  })

  test('leaves what nobody counted, or takes it as gone', async () => {
    const scope: InventoryScope = { kind: 'products', ids: [shop.products[0], shop.products[1]] }
    const left = await begin(scope)
    await count(left)
    await close(left)
    expect(await stock(shop.lots[1])).toBe(100)
    const gone = await begin(scope)
    await count(gone)
    await close(gone, { uncounted: 'gone' })
    expect([await stock(), await stock(shop.lots[1])]).toEqual([100, 0])
  })

  test('takes what is owed of a lot for gone too: once the boxes come and are handed over, the shelf is the ledger', async () => {
    const { id: lot, productId } = await aLot(database, shop, { quantity: 1 })
    const sale = aSale(shop, { lines: [{ lot, price: 1000, quantity: 3 }], soldAt: at('09:30').toISOString() })
    await seller().call(sales.close, { body: sale })
    await seller().call(dues.create, { body: owing(sale, [2]) })
    const id = await begin({ kind: 'products', ids: [productId] })
    await close(id, { uncounted: 'gone' })
    // Two boxes are owed that nobody has: the shelf is empty, and the ledger is two short until they come.
    expect(await stock(lot)).toBe(-2)
  })

  test('closed by two members at once is closed once', async () => {
    const id = await begin()
    await count(id, { quantity: 95 })
    const answers = await Promise.allSettled([
      close(id, { acceptsDiffering: true }),
      as(shop.titulaire.token).call(inventories.close, { params: { id }, body: { acceptsDiffering: true } }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await stock()).toBe(95)
  })

  test('whose closing was cut off is closed by the next attempt as it was decided, and counts no more', async () => {
    const id = await begin({ kind: 'products', ids: [shop.products[0], shop.products[1]] })
    await count(id, { quantity: 95 })
    await database.platform((tx) =>
      tx.updateTable('inventories').set({ state: 'closing', closes_gone: true }).where('id', '=', id).execute(),
    )
    await expect(count(id)).rejects.toMatchObject({ message: 'inventories:notOpen' })
    await expect(
      clerk().call(inventories.cancel, { params: { id }, body: { reason: 'Trop tard' } }),
    ).rejects.toMatchObject({ message: 'inventories:notOpen' })
    expect(await close(id)).toMatchObject({ state: 'closed' })
    expect([await stock(), await stock(shop.lots[1])]).toEqual([95, 0])
  })

  test('canceled moves nothing, and takes no count any more', async () => {
    const id = await begin()
    await count(id, { quantity: 5 })
    const cancel = () => clerk().call(inventories.cancel, { params: { id }, body: { reason: 'Trop de monde' } })
    expect(await cancel()).toMatchObject({ state: 'canceled', cancelReason: 'Trop de monde' })
    expect(await cancel()).toMatchObject({ state: 'canceled' })
    await expect(count(id)).rejects.toMatchObject({ message: 'inventories:notOpen' })
    await expect(close(id)).rejects.toMatchObject({ message: 'inventories:notOpen' })
    expect(await stock()).toBe(100)
  })

  test('names a product that was archived between count and closing, and books nothing', async () => {
    const { id: lot, productId } = await aLot(database, shop, { quantity: 3 })
    const id = await begin({ kind: 'products', ids: [productId, shop.products[0]] })
    await count(id, { stockItemId: lot, quantity: 0 })
    await count(id, { stockItemId: lot, quantity: 0 })
    await count(id)
    clock.now = at('10:05')
    await as(shop.pharmacien.token).call(stockActs.adjust, {
      body: anAdjustment(shop, { stockItemId: lot, change: -3, doneAt: clock.now.toISOString() }),
    })
    await clerk().call(stockItems.patch, { params: { id: lot }, body: { archived: true } })
    await expect(count(id, { stockItemId: lot, quantity: 1 })).rejects.toMatchObject({
      message: 'inventories:cannotInventoryArchivedStockItem',
    })
    await expect(close(id)).rejects.toMatchObject({
      message: 'inventories:cannotInventoryArchivedStockItem',
      details: { items: [{ stockItemId: lot, label: 'Morphine 10 mg' }] },
    })
    expect((await clerk().call(inventories.read, { params: { id } })).state).toBe('open')
  })

  test('is not seen by another pharmacy', async () => {
    const id = await begin()
    const stranger = await openShop(`strangers ${shops++}`)
    const theirs = as(stranger.titulaire.token)
    for (const call of [inventories.read, inventories.sheet] as const)
      await expect(theirs.call(call, { params: { id } })).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(
      theirs.call(inventories.count, {
        body: aCount(stranger, { inventoryId: id, seller: stranger.titulaire, stockItemId: shop.lots[0] }),
      }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
  })

  test('lists are sorted by each of their columns, and lots too', async () => {
    const id = await begin()
    await count(id, { quantity: 95 })
    await count(id, { stockItemId: shop.lots[1], quantity: 103 })
    await count(id, { stockItemId: shop.lots[1], quantity: 103 }, as(shop.titulaire.token)).catch(() => undefined)
    await clerk().call(inventories.explain, {
      params: { id },
      body: { stockItemIds: [shop.lots[1]], reason: 'theft', note: null },
    })
    await expectSortedBothWays((query) => lines(id, query), {
      label: ({ label }) => label,
      state: ({ state }) => ['to-count', 'to-recount', 'counted'].indexOf(state),
      counted: ({ counted }) => counted,
      difference: ({ difference }) => difference,
      value: ({ value }) => value,
      rounds: ({ rounds }) => rounds,
    })
    clock.now = at('11:00')
    const body = { id: randomUUID(), label: 'Frigo', scope: { kind: 'products' as const, ids: [shop.products[1]] } }
    await as(shop.titulaire.token).call(inventories.create, { body })
    await count(body.id, { stockItemId: shop.lots[1], quantity: 99 })
    await close(body.id, { acceptsDiffering: true })
    await expectSortedBothWays((query) => clerk().call(inventories.list, { query }), {
      number: ({ number }) => number,
      label: ({ label }) => label,
      state: ({ state }) => state,
      createdAt: ({ createdAt }) => createdAt,
      user: ({ createdByName }) => createdByName,
      lines: ({ lines: each }) => each,
      counted: ({ counted }) => counted,
    })
  })
})

describe('a count', () => {
  test('is kept once, however often it is sent', async () => {
    const id = await begin()
    const body = aCount(shop, { inventoryId: id, quantity: 97, doneAt: clock.now.toISOString() })
    const [one, other] = await Promise.all([0, 1].map(() => clerk().call(inventories.count, { body })))
    expect(one).toEqual(other)
    expect(await lineOfLot(id)).toMatchObject({ rounds: 1, counted: 97 })
  })

  test('of two counters at once is two counts; what is found elsewhere is added', async () => {
    const id = await begin()
    await Promise.all([count(id, { quantity: 60 }), count(id, { stockItemId: shop.lots[1], quantity: 100 })])
    clock.now = at('10:05')
    await count(id, { kind: 'more', quantity: 40 })
    expect(await lineOfLot(id)).toMatchObject({ rounds: 1, counted: 100, difference: 0, state: 'counted' })
  })

  test('is compared with the stock of its own moment, while the shop sells', async () => {
    const id = await begin()
    await sell(4, at('10:10'))
    clock.now = at('10:20')
    await count(id, { quantity: 96 })
    await sell(6, at('10:30'))
    expect(await lineOfLot(id)).toMatchObject({ expected: 96, difference: 0, state: 'counted' })
    await close(id)
    expect(await stock()).toBe(90)
  })

  test('knows of a sale of before it that arrives after it, and after the closing', async () => {
    const id = await begin()
    clock.now = at('10:20')
    // Two boxes left at 10:10 without a network: the shelf holds 98.
    await count(id, { quantity: 98 })
    await count(id, { quantity: 98 })
    await close(id)
    expect(await stock()).toBe(98)
    await sell(2, at('10:10'), at('12:00'))
    expect(await stock()).toBe(98)
    const { items } = await clerk().call(pharmacyProducts.history, {
      params: { id: shop.products[0] },
      query: { timespan: 90 },
    })
    expect(items.slice(0, 2).map(({ cause, quantity, reason }) => ({ cause, quantity, reason }))).toEqual([
      { cause: 'inventory', quantity: 2, reason: 'seen-by-count' },
      { cause: 'sale', quantity: -2, reason: null },
    ])
    // One of after the count leaves the shelf.
    await sell(3, at('10:40'), at('12:05'))
    expect(await stock()).toBe(95)
  })

  test('that arrives late counts at its own moment', async () => {
    const id = await begin()
    await sell(5, at('10:30'))
    clock.now = at('11:00')
    await count(id, { quantity: 100, doneAt: at('10:15').toISOString() })
    expect(await lineOfLot(id)).toMatchObject({ expected: 100, difference: 0 })
  })

  test('is not spoiled by a correction that finds the same error meanwhile', async () => {
    const id = await begin()
    await count(id, { quantity: 97 })
    await count(id, { quantity: 97 })
    clock.now = at('10:30')
    await as(shop.pharmacien.token).call(stockActs.adjust, {
      body: anAdjustment(shop, { change: -3, reason: 'entry-error', doneAt: clock.now.toISOString() }),
    })
    expect(await lineOfLot(id)).toMatchObject({ expected: 97, difference: 0 })
    await close(id)
    expect(await stock()).toBe(97)
  })

  test('finds the boxes that customers paid and did not take along, until they are handed over', async () => {
    const id = await begin()
    const sale = aSale(shop, { lines: [lineOf(shop, 0, 5)], soldAt: at('10:10').toISOString() })
    clock.now = at('10:10')
    await seller().call(sales.close, { body: sale })
    const [due] = await seller().call(dues.create, { body: owing(sale, [2]) })
    clock.now = at('10:20')
    await count(id, { quantity: 97 })
    expect(await lineOfLot(id)).toMatchObject({ expected: 97, difference: 0 })
    clock.now = at('10:30')
    await seller().call(dues.handOver, { params: { id: due!.id }, body: { left: 0 } })
    expect(await lineOfLot(id)).toMatchObject({ expected: 97, difference: 0 })
    await close(id)
    expect(await stock()).toBe(95)
  })

  test('knows that a part of what was owed came back, and that a corrected sale still owes it', async () => {
    const { id: lot, productId } = await aLot(database, shop, { quantity: 100 })
    const id = await begin({ kind: 'products', ids: [productId] })
    clock.now = at('10:10')
    const sale = aSale(shop, { lines: [{ lot, price: 1000, quantity: 5 }], soldAt: clock.now.toISOString() })
    await seller().call(sales.close, { body: sale })
    await seller().call(dues.create, { body: owing(sale, [3]) })
    clock.now = at('10:20')
    await count(id, { stockItemId: lot, quantity: 98 })
    expect(await lineOfLot(id, lot)).toMatchObject({ expected: 98, difference: 0 })
    clock.now = at('10:30')
    await as(shop.titulaire.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 0, quantity: 2 }], { returnedAt: clock.now.toISOString() }),
    })
    // Two of the three that were owed are refunded: they stay on the shelf, and nobody waits for them.
    expect(await lineOfLot(id, lot)).toMatchObject({ expected: 98, difference: 0 })
    clock.now = at('10:40')
    await count(id, { stockItemId: lot, quantity: 98 })
    expect(await lineOfLot(id, lot)).toMatchObject({ expected: 98, difference: 0 })
  })

  test('of a terminal whose clock is a day off counts at its true moment', async () => {
    const id = await begin()
    await sell(5, at('10:30'))
    clock.now = at('11:00')
    const dayAgo = new Date(clock.now.getTime() - 86_400_000)
    await as(shop.stocks.token, { clientTime: dayAgo }).call(inventories.count, {
      body: aCount(shop, {
        inventoryId: id,
        quantity: 95,
        doneAt: new Date(dayAgo.getTime() - 60_000).toISOString(),
      }),
    })
    expect(await lineOfLot(id)).toMatchObject({ expected: 95, difference: 0, countedAt: at('10:59').toISOString() })
  })

  test('of a lot that nobody knew makes the lot at the prices of the last one, once for two who find it', async () => {
    const id = await begin()
    const line = (await clerk().call(inventories.sheet, { params: { id } })).lines.find(
      ({ stockItemId }) => stockItemId === shop.lots[0],
    )!
    const found = {
      pharmacyProductId: line.pharmacyProductId,
      packagingId: line.packagingId,
      lot: 'NEW 1',
      expiresOn: '2028-01-31',
    }
    const first = await count(id, { stockItemId: null, found, quantity: 4 })
    const second = await count(id, { stockItemId: null, found: { ...found, lot: 'new1' }, quantity: 4 })
    expect(second.stockItemId).toBe(first.stockItemId)
    await close(id)
    expect(await stock(first.stockItemId)).toBe(4)
  })

  test.each([
    ['a negative quantity', { quantity: -1 }],
    ['a fraction', { quantity: 1.5 }],
    ['a huge quantity', { quantity: 10_000_000 }],
    ['a lot of nobody', { stockItemId: randomUUID() }],
    ['no lot at all', { stockItemId: null }],
    [
      'a day that does not exist',
      {
        stockItemId: null,
        found: { pharmacyProductId: randomUUID(), packagingId: randomUUID(), lot: 'A', expiresOn: '2027-02-30' },
      },
    ],
  ])('with %s is refused', async (_, wrong) => {
    const id = await begin()
    await expect(count(id, wrong)).rejects.toMatchObject({ message: 'requests:invalid' })
    expect((await clerk().call(inventories.read, { params: { id } })).progress.toCount).toBe(4)
  })

  test('in somebody else’s name is refused', async () => {
    const id = await begin()
    await expect(count(id, {}, seller())).rejects.toMatchObject({ message: 'auth:unprovenSender' })
  })
})

describe('a phone', () => {
  const linkOf = (id: string) => clerk().call(inventories.countingLink, { params: { id }, body: { id: randomUUID() } })

  test('counts the inventory of its link in the name of who made it, and may do nothing else', async () => {
    const id = await begin()
    const { token } = await linkOf(id)
    const phone = as(token)
    const sheet = await phone.call(inventories.sheet, { params: { id } })
    expect(sheet).toMatchObject({ member: { id: shop.stocks.id }, inventory: { id } })
    await phone.call(inventories.count, { body: aCount(shop, { inventoryId: id, quantity: 99 }) })
    expect(await lineOfLot(id)).toMatchObject({ counted: 99, countedByName: 'BIO Ismaël' })
    const other = await begin()
    for (const refused of [
      () => phone.call(inventories.list, { query: {} }),
      () => phone.call(inventories.lines, { params: { id }, query: {} }),
      () => phone.call(inventories.countingLink, { params: { id }, body: { id: randomUUID() } }),
      () => phone.call(pharmacyProducts.list, { query: {} }),
      () => phone.call(inventories.count, { body: aCount(shop, { inventoryId: id, seller: shop.titulaire }) }),
      () => phone.call(inventories.count, { body: aCount(shop, { inventoryId: other }) }),
    ])
      await expect(refused()).rejects.toMatchObject({ message: 'auth:forbidden' })
    await expect(phone.call(inventories.sheet, { params: { id: other } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
  })

  test('is out while the platform has suspended the pharmacy, and comes back with it', async () => {
    const id = await begin()
    const phone = as((await linkOf(id)).token)
    const suspend = (isSuspended: boolean) =>
      database.platform((tx) =>
        tx
          .updateTable('pharmacies')
          .set({ suspended_at: isSuspended ? clock.now : null })
          .where('id', '=', shop.id)
          .execute(),
      )
    await suspend(true)
    await expect(phone.call(inventories.sheet, { params: { id } })).rejects.toMatchObject({
      message: 'pharmacies:suspended',
    })
    await suspend(false)
    await phone.call(inventories.sheet, { params: { id } })
  })

  test('is out when the inventory ends, after 12 hours, and with a made-up link', async () => {
    const [one, other] = [await begin(), await begin()]
    const [ended, old] = [await linkOf(one), await linkOf(other)]
    await count(one)
    await close(one)
    const refused = { message: 'auth:invalidToken' }
    await expect(as(ended.token).call(inventories.sheet, { params: { id: one } })).rejects.toMatchObject(refused)
    clock.now = new Date(clock.now.getTime() + 12 * 3_600_000)
    await expect(as(old.token).call(inventories.sheet, { params: { id: other } })).rejects.toMatchObject(refused)
    await expect(as('comptage.xyz').call(inventories.sheet, { params: { id: other } })).rejects.toMatchObject(refused)
  })
})

describe('what to count', () => {
  test('the most doubtful products come first, without those that are being counted', async () => {
    await sell(120, at('09:00'))
    clock.now = new Date()
    const { products } = await clerk().call(inventories.doubtful, { query: {} })
    expect(products[0]).toMatchObject({ id: shop.products[0], reasons: ['negative', 'never-counted'] })
    await begin({ kind: 'products', ids: [shop.products[0]] })
    const after = await clerk().call(inventories.doubtful, { query: {} })
    expect(after.products.map(({ id }) => id)).not.toContain(shop.products[0])
  })

  test('the report says accuracy and shrinkage by storage and month', async () => {
    const id = await begin({ kind: 'products', ids: [shop.products[0], shop.products[1]] })
    await count(id, { quantity: 90 })
    await count(id, { stockItemId: shop.lots[1], quantity: 100 })
    await close(id, { acceptsDiffering: true })
    const report = (by: 'storage' | 'month') =>
      clerk().call(inventories.report, { query: { from: '2026-11-01', to: '2026-11-30', by } })
    const figures = { lots: 2, right: 1, accuracy: 50, missing: 6000, surplus: 0, shrinkage: 50 }
    expect(await report('month')).toEqual([{ key: '2026-11', label: '2026-11', ...figures }])
    expect(await report('storage')).toMatchObject([{ key: 'none', ...figures }])
  })
})
