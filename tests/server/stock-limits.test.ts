import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import type { Shop } from '#tests/server/support/shop.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`limits ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  await soldDaily(0, 2)
})

const clerk = () => as(shop.stocks.token)
const proposals = (query: object = {}) => clerk().call(orderPreparations.limits, { query })
const accept = (items: object[], token = shop.stocks.token) =>
  as(token).call(orderPreparations.acceptLimits, { body: { items } } as never)
const limitsOf = async (index: 0 | 1 | 2) => {
  const { minimum, maximum } = await clerk().call(pharmacyProducts.read, { params: { id: shop.products[index] } })
  return { minimum, maximum }
}

/** So many boxes of a product left on each of the last 30 days, as the ledger would say. */
async function soldDaily(index: 0 | 1 | 2, boxes: number): Promise<void> {
  await database.platform((tx) =>
    sql`
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
      select ${shop.id}, gen_random_uuid(), ${shop.lots[index]}, 'sale', -${boxes}::int, i.quantity - (n - 1) * ${boxes}::int,
        i.quantity - n * ${boxes}::int, ${clock.now}::timestamptz - (31 - n) * interval '1 day'
      from generate_series(1, 30) n, stock_items i where i.id = ${shop.lots[index]}`.execute(tx),
  )
  await database.platform((tx) =>
    sql`update stock_items set quantity = quantity - 30 * ${boxes}::int where id = ${shop.lots[index]}`.execute(tx),
  )
}

const one = async () => (await proposals()).items.find(({ id }) => id === shop.products[0])!
const itemOf = ({ id, minimum, maximum, proposedMinimum, proposedMaximum }: Awaited<ReturnType<typeof one>>) => ({
  id,
  minimum: proposedMinimum,
  maximum: proposedMaximum,
  known: { minimum, maximum },
})

test('limits are proposed from what sells, how long an order takes and how often it comes, with the reason', async () => {
  const proposal = await one()
  expect(proposal).toMatchObject({
    reason: 'none',
    minimum: 0,
    maximum: 0,
    rhythmDays: 7,
    delayDays: 1,
    isDelayKnown: false,
  })
  expect(proposal.perDay).toBeGreaterThan(0)
  expect(proposal.proposedMinimum).toBeGreaterThanOrEqual(Math.ceil(proposal.perDay * 8))
  expect(proposal.proposedMaximum).toBeGreaterThan(proposal.proposedMinimum)
  expect((await proposals({ reason: 'too-low' })).items).toEqual([])
  expect((await proposals({ search: 'doliprane' })).items.map(({ id }) => id)).toEqual([shop.products[0]])
})

test('accepted limits stand on the product, are audited, and are proposed no more', async () => {
  const item = itemOf(await one())
  expect(await accept([item])).toEqual({ updated: 1, kept: [] })
  expect(await limitsOf(0)).toEqual({ minimum: item.minimum, maximum: item.maximum })
  expect((await proposals()).items.map(({ id }) => id)).not.toContain(shop.products[0])
  const { items } = await as(shop.titulaire.token).call(audit.list, { query: { thing: 'pharmacy_products' } })
  expect(items[0]?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['minimum', 'maximum']))
})

test('a product that a colleague changed meanwhile keeps its limits and is named; the others are set', async () => {
  await soldDaily(1, 1)
  const items = (await proposals()).items.map(itemOf)
  expect(items).toHaveLength(2)
  await clerk().call(pharmacyProducts.patch, { params: { id: shop.products[0] }, body: { minimum: 3, maximum: 9 } })
  const reply = await accept(items)
  expect(reply).toMatchObject({ updated: 1, kept: [{ id: shop.products[0], minimum: 3, maximum: 9 }] })
  expect(await limitsOf(0)).toEqual({ minimum: 3, maximum: 9 })
})

test('who may not change products neither sees nor accepts proposals; a wrong pair changes nothing', async () => {
  const item = itemOf(await one())
  await expect(as(shop.vendeur.token).call(orderPreparations.limits, { query: {} })).rejects.toMatchObject({
    status: 403,
  })
  await expect(accept([item], shop.vendeur.token)).rejects.toMatchObject({ status: 403 })
  const before = await rowCounts()
  await expect(accept([item, { ...item, id: shop.products[1], minimum: 9, maximum: 3 }])).rejects.toMatchObject({
    message: 'stocks:minimumAboveMaximum',
  })
  expect(await limitsOf(0)).toEqual({ minimum: 0, maximum: 0 })
  expect(await rowCounts()).toEqual(before)
})

test('another pharmacy’s products are neither proposed nor changed', async () => {
  const item = itemOf(await one())
  const other = await openShop(`limits elsewhere ${count++}`)
  expect(await accept([item], other.stocks.token)).toEqual({ updated: 0, kept: [] })
  expect(await limitsOf(0)).toEqual({ minimum: 0, maximum: 0 })
})
