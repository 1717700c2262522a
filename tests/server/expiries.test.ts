import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { expiryTasks, type NewExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { sales } from '#shared/contract/sales.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import type { MovementCause } from '#shared/domain/stock-movements.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { aLot, type TestLot } from '#tests/server/support/lots.ts'
import { reportsOf } from '#tests/server/support/asking.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const now = new Date('2026-11-21T10:00:00Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  clock.now = now
  shop = await openShop(`expiries ${count++}`)
})

const asOwner = () => as(shop.titulaire.token)
/** The shop opens with an expired lot of another product. */
const list = (query: object = {}) => asOwner().call(expiries.list, { query: { search: 'morphine', ...query } })
const dayAt = (daysAgo: number): Date => new Date(now.getTime() - daysAgo * 86_400_000)
const dayIn = (days: number): string => dayAt(-days).toISOString().slice(0, 10)

/** Movements of a lot, written at once; its quantity follows. `aLot` has one movement, long before the window. */
async function moved(
  lot: TestLot,
  moves: readonly (readonly [daysAgo: number, cause: MovementCause, quantity: number])[],
) {
  await database.platform(async (tx) => {
    for (const [daysAgo, cause, quantity] of moves)
      await tx
        .insertInto('stock_movements')
        .values({
          pharmacy_id: shop.id,
          id: randomUUID(),
          stock_item_id: lot.id,
          cause,
          quantity,
          before: 0,
          after: quantity,
          at: dayAt(daysAgo),
        })
        .execute()
    const sum = moves.reduce((total, [, , quantity]) => total + quantity, 0)
    await tx
      .updateTable('stock_items')
      .set((eb) => ({ quantity: eb('quantity', '+', sum) }))
      .where('id', '=', lot.id)
      .execute()
  })
}
const sold = (daysAgo: number, quantity = 1) => [daysAgo, 'sale', -quantity] as const
/** A lot of which one unit was sold on each of the last `days` days, and `quantity` are left. */
async function aSellingLot(of: {
  days?: number
  quantity?: number
  expiresIn: number
  price?: number
  cost?: number
  list?: 'list-1'
  lot?: string
}) {
  const { days = 60, quantity = 20, expiresIn, ...rest } = of
  const lot = await aLot(database, shop, { quantity: quantity + days, expiresOn: dayIn(expiresIn), ...rest })
  await moved(
    lot,
    Array.from({ length: days }, (_, index) => sold(index + 1)),
  )
  return lot
}
const rowOf = async ({ id }: TestLot) => (await list()).items.find((row) => row.id === id)!

