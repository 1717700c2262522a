import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supplier } from '#shared/contract/suppliers.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import { findStatements } from '#server/bill-statements/bill-statement.repo.ts'
import { detailOf } from '#server/bill-statements/show-statement.ts'
import type { Database } from '#server/db/database.ts'
import { findDeliveries } from '#server/deliveries/delivery.repo.ts'
import { linesOf } from '#server/deliveries/delivery-line.repo.ts'
import { demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { findOrders } from '#server/orders/order.repo.ts'
import { findReturn, findReturns } from '#server/supplier-returns/supplier-return.repo.ts'
import { findClaims } from '#server/wholesaler-claims/wholesaler-claim.repo.ts'
import { wholesalersOf } from '#server/suppliers/supplier.repo.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, {
    now: new Date('2026-11-21T19:14:00Z'),
    pinSecret: 'a secret of the tests',
    pinCost: cheapPins,
  })
})
afterAll(() => database.close())

describe.each(demoPharmacies)('$name', ({ id, countryCode }) => {
  const deliveries = () => database.read(id, async (tx) => (await findDeliveries(tx, id, { page: 0, size: 50 })).items)
  const lines = (deliveryId: string) => database.read(id, (tx) => linesOf(tx, id, deliveryId))

  test('no law of the ledgers is broken', async () => {
    expect(await brokenLedgers(database, id)).toEqual([])
  })

  test('its suppliers are wholesalers of the country, with what is needed to order', async () => {
    const known = await database.read(id, (tx) => wholesalersOf(tx, countryCode))
    const { rows: taken } = await database.read(id, (tx) =>
      sql<Supplier>`select wholesaler_id as "wholesalerId", customer_number as "customerNumber", contacts,
        delivery_days as "deliveryDays", payment_days as "paymentDays"
        from suppliers where pharmacy_id = ${id} and wholesaler_id is not null`.execute(tx),
    )
    expect(taken).toHaveLength(2)
    expect(known.length).toBeGreaterThan(taken.length)
    for (const { wholesalerId, customerNumber, contacts, deliveryDays, paymentDays } of taken) {
      expect(known.map((wholesaler) => wholesaler.id)).toContain(wholesalerId)
      expect(customerNumber).toMatch(/^C\d{5}$/)
      expect(contacts[0]).toMatchObject({ name: expect.any(String), phone: expect.any(String) })
      expect(deliveryDays.length).toBeGreaterThan(0)
      expect(paymentDays).toBeGreaterThan(0)
    }
  })

  test('eleven deliveries of two suppliers are closed; one is counted, one waits, one was canceled', async () => {
    const all = await deliveries()
    const states = (state: string) => all.filter((delivery) => delivery.state === state)
    expect(['closed', 'open', 'draft', 'canceled'].map((state) => states(state).length)).toEqual([11, 1, 1, 1])
    expect(new Set(all.map(({ supplierId }) => supplierId)).size).toBe(2)
    const numbers = all.map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(all.map((_, index) => index + 1))
    const counted = await lines(states('open')[0]!.id)
    expect(new Set(counted.map(({ isChecked }) => isChecked)).size).toBe(2)
    expect(counted.filter(({ productId }) => productId === null)).toHaveLength(1)
  })

  test('a box costs what its lot says; free boxes, a short date, a price and a rest are among them', async () => {
    const closed = (await deliveries()).filter(({ state }) => state === 'closed')
    const all = (await Promise.all(closed.map((delivery) => lines(delivery.id)))).flat()
    const { rows } = await database.read(id, (tx) =>
      sql<{ id: string; cost: number; price: number }>`select id, purchase_price as cost, sale_price as price
        from stock_items where pharmacy_id = ${id} and delivery_id is not null`.execute(tx),
    )
    const lots = new Map(rows.map((lot) => [lot.id, lot]))
    expect(lots.size).toBe(all.length)
    for (const line of all) expect(lots.get(line.stockItemId!)?.cost).toBe(costOfBox(line))
    expect(all.some(({ free }) => free > 0)).toBe(true)
    expect(all.some(({ expiresOn }) => expiresOn !== null && expiresOn < '2027-04-01')).toBe(true)
    const priced = all.filter(({ salePrice }) => salePrice !== null)
    expect(priced.map(({ stockItemId, salePrice }) => lots.get(stockItemId!)!.price === salePrice)).toEqual([true])
    const rest = closed.find(({ partOf }) => partOf !== null)!
    const before = closed.find((delivery) => delivery.id === rest.partOf)!
    expect(rest.bl).toBe(before.bl)
    expect(before.sums.noted - before.sums.received).toBe(rest.sums.received)
  })

  test('all lots of the repriced product have one price, and no sale since had another', async () => {
    const { rows } = await database.read(id, (tx) =>
      sql<{ prices: number; later: number }>`
        select (select count(distinct i.sale_price)::int from stock_items i where i.pharmacy_id = c.pharmacy_id
            and i.pharmacy_product_id = c.pharmacy_product_id) as prices,
          (select count(*)::int from sales s join sale_records r on r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id
            join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
            where i.pharmacy_id = c.pharmacy_id and i.pharmacy_product_id = c.pharmacy_product_id and s.sold_at > c.at) as later
        from price_changes c where c.pharmacy_id = ${id}`.execute(tx),
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toEqual({ prices: 1, later: 0 })
  })

  test('one return waits for its credit, one was credited in full', async () => {
    const { items, awaited } = await database.read(id, (tx) => findReturns(tx, id, { page: 0, size: 10 }))
    expect(items.map(({ state }) => state)).toEqual(['sent', 'credited'])
    expect(awaited).toBe(items[0]!.value)
    expect(items[1]!.creditAmount).toBe(items[1]!.value)
    const note = await database.read(id, (tx) => findReturn(tx, id, items[0]!.id))
    expect(note!.lines).toMatchObject([{ reason: 'damaged', deliveryNumber: expect.any(Number) }])
  })

  test('one statement of two months was checked and claimed, one waits with errors to find', async () => {
    const { items } = await database.read(id, (tx) => findStatements(tx, id, { page: 0, size: 10 }))
    expect(items.map(({ state }) => state)).toEqual(['draft', 'validated', 'validated'])
    const draft = await database.read(id, (tx) => detailOf(tx, id, items[0]!))
    expect(draft.doubts).toEqual([])
    expect(new Set(draft.claims.map(({ reason }) => reason))).toEqual(new Set(['quantity', 'price', 'twice']))
    expect(draft.counts.undecided).toBeGreaterThan(1)
    expect(draft.counts.certain).toBeGreaterThan(draft.counts.undecided)
    const claims = await database.read(id, (tx) => findClaims(tx, id, { page: 0, size: 10 }))
    expect(claims.items[0]).toMatchObject({ number: 1, state: 'sent' })
    expect(claims.credited).toBeGreaterThan(0)
    expect(claims.awaited).toBeGreaterThan(0)
  })

  test('an order was answered by a delivery, another is awaited', async () => {
    const { items } = await database.read(id, (tx) =>
      findOrders(tx, id, { page: 0, size: 10 }, { timeZone: 'UTC', today: '2026-11-21' }),
    )
    expect(items.map(({ state }) => state)).toEqual(['sent', 'received'])
  })
})
