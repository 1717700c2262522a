import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { exports } from '#shared/contract/exports.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockExports, type NewStockExport, type StockExport } from '#shared/contract/stock-exports.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, hints, openShop } = await testApp()
const jobs = aJobLoop({ database, hints })

type Asked = Partial<NewStockExport>

async function ask(token: string, asked: Asked = {}): Promise<StockExport> {
  return as(token).call(stockExports.create, { body: { id: randomUUID(), format: 'csv', groupBy: 'lot', ...asked } })
}

/** Asks for an export, runs it, and returns its row of the list. */
async function made(token: string, asked: Asked = {}): Promise<StockExport> {
  const { id } = await ask(token, asked)
  await jobs.runWaiting()
  const { items } = await as(token).call(stockExports.list, { query: {} })
  return items.find((row) => row.id === id)!
}

async function fileOf(token: string, id: string): Promise<string[][]> {
  const text = await (await as(token).call(stockExports.read, { params: { id } })).text()
  return text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
}

const ofShop = 4 * 100

describe('the valued stock', () => {
  test('of now has every lot, at cost and at price', async () => {
    const shop = await openShop('valued now')
    const row = await made(shop.titulaire.token)
    expect(row).toMatchObject({
      status: 'done',
      progress: 100,
      rows: 4,
      costValue: ofShop * 600,
      priceValue: 100 * (1000 + 1500 + 2003 + 1500),
      withCost: true,
      error: null,
    })
    const [titles, ...lines] = await fileOf(shop.titulaire.token, row.id)
    expect(titles).toEqual([
      'Produit',
      'Conditionnement',
      'Lot',
      'Péremption',
      'Catégorie',
      'Rangement',
      'Quantité',
      'Prix d’achat',
      'Prix de vente',
      'Valeur au prix d’achat',
      'Valeur au prix de vente',
    ])
    expect(lines.find((cells) => cells[0] === 'Éfferalgan 500 mg')?.slice(6)).toEqual([
      '100',
      '600',
      '2003',
      '60000',
      '200300',
    ])
  })

  test('of an earlier moment has what was sold since, at the price of then', async () => {
    const shop = await openShop('valued before')
    const lot = await aLot(database, shop, { quantity: 10, price: 1000, cost: 400 })
    const before = new Date()
    const later = new Date(before.getTime() + 1_000)
    clock.now = later
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot: lot.id, quantity: 4, price: 1000 }], soldAt: later.toISOString() }),
    })
    const params = { id: lot.productId }
    const { stockItems } = await as(shop.titulaire.token).call(pharmacyProducts.read, { params })
    const body = { packaging: stockItems[0]!.packaging, salePrice: 1500 }
    await as(shop.titulaire.token).call(pharmacyProducts.setPrice, { params, body })
    const now = await made(shop.titulaire.token, { groupBy: 'product' })
    const then = await made(shop.titulaire.token, { groupBy: 'product', at: before.toISOString() })
    expect(now.costValue! - then.costValue!).toBe(-4 * 400)
    expect(now.priceValue! - then.priceValue!).toBe(6 * 1500 - 10 * 1000)
    clock.now = new Date()
  })

  test('by storage has a row for what has none', async () => {
    const shop = await openShop('valued by storage')
    const row = await made(shop.titulaire.token, { groupBy: 'storage' })
    expect(await fileOf(shop.titulaire.token, row.id)).toEqual([
      ['Rangement', 'Produits', 'Lots', 'Valeur au prix d’achat', 'Valeur au prix de vente'],
      ['Sans rangement', '3', '4', String(ofShop * 600), '600300'],
    ])
  })

  test('as an Excel file has typed numbers and days', async () => {
    const shop = await openShop('valued in excel')
    const { id } = await made(shop.titulaire.token, { format: 'xlsx' })
    const file = await as(shop.titulaire.token).call(stockExports.read, { params: { id } })
    const [titles, ...rows] = await readSheet(await file.arrayBuffer())
    expect([titles?.[3], rows.length]).toEqual(['Péremption', 4])
    expect(rows.find((row) => row[3] !== null)?.[3]).toBeInstanceOf(Date)
    expect(rows.every((row) => typeof row[10] === 'number')).toBe(true)
  })
})