describe('the demand of a product', () => {
  test('counts days in stock only: sold out for four months, it still sells one a day', async () => {
    const lot = await aLot(database, shop, { quantity: 30, expiresOn: dayIn(40) })
    // sold from day 180 to day 151, then nothing until a delivery ten days ago
    await moved(lot, [
      ...Array.from({ length: 30 }, (_, index) => sold(180 - index)),
      [10, 'delivery', 30],
      ...Array.from({ length: 10 }, (_, index) => sold(10 - index)),
    ])
    expect(await rowOf(lot)).toMatchObject({ quantity: 20, daysInStock: 40, perDay: 1, days: 40 })
  })

  test('lowers by what came back to the shelf or was canceled, and ignores what was destroyed or found', async () => {
    const lot = await aLot(database, shop, { quantity: 50, expiresOn: dayIn(40) })
    await moved(lot, [
      sold(100, 20),
      [99, 'return', 4],
      [98, 'sale-canceled', 7],
      [50, 'destruction', -5],
      [40, 'inventory', 3],
    ])
    expect(await rowOf(lot)).toMatchObject({ daysInStock: 180, perDay: 9 / 180 })
  })

  test('is shared by the lots of one packaging; today and days before the window do not count', async () => {
    const early = await aSellingLot({ expiresIn: 30, quantity: 16 })
    const late = await aLot(database, shop, { quantity: 5, expiresOn: dayIn(90) })
    await database.platform(async (tx) => {
      const { packaging_id, pharmacy_product_id } = await tx
        .selectFrom('stock_items')
        .select(['packaging_id', 'pharmacy_product_id'])
        .where('id', '=', early.id)
        .executeTakeFirstOrThrow()
      await tx.updateTable('stock_items').set({ packaging_id, pharmacy_product_id }).where('id', '=', late.id).execute()
    })
    await moved(early, [sold(0, 2), sold(200, 9)])
    expect(await rowOf(early)).toMatchObject({ perDay: 60 / 180, ahead: 0 })
    expect(await rowOf(late)).toMatchObject({ perDay: 60 / 180, ahead: expect.any(Number) })
    const { lotsAhead } = await asOwner().call(expiries.read, { params: { id: late.id } })
    expect(lotsAhead.map(({ id }) => id)).toEqual([early.id])
  })

  test('ends with the expiry of the stock: an expired lot on the shelf is no stock', async () => {
    const lot = await aLot(database, shop, { quantity: 30, expiresOn: dayIn(-100) })
    const fresh = await aLot(database, shop, { quantity: 1, expiresOn: dayIn(60) })
    await database.platform(async (tx) => {
      const { packaging_id, pharmacy_product_id } = await tx
        .selectFrom('stock_items')
        .select(['packaging_id', 'pharmacy_product_id'])
        .where('id', '=', lot.id)
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('stock_items')
        .set({ packaging_id, pharmacy_product_id })
        .where('id', '=', fresh.id)
        .execute()
    })
    await moved(fresh, [[250, 'inventory', -1], [30, 'delivery', 8], sold(20, 3)])
    // in stock until day −100 included, and from the delivery on
    expect(await rowOf(fresh)).toMatchObject({ daysInStock: 80 + 1 + 30, perDay: 3 / 111 })
  })

  test('is unknown of a product that arrived last week', async () => {
    const lot = await aLot(database, shop, { quantity: 1, expiresOn: dayIn(60) })
    await moved(lot, [[250, 'inventory', -1], [7, 'delivery', 9], sold(3)])
    expect(await rowOf(lot)).toMatchObject({
      chance: null,
      left: null,
      riskPrice: null,
      proposal: { kind: 'none', because: 'unknown' },
    })
  })
})

describe('the list', () => {
  test('first to expire first, with what is at risk; filters and sums follow each other', async () => {
    const expired = await aSellingLot({ expiresIn: -5, quantity: 4, price: 1000, cost: 600 })
    const lost = await aSellingLot({ expiresIn: 5, quantity: 40, price: 500, cost: 300 })
    const fine = await aSellingLot({ expiresIn: 170, quantity: 3 })
    const { items, total, sums } = await list()
    expect(items.map(({ id }) => id)).toEqual([expired.id, lost.id, fine.id])
    expect(total).toBe(3)
    expect(items[0]).toMatchObject({
      left: 4,
      riskCost: 2400,
      riskPrice: 4000,
      proposal: { kind: 'destroy', quantity: 4 },
    })
    expect(items[1]!.left).toBeGreaterThan(37)
    expect(items[2]!.chance).toBeGreaterThan(0.99)
    expect(sums.units).toBe(47)
    expect(sums.riskPrice).toBe(items.reduce((sum, { riskPrice }) => sum + (riskPrice ?? 0), 0))
    expect((await list({ within: 'expired' })).items.map(({ id }) => id)).toEqual([expired.id])
    expect((await list({ within: '30' })).items.map(({ id }) => id)).toEqual([lost.id])
    expect((await list({ month: '2027-05' })).items.map(({ id }) => id)).toEqual([fine.id])
    expect((await list({ proposal: 'none' })).items.map(({ id }) => id)).toEqual([fine.id])
    expect((await list({ sort: '-chance', size: 1 })).items.map(({ id }) => id)).toEqual([fine.id])
    expect((await list({ sort: '-chance', size: 1, page: 2 })).items.map(({ id }) => id)).toEqual([expired.id])
  })

  test('a member who may not see costs sees no cost, in no row and no sum', async () => {
    await aSellingLot({ expiresIn: 5, quantity: 40 })
    const member = await aMember(database, shop, ['report.see'])
    const { items, sums } = await as(member.token).call(expiries.list, {})
    expect(items[0]).toMatchObject({ riskCost: null, riskPrice: expect.any(Number) })
    expect(sums.riskCost).toBeNull()
  })

  test('the supplier of a lot says until when it goes back', async () => {
    const lot = await aSellingLot({ expiresIn: 100, quantity: 200 })
    const { id } = await asOwner().call(suppliers.create, { body: { name: 'Ubipharm', returnDays: 90 } })
    expect((await rowOf(lot)).proposal.kind).toBe('discount')
    await asOwner().call(stockItems.patch, { params: { id: lot.id }, body: { supplierId: id } })
    expect(await rowOf(lot)).toMatchObject({
      supplier: { id, name: 'Ubipharm' },
      returnUntil: dayIn(10),
      proposal: { kind: 'return' },
    })
    expect((await list({ supplierId: id })).total).toBe(1)
    const unknown = asOwner().call(stockItems.patch, { params: { id: lot.id }, body: { supplierId: randomUUID() } })
    await expect(unknown).rejects.toMatchObject({ message: 'requests:invalid' })
  })

  test('a listed medicine without a way out has no proposal', async () => {
    const lot = await aSellingLot({ expiresIn: 10, quantity: 90, list: 'list-1' })
    expect((await rowOf(lot)).proposal).toMatchObject({ kind: 'none', because: 'no-way' })
  })
})

