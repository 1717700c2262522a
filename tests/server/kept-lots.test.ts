import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`kept lots ${count++}`)
})

const dayMs = 86_400_000
const ago = (days: number) => new Date(clock.now.getTime() - days * dayMs)

type LotOf = {
  id?: string
  units?: number
  quantity?: number
  emptiedAt?: Date | null
  archived?: boolean
  blocked?: 'recall'
  packaging?: string
}

/** A lot of the first product, which has 100 boxes in another lot. */
async function aLot({ id = randomUUID(), units = 1, quantity = 0, emptiedAt, packaging, ...lot }: LotOf = {}) {
  await database.platform(async (tx) => {
    const packagingId = packaging === undefined && units === 1 ? idOf('packaging') : randomUUID()
    if (packagingId !== idOf('packaging'))
      await tx
        .insertInto('packagings')
        .values({ id: packagingId, label: packaging ?? `Boîte de ${units} ${id}`, units })
        .execute()
    await tx
      .insertInto('stock_items')
      .values({
        pharmacy_id: shop.id,
        id,
        pharmacy_product_id: shop.products[0],
        packaging_id: packagingId,
        lot: 'ANCIEN',
        expires_on: '2099-05-31',
        quantity,
        purchase_price: 600,
        sale_price: 1000,
        emptied_at: emptiedAt === undefined && quantity === 0 ? ago(3 * 365) : emptiedAt,
        ...lot,
      })
      .execute()
  })
  return id
}

/** The lots of the first product, as a till keeps them. */
async function kept(): Promise<string[]> {
  const terminal = as(shop.vendeur.token)
  const byCursor = await terminal.call(pharmacyProducts.list, { query: { cursor: '' } })
  const byPage = await terminal.call(pharmacyProducts.list, { query: {} })
  const all = await terminal.call(pharmacyProducts.all, {})
  const [lots, ...others] = [byCursor.items, byPage.items, all].map((items) =>
    items.find(({ id }) => id === shop.products[0])!.stockItems.map(({ id }) => id),
  )
  for (const other of others) expect(other).toEqual(lots)
  return lots!
}

describe('a till keeps', () => {
  test('no lot that was sold out three years ago', async () => {
    const old = await aLot()
    expect(await kept()).not.toContain(old)
    expect(await kept()).toContain(shop.lots[0])
  })

  test('a lot that was emptied in the last hundred days, is below zero, is set aside, or whose end nobody knows', async () => {
    const wanted = [
      await aLot({ emptiedAt: ago(99) }),
      await aLot({ quantity: -1 }),
      await aLot({ blocked: 'recall' }),
      await aLot({ emptiedAt: null }),
    ]
    const old = await aLot({ emptiedAt: ago(101) })
    expect(await kept()).toEqual(expect.arrayContaining(wanted))
    expect(await kept()).not.toContain(old)
  })

  test('the last lot of each packaging, which has its price, also beside one that is set aside; an archived one has none', async () => {
    const packaging = `Flacon ${count}`
    const last = await aLot({ packaging, emptiedAt: ago(800) })
    const archived = await aLot({ archived: true, emptiedAt: ago(700) })
    expect(await kept()).toContain(last)
    expect(await kept()).not.toContain(archived)
    const before = await aLot({ id: randomUUID(), units: 12, emptiedAt: ago(900) })
    const packagingOf = (id: string) =>
      database.read(shop.id, (tx) =>
        tx.selectFrom('stock_items').select('packaging_id').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    const blocked = await aLot({ quantity: 3, blocked: 'recall' })
    const { packaging_id } = await packagingOf(before)
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ packaging_id }).where('id', '=', blocked).execute(),
    )
    expect(await kept()).toEqual(expect.arrayContaining([before, blocked]))
  })

  test('a box whose loose units are left, and the units of a box that is left', async () => {
    const [emptyBox, fullBox] = [randomUUID(), randomUUID()]
    // a younger empty lot is the last one of each packaging
    const wanted = [
      await aLot({ id: emptyBox, units: 30 }),
      await aLot({ id: unitItemIdOf(emptyBox), quantity: 4 }),
      await aLot({ id: fullBox, units: 20, quantity: 2 }),
      await aLot({ id: unitItemIdOf(fullBox) }),
    ]
    expect(await kept()).toEqual(expect.arrayContaining(wanted))
  })

  test('a lot whose last box was just sold; then it is empty since that moment, and no longer once boxes came back', async () => {
    const lot = await aLot({ quantity: 1 })
    const emptiedAt = () =>
      database.read(shop.id, async (tx) => {
        const row = await tx.selectFrom('stock_items').select('emptied_at').where('id', '=', lot).executeTakeFirst()
        return row?.emptied_at ?? null
      })
    const sale = aSale(shop, { lines: [{ ...lineOf(shop, 0), lot }] })
    const closed = await as(shop.vendeur.token).call(sales.close, { body: sale })
    expect(await emptiedAt()).toEqual(new Date(closed.receivedAt))
    expect(await kept()).toContain(lot)
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    expect(await emptiedAt()).toBeNull()
  })
})

test('who names an old lot gets its product, with all its lots', async () => {
  const old = await aLot()
  const other = await openShop(`kept lots other ${count}`)
  const found = await as(shop.vendeur.token).call(pharmacyProducts.searchByIds, {
    body: { ids: [], stockItemIds: [old, other.lots[0], randomUUID()] },
  })
  expect(found.map(({ id }) => id)).toEqual([shop.products[0]])
  expect(found[0]!.stockItems.map(({ id }) => id)).toEqual(expect.arrayContaining([old, shop.lots[0]]))
  const numbered = await as(shop.vendeur.token).call(pharmacyProducts.searchByIds, { body: { lot: 'an cien' } })
  expect(numbered.map(({ id }) => id)).toEqual([shop.products[0]])
  const detail = await as(shop.vendeur.token).call(pharmacyProducts.read, { params: { id: shop.products[0] } })
  expect(detail.stockItems.map(({ id }) => id)).toContain(old)
})