describe('by category', () => {
  test('is refused with the products that have none, and queues nothing', async () => {
    const shop = await openShop('without category')
    await expect(ask(shop.titulaire.token, { groupBy: 'category' })).rejects.toMatchObject({
      message: 'Error these products do not have category.',
      details: { count: 3, products: expect.arrayContaining([{ id: shop.products[0], label: 'Doliprane 1 g' }]) },
      status: 422,
    })
    expect(await as(shop.titulaire.token).call(stockExports.list, { query: {} })).toEqual({ items: [], total: 0 })
  })

  test('has one row per category, and fails with the list when a product loses its own meanwhile', async () => {
    const shop = await openShop('with category')
    const category = randomUUID()
    const give = (category_id: string | null) =>
      database.platform((tx) =>
        tx.updateTable('pharmacy_products').set({ category_id }).where('pharmacy_id', '=', shop.id).execute(),
      )
    await database.platform((tx) =>
      tx
        .insertInto('product_categories')
        .values({ id: category, label: `Médicaments ${category}` })
        .execute(),
    )
    await give(category)
    const row = await made(shop.titulaire.token, { groupBy: 'category' })
    expect((await fileOf(shop.titulaire.token, row.id))[1]?.slice(1, 3)).toEqual(['3', '4'])
    const { id } = await ask(shop.titulaire.token, { groupBy: 'category' })
    await give(null)
    await jobs.runWaiting()
    const { items } = await as(shop.titulaire.token).call(stockExports.list, { query: {} })
    expect(items.find((item) => item.id === id)).toMatchObject({
      status: 'failed',
      error: { message: 'Error these products do not have category.', details: { count: 3 } },
    })
  })
})

describe('an export', () => {
  test('that is asked twice is one export', async () => {
    const shop = await openShop('asked twice')
    const id = randomUUID()
    const [first, second] = [await ask(shop.titulaire.token, { id }), await ask(shop.titulaire.token, { id })]
    expect(second).toEqual(first)
    expect((await as(shop.titulaire.token).call(stockExports.list, { query: {} })).total).toBe(1)
  })

  test.each(['2999-01-01', '2999-01-01T00:00:00.000Z', '0001-01-01', '1000-01-01T00:00:00.000Z'])(
    'at %s is refused: no moment of the past',
    async (at) => {
      const shop = await openShop(`at ${at}`)
      await expect(ask(shop.titulaire.token, { at })).rejects.toMatchObject({ message: 'requests:invalid' })
    },
  )

  test('of a day is its end in the pharmacy’s time zone, and of today is now', async () => {
    const shop = await openShop('of a day')
    expect((await ask(shop.titulaire.token, { at: '2026-02-03' })).at).toBe('2026-02-03T22:59:59.999Z')
    const today = new Date(clock.now.getTime() + 3_600_000).toISOString().slice(0, 10)
    expect((await ask(shop.titulaire.token, { at: today })).at).toBe(clock.now.toISOString())
    await jobs.runWaiting()
  })

  test('leaves a trace at each download, and has no file before it is made', async () => {
    const shop = await openShop('traced')
    const { id } = await ask(shop.titulaire.token, { at: '2026-02-03' })
    const download = () => as(shop.titulaire.token).call(stockExports.read, { params: { id } })
    await expect(download()).rejects.toMatchObject({ message: 'requests:notFound' })
    await jobs.runWaiting()
    await download()
    const { items } = await as(shop.titulaire.token).call(exports.list, { query: {} })
    expect(items).toMatchObject([
      { list: 'Stock valorisé', filters: 'au 03/02/2026 à 23:59, par lot', format: 'csv', rows: 4 },
    ])
  })

  test('shows costs only to members who may see them', async () => {
    const shop = await openShop('costs hidden')
    const blind = await aMember(
      database,
      shop,
      permissions.filter((permission) => permission !== 'stock.see-cost'),
    )
    const withCosts = await made(shop.titulaire.token)
    const { items } = await as(blind.token).call(stockExports.list, { query: {} })
    expect(items).toMatchObject([{ id: withCosts.id, costValue: null }])
    await expect(as(blind.token).call(stockExports.read, { params: { id: withCosts.id } })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    const without = await made(blind.token)
    expect(without).toMatchObject({ withCost: false, costValue: null })
    expect((await fileOf(blind.token, without.id))[0]?.filter((title) => title.includes('achat'))).toEqual([])
  })
})

type Step = { lot: number; minutes: number; quantity: number; price: number | null }
test('the id of an export is that of one moment, one format and one grouping', async () => {
  const { titulaire } = await openShop('once exported')
  const asked = { id: randomUUID(), at: '2026-01-31' }
  expect((await ask(titulaire.token, asked)).id).toBe(asked.id)
  expect((await ask(titulaire.token, asked)).id).toBe(asked.id)
  for (const change of [{ format: 'xlsx' }, { groupBy: 'product' }, { at: '2026-01-30' }] as const)
    await expect(ask(titulaire.token, { ...asked, ...change })).rejects.toMatchObject({ message: 'requests:conflict' })
  const now = { id: randomUUID() }
  await ask(titulaire.token, now)
  clock.now = new Date(clock.now.getTime() + 1000)
  expect((await ask(titulaire.token, now)).id).toBe(now.id)
})

const anyStep: fc.Arbitrary<Step> = fc.record({
  lot: fc.nat({ max: 2 }),
  minutes: fc.integer({ min: 1, max: 5_000 }),
  quantity: fc.integer({ min: -20, max: 20 }).filter((quantity) => quantity !== 0),
  price: fc.option(fc.integer({ min: 0, max: 5_000 })),
})

test('the value at any moment is the value of a replay of the ledger until then', async () => {
  let histories = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), fc.nat({ max: 60_000 }), async (steps, atMinute) => {
      const shop = await openShop(`replayed ${(histories += 1)}`)
      const started = new Date('2026-02-01T00:00:00.000Z')
      const at = new Date(started.getTime() + atMinute * 60_000)
      const replayed = await history(shop, started, steps, at)
      expect(await made(shop.titulaire.token, { at: at.toISOString() })).toMatchObject({ ...replayed, status: 'done' })
    }),
    { numRuns: runs(8) },
  )
})