const accept = (task: NewExpiryTask) => asOwner().call(expiryTasks.create, { body: task })
const end = (id: string, body: { outcome: 'done' | 'canceled'; quantity?: number }) =>
  asOwner().call(expiryTasks.end, { params: { id }, body })
const savedNow = async () => (await asOwner().call(expiryTasks.saved, {})).months.at(-1)!

describe('work on a lot', () => {
  test('a return that is done leaves the stock, once, and is saved at cost in its month', async () => {
    const lot = await aSellingLot({ expiresIn: 100, quantity: 30, cost: 600 })
    const { id } = await accept({ kind: 'return', stockItemId: lot.id, quantity: 12 })
    expect((await rowOf(lot)).task).toEqual({ id, kind: 'return', quantity: 12 })
    expect(await quantityOf(database, shop, lot.id)).toBe(30)
    await end(id, { outcome: 'done', quantity: 10 })
    expect(await quantityOf(database, shop, lot.id)).toBe(20)
    await expect(end(id, { outcome: 'done' })).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await quantityOf(database, shop, lot.id)).toBe(20)
    expect(await savedNow()).toEqual({ month: '2026-11', returned: 6000, moved: 0, discounted: 0, total: 6000 })
    const month = { from: '2026-11-01', to: '2026-11-30' }
    const told = await reportsOf({ as })(shop, { measures: ['expirySaved'], dimensions: ['product'], period: month })
    expect([told.rows.length, told.totals.values]).toEqual([1, [6000]])
    const { items, saved } = await asOwner().call(expiryTasks.list, { query: { state: 'done' } })
    expect(items).toMatchObject([{ id, kind: 'return', quantity: 12, doneQuantity: 10, saved: 6000, state: 'done' }])
    expect(saved).toBe(6000)
    expect(await asOwner().call(expiryTasks.read, { params: { id } })).toEqual(items[0])
  })

  test('one open task for each lot; a canceled one makes room and moves nothing', async () => {
    const lot = await aSellingLot({ expiresIn: 100, quantity: 30 })
    const { id } = await accept({ kind: 'return', stockItemId: lot.id, quantity: 12 })
    await expect(accept({ kind: 'return', stockItemId: lot.id, quantity: 1 })).rejects.toMatchObject({
      message: 'requests:conflict',
    })
    await end(id, { outcome: 'canceled' })
    expect(await quantityOf(database, shop, lot.id)).toBe(30)
    await accept({ kind: 'return', stockItemId: lot.id, quantity: 1 })
  })

  test('no more than the lot holds, also when it was sold meanwhile', async () => {
    const lot = await aSellingLot({ expiresIn: 100, quantity: 5 })
    const tooMuch = accept({ kind: 'return', stockItemId: lot.id, quantity: 6 })
    await expect(tooMuch).rejects.toMatchObject({ message: 'requests:invalid' })
    const { id } = await accept({ kind: 'return', stockItemId: lot.id, quantity: 5 })
    await moved(lot, [sold(0, 2)])
    await expect(end(id, { outcome: 'done' })).rejects.toMatchObject({ message: 'requests:invalid' })
    await end(id, { outcome: 'done', quantity: 3 })
    expect(await quantityOf(database, shop, lot.id)).toBe(0)
  })

  test('a transfer goes to a pharmacy of the same owner only', async () => {
    const lot = await aSellingLot({ expiresIn: 100, quantity: 5 })
    const [sister, stranger] = [await openShop(`sister ${count}`), await openShop(`stranger ${count}`)]
    await database.platform(async (tx) => {
      const domain = { id: randomUUID(), name: 'Another owner' }
      await tx.insertInto('domains').values(domain).execute()
      await tx.updateTable('pharmacies').set({ domain_id: domain.id }).where('id', '=', stranger.id).execute()
    })
    const { id } = await accept({ kind: 'transfer', stockItemId: lot.id, quantity: 2, toPharmacyId: sister.id })
    await end(id, { outcome: 'done' })
    expect(await quantityOf(database, shop, lot.id)).toBe(3)
    expect((await savedNow()).moved).toBe(1200)
    for (const toPharmacyId of [stranger.id, shop.id, randomUUID()])
      await expect(accept({ kind: 'transfer', stockItemId: lot.id, quantity: 1, toPharmacyId })).rejects.toMatchObject({
        message: 'requests:invalid',
      })
  })

  test('an expired lot is neither sold cheaper nor moved; its destruction is done when nothing is left', async () => {
    const lot = await aSellingLot({ expiresIn: -3, quantity: 4 })
    const cheaper = accept({ kind: 'discount', stockItemId: lot.id, quantity: 4, percent: 20 })
    await expect(cheaper).rejects.toMatchObject({ message: 'requests:invalid' })
    const { id } = await accept({ kind: 'destroy', stockItemId: lot.id, quantity: 4 })
    await expect(end(id, { outcome: 'done' })).rejects.toMatchObject({ message: 'requests:invalid' })
    await moved(lot, [[0, 'destruction', -4]])
    const { items } = await asOwner().call(expiryTasks.list, {})
    expect(items).toMatchObject([{ id, state: 'done', saved: 0 }])
  })
})

