import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accounting } from '#shared/contract/accounting.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { booked, closeMonth, closeRegisters, withOwnAccounts } from '#tests/server/support/booking.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const [october, november, december] = ['2026-10-01', '2026-11-01', '2026-12-01'] as const
let shop: Shop
let count = 0

beforeEach(() => begin())
async function begin(): Promise<void> {
  shop = await openShop(`opening ${count++}`)
  clock.now = new Date('2026-09-20T12:00:00Z')
  await withOwnAccounts(server, shop)
}

const owner = () => as(shop.titulaire.token)
const at = (instant: string) => {
  clock.now = new Date(instant)
}
/** A sale of this moment that reaches the server now, in a register of its own, which is counted at once. */
async function sold(soldAt: string, quantity = 1): Promise<NewSale> {
  const sale = aSale(shop, {
    registerId: randomUUID(),
    soldAt,
    lines: [lineOf(shop, 0, quantity)],
    payments: [cash(1000 * quantity)],
  })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  await closeRegisters(database, shop)
  return sale
}
const summary = (month: string) => owner().call(accounting.summary, { query: { month } })

test('the first export says which sales it leaves to the accountant, and which of them came since its month began', async () => {
  await sold('2026-09-18T10:00:00.000Z')
  await sold('2026-08-03T10:00:00.000Z', 2)
  at('2026-10-20T09:00:00Z')
  const behind = await sold('2026-09-19T10:00:00.000Z', 3)
  await sold('2026-10-12T10:00:00.000Z')
  at('2026-11-03T09:00:00Z')
  expect(await summary(october)).toMatchObject({
    pieces: 2,
    late: 0,
    lateSales: { count: 0, total: 0, beforeOpening: 0, items: [] },
    opening: {
      count: 3,
      total: 6000,
      from: '2026-08-03',
      arrived: { count: 1, total: 3000, items: [{ id: behind.id, day: '2026-09-19', total: 3000 }] },
    },
  })
})

test('what comes after the first export of before it is told and booked in the next one, once', async () => {
  await sold('2026-09-18T10:00:00.000Z')
  at('2026-11-03T09:00:00Z')
  await sold('2026-10-12T10:00:00.000Z')
  await closeMonth(server, shop, october)
  at('2026-11-10T09:00:00Z')
  const [old, late] = [await sold('2026-09-17T10:00:00.000Z', 2), await sold('2026-10-13T10:00:00.000Z')]
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: old.id },
    body: aReturn(shop, old, [{ line: 0, quantity: 1 }], {
      registerId: randomUUID(),
      returnedAt: '2026-09-18T08:00:00.000Z',
    }),
  })
  await closeRegisters(database, shop)
  at('2026-12-03T09:00:00Z')
  expect(await summary(november)).toMatchObject({
    late: 3,
    reversals: 0,
    opening: null,
    lateSales: {
      count: 2,
      total: 3000,
      beforeOpening: 1,
      items: [
        { id: old.id, day: '2026-09-17', total: 2000 },
        { id: late.id, day: '2026-10-13', total: 1000 },
      ],
    },
  })
  expect(await closeMonth(server, shop, november)).toMatchObject({ corrections: 3 })
  // October, and what came since: 1000 + 2000 + 1000 - 1000.
  expect((await booked(database, shop))('cash')).toBe(3000)
  at('2027-01-04T09:00:00Z')
  expect(await summary(december)).toMatchObject({ pieces: 0, late: 0, reversals: 0, lateSales: { count: 0 } })
})

test('a payment of before the first export that is noted later is booked, and reversed when it is canceled', async () => {
  const { payerId } = await aPolicy(database, shop)
  const pay = (amount: number) =>
    owner().call(billPayments.create, {
      body: { id: randomUUID(), payerId, means: 'TRANSFER', amount, paidOn: '2026-09-15', reference: `VIR ${amount}` },
    })
  await pay(100)
  at('2026-11-03T09:00:00Z')
  await closeMonth(server, shop, october)
  const later = await pay(500)
  at('2026-12-03T09:00:00Z')
  await closeMonth(server, shop, november)
  expect((await booked(database, shop))('bank')).toBe(500)
  await owner().call(billPayments.cancel, { params: { id: later.id }, body: { reason: 'Rejeté' } })
  at('2027-01-04T09:00:00Z')
  await closeMonth(server, shop, december)
  expect((await booked(database, shop))('bank')).toBe(0)
})

