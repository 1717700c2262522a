import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-11-18T20:00:00Z')
const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const

const anyDay = fc.nat(2)
const anySale = fc.record({
  day: anyDay,
  lot: fc.constantFrom(0 as const, 1 as const),
  quantity: fc.integer({ min: 1, max: 5 }),
  after: fc.oneof(
    fc.constant({ kind: 'nothing' as const }),
    fc.constant({ kind: 'canceled' as const }),
    fc.record({ kind: fc.constant('returned' as const), later: anyDay, quantity: fc.integer({ min: 1, max: 5 }) }),
  ),
})

test('whatever is sold, canceled and brought back, the turnover of each day is the sum of its list, and the sales are its rows', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anySale, { minLength: 1, maxLength: 6 }), async (done) => {
      const shop = await openShop(`sums ${run++}`)
      const at = (day: number) => `${days[day]}T10:00:00.000Z`
      for (const { day, lot, quantity, after } of done) {
        const sale = aSale(shop, { soldAt: at(day), lines: [lineOf(shop, lot, quantity)] })
        await as(shop.vendeur.token).call(sales.close, { body: sale })
        if (after.kind === 'canceled')
          await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
        if (after.kind === 'returned')
          await as(shop.pharmacien.token).call(sales.giveBack, {
            params: { id: sale.id },
            body: aReturn(shop, sale, [{ line: 0, quantity: Math.min(quantity, after.quantity) }], {
              returnedAt: at(Math.max(day, after.later)),
            }),
          })
      }
      const owner = as(shop.titulaire.token)
      let turnover = 0
      for (const day of days) {
        const { today } = await owner.call(usage.turnoverStatistics, { query: { day } })
        const list = await owner.call(sales.list, { query: { from: day, to: day, status: 'CLOSED' } })
        expect({ turnover: list.turnover, sales: list.total }).toEqual({ turnover: today.turnover, sales: today.sales })
        turnover += today.turnover
      }
      expect(await owner.call(sales.list, { query: {} })).toMatchObject({ turnover })
    }),
    { numRuns: runs(15) },
  )
})

test('with a filter of payment types the list adds up what these types paid, less returns', async () => {
  const shop = await openShop('paid by types')
  const { policyId } = await aPolicy(database, shop)
  const insured = aSale(shop, {
    patientId: shop.patientId,
    lines: [lineOf(shop, 0, 2)],
    payments: [insurance(1600, policyId), cash(400)],
  })
  for (const body of [insured, aSale(shop)]) await as(shop.vendeur.token).call(sales.close, { body })
  const sums = async (paymentType?: 'INSURANCE' | 'CASH') => {
    const { total, turnover, paid } = await as(shop.titulaire.token).call(sales.list, {
      query: paymentType ? { paymentType } : {},
    })
    return { total, turnover, paid }
  }
  expect(await sums()).toEqual({ total: 2, turnover: 3000, paid: null })
  expect(await sums('INSURANCE')).toEqual({ total: 1, turnover: 2000, paid: 1600 })
  expect(await sums('CASH')).toEqual({ total: 2, turnover: 3000, paid: 1400 })
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: insured.id },
    body: aReturn(shop, insured, [{ line: 0, quantity: 1 }]),
  })
  expect(await sums('INSURANCE')).toEqual({ total: 1, turnover: 1000, paid: 800 })
})