describe('a discount', () => {
  const sell = (lot: TestLot, price: number, quantity = 1) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot: lot.id, price, quantity }], soldAt: clock.now.toISOString() }),
    })

  test('is the price of the lot for every seller, without a flag; what was sold at it is saved', async () => {
    const lot = await aSellingLot({ expiresIn: 40, quantity: 90, price: 1235 })
    await expect(sell(lot, 988)).rejects.toMatchObject({ message: 'auth:forbidden' })
    const { id } = await accept({ kind: 'discount', stockItemId: lot.id, quantity: 90, percent: 20 })
    expect((await rowOf(lot)).discountPercent).toBe(20)
    expect(await sell(lot, 988, 2)).toMatchObject({ flags: [] })
    // an older list still has the full price
    expect(await sell(lot, 1235)).toMatchObject({ flags: [] })
    expect(await savedNow()).toMatchObject({ discounted: 2 * 988, total: 2 * 988 })
    clock.now = new Date(now.getTime() + 60_000)
    await end(id, { outcome: 'done' })
    expect((await rowOf(lot)).discountPercent).toBeNull()
    clock.now = new Date(now.getTime() + 120_000)
    // a till that has not read its list again
    expect(await sell(lot, 988)).toMatchObject({ flags: ['price:changed'] })
    expect(await savedNow()).toMatchObject({ discounted: 2 * 988 })
  })

  test('is seen by the tills at once, and needs the right to change prices', async () => {
    const lot = await aSellingLot({ expiresIn: 40, quantity: 90 })
    const revOf = () =>
      database.platform((tx) =>
        tx.selectFrom('pharmacy_products').select('rev').where('id', '=', lot.productId).executeTakeFirstOrThrow(),
      )
    const before = await revOf()
    const member = await aMember(database, shop, ['stock.adjust'])
    const body = { kind: 'discount' as const, stockItemId: lot.id, quantity: 90, percent: 20 }
    await expect(as(member.token).call(expiryTasks.create, { body })).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'price.edit' },
    })
    expect(await revOf()).toEqual(before)
    await accept(body)
    expect((await revOf()).rev).toBeGreaterThan(before.rev)
  })
})

