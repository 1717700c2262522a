import { afterEach, beforeEach, expect, test } from 'vitest'
import { destructions, type NewDestruction } from '#shared/contract/destructions.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aDestruction } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`destructions ${count++}`)
  clock.now = new Date('2026-03-02T18:00:00Z')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const destroy = (body: NewDestruction, token = shop.pharmacien.token) => as(token).call(destructions.create, { body })

test('a destruction takes its lots out of stock and writes a report with the next number, valued at cost', async () => {
  const report = await destroy(
    aDestruction(shop, {
      note: 'Tri du rayon',
      lines: [
        { stockItemId: shop.expiredLot, quantity: 4, reason: 'expired' },
        { stockItemId: shop.lots[0], quantity: 2, reason: 'damaged' },
      ],
    }),
  )
  expect(report).toMatchObject({
    number: 1,
    destroyedOn: '2026-03-02',
    method: 'Incinération',
    witness: 'Mme Adjovi, DDPM',
    note: 'Tri du rayon',
    byName: 'AGBO Kossi',
    lots: 2,
    units: 6,
    value: 3600,
    lines: [
      { stockItemId: shop.expiredLot, quantity: 4, reason: 'expired', cost: 600 },
      { stockItemId: shop.lots[0], label: 'Doliprane 1 g', lot: 'L1', quantity: 2, reason: 'damaged' },
    ],
  })
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(98)
  const { items } = await as(shop.pharmacien.token).call(pharmacyProducts.history, {
    params: { id: shop.products[0] },
    query: {},
  })
  expect(items[0]).toMatchObject({ cause: 'destruction', quantity: -2, reason: 'damaged', note: 'Tri du rayon' })
  expect((await destroy(aDestruction(shop))).number).toBe(2)
})

test('is found again by witness, product, lot and day; the value is for who may see costs', async () => {
  await destroy(aDestruction(shop, { destroyedOn: '2026-02-27' }))
  const list = async (query: object, token = shop.pharmacien.token) =>
    (await as(token).call(destructions.list, { query })).items.map(({ number, value }) => [number, value])
  for (const query of [
    { search: 'adjovi' },
    { search: 'l1' },
    { from: '2026-02-27', to: '2026-02-27', sort: '-units' },
  ])
    expect(await list(query)).toEqual([[1, 600]])
  expect(await list({ search: 'personne' })).toEqual([])
  expect(await list({ from: '2026-02-28' })).toEqual([])
  expect(await list({}, shop.vendeur.token)).toEqual([[1, null]])
  const { id } = (await as(shop.vendeur.token).call(destructions.list, { query: {} })).items[0]!
  const seen = await as(shop.vendeur.token).call(destructions.read, { params: { id } })
  expect([seen.value, seen.lines.map(({ cost }) => cost)]).toEqual([null, [null]])
})

test('sent again answers the same report and destroys nothing again', async () => {
  const body = aDestruction(shop)
  const first = await destroy(body)
  expect(await destroy(body)).toEqual(first)
  expect(await quantityOf(database, shop, shop.lots[1])).toBe(99)
})

test('with one bad line destroys nothing, and the line is named', async () => {
  const before = await rowCounts()
  const good = { stockItemId: shop.lots[0], quantity: 1, reason: 'expired' as const }
  const refused = async (rest: Partial<NewDestruction>) =>
    destroy(aDestruction(shop, rest)).then(
      () => 'accepted',
      (error: { message: string; details: unknown }) => [error.message, error.details],
    )
  expect(await refused({ lines: [good, { ...good, stockItemId: shop.lots[1], quantity: 101 }] })).toMatchObject([
    'stocks:beyondStock',
    { asked: 101, quantity: 100, items: [{ stockItemId: shop.lots[1] }] },
  ])
  expect(await refused({ lines: [good, good] })).toMatchObject([
    'requests:invalid',
    { issues: [{ path: 'body.lines.1.stockItemId', message: 'the same lot twice' }] },
  ])
  const stranger = await openShop(`destructions stranger ${count}`)
  expect(await refused({ lines: [good, { ...good, stockItemId: stranger.lots[0] }] })).toMatchObject([
    'requests:invalid',
    { issues: [{ path: 'body.lines.1.stockItemId', message: 'unknown' }] },
  ])
  expect(await refused({ destroyedOn: '2026-03-03' })).toMatchObject([
    'requests:invalid',
    { issues: [{ path: 'body.destroyedOn' }] },
  ])
  for (const bad of [
    { lines: [] },
    { destroyedOn: '2026-02-30' },
    { lines: [{ ...good, quantity: -1 }] },
    { witness: ' ' },
  ])
    expect(await refused(bad)).toMatchObject(['requests:invalid', {}])
  expect((await rowCounts()).destructions).toBe(before.destructions)
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
})

test('the list sorts by each of its columns; by value only for who may see costs', async () => {
  await destroy(aDestruction(shop, { destroyedOn: '2026-02-20', method: 'Enfouissement', witness: 'M. Zannou' }))
  await destroy(
    aDestruction(shop, {
      lines: [
        { stockItemId: shop.lots[0], quantity: 2, reason: 'expired' },
        { stockItemId: shop.lots[1], quantity: 3, reason: 'recalled' },
      ],
    }),
    shop.titulaire.token,
  )
  const list = (query: object, token = shop.pharmacien.token) => as(token).call(destructions.list, { query })
  await expectSortedBothWays(list, {
    number: ({ number }) => number,
    destroyedOn: ({ destroyedOn }) => destroyedOn,
    method: ({ method }) => method,
    witness: ({ witness }) => witness,
    user: ({ byName }) => byName,
    lots: ({ lots }) => lots,
    units: ({ units }) => units,
    value: ({ value }) => value,
  })
  const numbers = async (sort: string) => (await list({ sort }, shop.vendeur.token)).items.map(({ number }) => number)
  expect(await numbers('value')).toEqual(await numbers('-value'))
})