test('a statement that the opening balance has is not booked when it is validated again; a later one is', async () => {
  const clerk = as(shop.stocks.token)
  const { id: supplierId } = await clerk.call(suppliers.create, { body: { name: 'Ubipharm' } })
  const statement = async (reference: string, amount: number) => {
    const id = randomUUID()
    const line = { kind: 'note', noteNumber: reference, day: '2026-09-10', code: null, label: reference } as const
    const lines = [{ ...line, productId: null, quantity: 0, free: 0, price: '0', rebate: 0, vat: 0, amount }]
    const head = { supplierId, reference, from: '2026-09-01', to: '2026-09-15', total: amount }
    await clerk.call(billStatements.create, { body: { id, ...head, lines } })
    const paid = { positions: [1], decision: 'pay' as const }
    await clerk.call(billStatements.decide, { params: { id }, body: paid })
    await clerk.call(billStatements.validate, { params: { id } })
    return id
  }
  const again = async (id: string) => {
    await clerk.call(billStatements.reopen, { params: { id } })
    await clerk.call(billStatements.validate, { params: { id } })
  }
  const early = await statement('R 1', 4000)
  await again(early)
  at('2026-11-03T09:00:00Z')
  await closeMonth(server, shop, october)
  await again(early)
  await again(early)
  await again(await statement('R 2', 300))
  at('2026-12-03T09:00:00Z')
  await closeMonth(server, shop, november)
  expect((await booked(database, shop))('suppliers')).toBe(-300)
})

test('the months before the first export are closed too: no sale leaves or enters them by its date', async () => {
  const [before, within] = [await sold('2026-09-18T10:00:00.000Z'), await sold('2026-09-19T10:00:00.000Z')]
  at('2026-11-03T09:00:00Z')
  const open = await sold('2026-11-02T10:00:00.000Z')
  const move = (sale: NewSale, soldAt: string) =>
    owner().call(sales.setDate, { params: { id: sale.id }, body: { soldAt, reason: 'Erreur' } })
  await move(within, '2026-08-19T10:00:00.000Z')
  await sold('2026-10-12T10:00:00.000Z')
  await closeMonth(server, shop, october)
  const closed = { message: 'accounting:monthClosed', status: 409 }
  await expect(move(before, '2026-11-01T10:00:00.000Z')).rejects.toMatchObject(closed)
  await expect(move(before, '2026-08-18T10:00:00.000Z')).rejects.toMatchObject(closed)
  await expect(move(open, '2026-09-30T10:00:00.000Z')).rejects.toMatchObject(closed)
  await move(before, '2026-09-20T10:00:00.000Z')
  await move(open, '2026-11-01T10:00:00.000Z')
  await expect(
    database.write(shop.id, (tx) =>
      sql`update sales set sold_at = '2026-11-02T10:00:00Z' where pharmacy_id = ${shop.id} and id = ${before.id}`.execute(
        tx,
      ),
    ),
  ).rejects.toThrow('is closed')
})

test(
  'whenever sales arrive, the books have those of the exported months, and those of before that came since',
  { timeout: 300_000 },
  async () => {
    const day = fc.integer({ min: 0, max: 90 })
    const anySale = fc.record({
      soldOn: day,
      delay: fc.integer({ min: 0, max: 60 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    })
    const dayOf = (place: number) => new Date(Date.UTC(2026, 8, 1 + place, 10))
    await fc.assert(
      fc.asyncProperty(fc.array(anySale, { minLength: 1, maxLength: 8 }), async (made) => {
        await begin()
        const arriving = made
          .map(({ soldOn, delay, quantity }) => ({ soldOn, arrivesOn: Math.min(90, soldOn + delay), quantity }))
          .toSorted((a, b) => a.arrivesOn - b.arrivesOn)
        // October is the first exported month, on day 63: 3 November; November is closed in December.
        const firstExport = 63
        const send = async (from: number, to: number) => {
          for (const { soldOn, arrivesOn, quantity } of arriving)
            if (arrivesOn >= from && arrivesOn < to) {
              clock.now = new Date(dayOf(arrivesOn).getTime() + 3_600_000)
              await sold(dayOf(soldOn).toISOString(), quantity)
            }
        }
        await send(0, firstExport)
        clock.now = dayOf(firstExport)
        await closeMonth(server, shop, october)
        await send(firstExport, 91)
        at('2026-12-03T09:00:00Z')
        const { lateSales } = await summary(november)
        await closeMonth(server, shop, november)
        const inBooks = arriving.filter(({ soldOn, arrivesOn }) => soldOn >= 30 || arrivesOn >= firstExport)
        const late = arriving.filter(({ soldOn, arrivesOn }) => soldOn < 61 && arrivesOn >= firstExport)
        const worth = (of: typeof arriving) => of.reduce((sum, { quantity }) => sum + 1000 * quantity, 0)
        const balance = await booked(database, shop)
        expect([balance('cash'), 0 - balance('sales')]).toEqual([worth(inBooks), worth(inBooks)])
        expect([lateSales.count, lateSales.total]).toEqual([late.length, worth(late)])
        expect(lateSales.beforeOpening).toBe(late.filter(({ soldOn }) => soldOn < 30).length)
      }),
      { numRuns: runs(8) },
    )
  },
)