describe('shortages', () => {
  /** 60 units sold from day 69 to day 10 before now, then `last` in one sale five days ago. */
  async function aSoldLot(left: number, last: number, price = 1000) {
    const lot = await aLot(database, shop, { quantity: 60 + last + left, price })
    await moved(
      lot,
      Array.from({ length: 60 }, (_, index) => sold(10 + index)),
    )
    clock.now = dayAt(5)
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot: lot.id, price, quantity: last }], soldAt: clock.now.toISOString() }),
    })
    clock.now = now
    return lot
  }
  const read = (query: object = {}) => asOwner().call(shortages.list, { query })

  test('says where a sister pharmacy has it', async () => {
    const out = await aSoldLot(0, 30)
    const sister = await openShop(`having ${count}`)
    await database.platform(async (tx) => {
      const domain = { id: randomUUID(), name: 'An owner' }
      await tx.insertInto('domains').values(domain).execute()
      for (const { id } of [shop, sister])
        await tx.updateTable('pharmacies').set({ domain_id: domain.id }).where('id', '=', id).execute()
    })
    expect((await read()).items).toMatchObject([{ id: out.productId, sisters: [] }])
    const there = await aLot(database, sister, { quantity: 4 })
    await database.platform(async (tx) => {
      const same = tx.selectFrom('pharmacy_products').select('product_id').where('id', '=', out.productId)
      await tx.updateTable('pharmacy_products').set({ product_id: same }).where('id', '=', there.productId).execute()
    })
    expect((await read({ sort: '-sisters' })).items[0]!.sisters).toEqual([
      { pharmacy: expect.any(String), boxes: 4, units: 0 },
    ])
  })

  test('what is out with what was missed since, then what will be out within two weeks', async () => {
    const out = await aSoldLot(0, 30)
    const soon = await aSoldLot(4, 30)
    await aSoldLot(400, 30)
    const { items, total, out: gone, missed } = await read()
    expect([total, gone]).toEqual([2, 1])
    // 90 units in 176 days in stock: out of stock since the sale
    expect(items[0]).toMatchObject({ id: out.productId, state: 'out', quantity: 0, daysLeft: 0, sold30Days: 30 })
    expect(items[0]!.since).toBe(dayIn(-5))
    expect(items[0]!.perDay).toBeCloseTo(90 / 176)
    expect(items[0]!.missed).toBe(Math.round((90 / 176) * 5 * 1000))
    expect(missed).toBe(items[0]!.missed)
    expect(items[1]).toMatchObject({ id: soon.productId, state: 'soon', daysLeft: 8, since: null, missed: 0 })
    expect((await read({ state: 'out' })).total).toBe(1)
  })

  test('boxes of a delivery that is not closed are on their way, until they are here or given up', async () => {
    const out = await aSoldLot(0, 30)
    const clerk = as(shop.stocks.token)
    const { id: supplierId } = await clerk.call(suppliers.create, { body: { name: 'Ubipharm' } })
    const onItsWay = async () => (await read()).items.find(({ id }) => id === out.productId)?.onItsWay
    const aDelivery = async (bl: string) =>
      (
        await clerk.call(deliveries.create, {
          body: { id: randomUUID(), supplierId, bl, receivedOn: dayIn(0) },
        })
      ).id
    const [first, second] = [await aDelivery('BL 1'), await aDelivery('BL 2')]
    const line = { code: null, label: 'Morphine', productId: out.productId, packagingId: null }
    const act = (deliveryId: string, received: number, free: number) => {
      const lineId = randomUUID()
      return clerk.call(deliveries.act, {
        body: aDeliveryAct(shop, { deliveryId, lineId, line, set: { received, free } }),
      })
    }
    expect(await onItsWay()).toBe(0)
    await act(first, 12, 1)
    await act(second, 4, 0)
    expect(await onItsWay()).toBe(17)
    await clerk.call(deliveries.cancel, { params: { id: second }, body: { reason: 'Pas venue' } })
    expect(await onItsWay()).toBe(13)
  })

  test('customers who were noted count when they asked for more than the demand', async () => {
    const out = await aSoldLot(0, 30)
    const noted = (quantity: number, reason: 'absent' | 'too-dear', daysAgo: number) =>
      database.platform((tx) =>
        tx
          .insertInto('missed_sales')
          .values({
            pharmacy_id: shop.id,
            id: randomUUID(),
            pharmacy_product_id: out.productId,
            label: 'Morphine 10 mg',
            quantity,
            price: null,
            reason,
            user_id: shop.vendeur.id,
            terminal_id: shop.terminal.id,
            missed_at: dayAt(daysAgo),
            received_at: now,
          })
          .execute(),
      )
    await noted(7, 'absent', 2)
    await noted(50, 'too-dear', 2)
    await noted(50, 'absent', 20)
    expect((await read()).items[0]).toMatchObject({ missed: 7000 })
  })
})
