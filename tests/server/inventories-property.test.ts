import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inventories } from '#shared/contract/inventories.ts'
import { sales } from '#shared/contract/sales.ts'
import { aCount } from '#tests/server/support/counting.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const day = Date.UTC(2026, 10, 20, 8)
const minute = 60_000

/** Boxes that leave at a minute, and when the server hears of it: a till may be without a network. */
const sale = fc.record({
  at: fc.integer({ min: 1, max: 600 }),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 700 })),
  boxes: fc.integer({ min: 1, max: 4 }),
})
/** A count at a minute, sent late or not, and the closing after it. */
const inventory = fc.record({
  at: fc.integer({ min: 0, max: 600 }),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  closesAfter: fc.integer({ min: 61, max: 700 }),
})

test('for any order of sales, counts and closings the final quantity is what a person would find', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { maxLength: 8 }),
      fc.array(inventory, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 60, max: 140 }),
      async (sold, counted, onShelf) => {
        const shop = await openShop(`a shelf ${runs++}`)
        const clerk = as(shop.stocks.token)
        const shelfAt = (moment: number) =>
          sold.reduce((left, { at, boxes }) => (at <= moment ? left - boxes : left), onShelf)
        const moments = counted.map((each) => ({ ...each, id: randomUUID() }))
        clock.now = new Date(day)
        for (const { id } of moments)
          await clerk.call(inventories.create, {
            body: { id, label: 'Rayon', scope: { kind: 'products', ids: [shop.products[0]] } },
          })
        const heard = [
          ...sold.map(({ at, delay, boxes }) => ({
            when: at + delay,
            happen: () =>
              as(shop.vendeur.token).call(sales.close, {
                body: aSale(shop, {
                  lines: [lineOf(shop, 0, boxes)],
                  soldAt: new Date(day + at * minute).toISOString(),
                }),
              }),
          })),
          ...moments.map(({ id, at, delay }) => ({
            when: at + delay,
            happen: () =>
              clerk.call(inventories.count, {
                body: aCount(shop, {
                  inventoryId: id,
                  doneAt: new Date(day + at * minute).toISOString(),
                  quantity: shelfAt(at),
                }),
              }),
          })),
          ...moments.map(({ id, at, closesAfter }) => ({
            when: at + closesAfter,
            happen: () => clerk.call(inventories.close, { params: { id }, body: { acceptsDiffering: true } }),
          })),
        ].toSorted((a, b) => a.when - b.when)
        for (const { when, happen } of heard) {
          clock.now = new Date(day + when * minute)
          await happen()
        }
        expect(await quantityOf(database, shop, shop.lots[0])).toBe(shelfAt(Infinity))
        expect(await brokenLedgers(database, shop.id)).toEqual([])
      },
    ),
    { numRuns: 30 },
  )
})

test('what is sold, counted and closed at once at several terminals ends with what lies on the shelf', async () => {
  const shop = await openShop('a busy shelf')
  const clerk = as(shop.stocks.token)
  clock.now = new Date(day)
  const id = randomUUID()
  await clerk.call(inventories.create, {
    body: { id, label: 'Rayon', scope: { kind: 'products', ids: [shop.products[0]] } },
  })
  // 93 boxes lie there at 8:01; each sale is of after the count, in whatever order they arrive with the closing.
  await clerk.call(inventories.count, {
    body: aCount(shop, { inventoryId: id, doneAt: new Date(day + minute).toISOString(), quantity: 93 }),
  })
  clock.now = new Date(day + 10 * minute)
  const close = () => clerk.call(inventories.close, { params: { id }, body: { acceptsDiffering: true } })
  const sell = (place: number) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, {
        lines: [lineOf(shop, 0)],
        soldAt: new Date(day + (2 + place / 10) * minute).toISOString(),
      }),
    })
  const answers = await Promise.allSettled([
    ...[0, 1, 2, 3, 4, 5].map(sell),
    close(),
    close(),
    ...[6, 7, 8, 9].map(sell),
  ])
  expect(answers.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1)
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(83)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