/** Writes a history and returns what a replay of it until `at` gives. */
async function history(shop: Shop, started: Date, steps: readonly Step[], at: Date) {
  // The lots of the shop, their first quantity and price, as `openShop` makes them.
  const lots = [
    { id: shop.lots[0], quantity: 100, price: 1000 },
    { id: shop.lots[1], quantity: 100, price: 1500 },
    { id: shop.lots[2], quantity: 100, price: 2003 },
    { id: shop.expiredLot, quantity: 100, price: 1500 },
  ]
  const kept = lots.map((lot) => ({ ...lot }))
  let now = started
  for (const [index, { lot: place, minutes, quantity, price }] of steps.entries()) {
    now = new Date(now.getTime() + minutes * 60_000)
    const lot = lots[place]!
    await database.platform(async (tx) => {
      const movements = [{ stockItemId: lot.id, cause: 'adjustment' as const, quantity }]
      await moveStock(tx, shop.id, { movements, userId: shop.titulaire.id, at: now, rev: index + 2 })
      if (price === null) return
      await tx.updateTable('stock_items').set({ sale_price: price }).where('id', '=', lot.id).execute()
      const change = { stock_item_id: lot.id, before: lot.price, after: price, cost: 600, cause: 'typed' as const }
      const ids = { pharmacy_id: shop.id, id: idOf(shop.id, 'change', String(index)) }
      const product = { pharmacy_product_id: shop.products[place]!, user_id: shop.titulaire.id, at: now }
      await tx
        .insertInto('price_changes')
        .values({ ...ids, ...change, ...product })
        .execute()
    })
    lot.quantity += quantity
    lot.price = price ?? lot.price
    if (now <= at) kept[place] = { ...lot }
  }
  const held = kept.filter(({ quantity }) => quantity !== 0)
  const sum = (value: (lot: (typeof held)[number]) => number) => held.reduce((total, lot) => total + value(lot), 0)
  return {
    rows: held.length,
    costValue: sum(({ quantity }) => quantity * 600),
    priceValue: sum(({ quantity, price }) => quantity * price),
  }
}
