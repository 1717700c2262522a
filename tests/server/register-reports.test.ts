import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { fiscalReports, type FiscalReport } from '#shared/contract/fiscal-reports.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { reportsOf, valuesByKey } from '#tests/server/support/asking.ts'
import { aTaxpayer } from '#tests/server/support/certifying.ts'
import { aClosing, anOpening } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock } = server
const ask = reportsOf(server)

const anyAct = fc.record({
  does: fc.constantFrom('sell', 'sell', 'sell', 'give-back', 'cancel'),
  lots: fc.uniqueArray(fc.constantFrom(0 as const, 1 as const), { minLength: 1, maxLength: 2 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  discount: fc.constantFrom(0, 0, 150),
})
const period = { from: '2026-01-01', to: '2026-12-31' }

/** What a report of the register says in the words of the vocabulary. */
const figuresOf = ({ invoices, credits, aib, groups, articles }: FiscalReport) => ({
  total: invoices.total - credits.total - aib,
  groups: Object.fromEntries(groups.filter(({ total }) => total !== 0).map(({ group, total }) => [group, total])),
  tax: groups.reduce((sum, { tax }) => sum + tax, 0),
  boxes: articles.reduce((sum, { quantity }) => sum + quantity, 0),
})

test('X and Z are the report of their drawer; a frozen Z keeps its figures', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 7 }), async (acts) => {
      clock.now = new Date('2026-11-18T18:00:00Z')
      const shop: Shop = await aTaxpayer(server, simulator)
      const { registerId } = shop
      const standing: (NewSale & { left: number })[] = []
      let returns = 0
      let drawer = 0
      for (const { does, lots, quantity, discount } of acts) {
        if (does === 'sell') {
          const lines = lots.map((lot) => lineOf(shop, lot, quantity))
          const { total } = aSale(shop, { lines })
          const sale = aSale(shop, {
            lines,
            soldAt: '2026-11-18T10:00:00.000Z',
            payments: [
              ...(discount > 0 ? [{ id: randomUUID(), type: 'DISCOUNT' as const, amount: discount }] : []),
              cash(total - discount),
            ],
            seller: shop.titulaire,
          })
          await as(shop.titulaire.token).call(sales.close, { body: sale })
          standing.push({ ...sale, left: quantity })
          drawer += total - discount
        } else if (does === 'give-back') {
          const sale = standing.find(({ left }) => left > 0)
          if (!sale) continue
          sale.left--
          returns++
          await as(shop.pharmacien.token).call(sales.giveBack, {
            params: { id: sale.id },
            body: aReturn(shop, sale, [{ line: 0, quantity: 1 }], { returnedAt: '2026-11-18T12:00:00.000Z' }),
          })
        } else {
          const sale = standing.find(({ left, records }) => left === records[0]!.quantity)
          if (!sale) continue
          sale.left = 0
          await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
        }
      }
      const owner = as(shop.titulaire.token)
      const measures: MeasureName[] = ['turnover', 'boxes', 'tax']
      const filters = [{ dimension: 'register' as const, keys: [registerId] }]
      const asked = async () => {
        const lines = await ask(shop, { measures, dimensions: ['taxGroup'], filters, period })
        const discounts = (await ask(shop, { measures: ['discounts'], filters, period })).totals.values[0]!
        return { lines, discounts }
      }
      const { lines, discounts } = await asked()
      const compare = (report: FiscalReport) => {
        const figures = figuresOf(report)
        expect(figures.total).toBe(lines.totals.values[0]! - discounts)
        expect(figures.boxes).toBe(lines.totals.values[1])
        // A credit note rounds its own tax.
        expect(Math.abs(figures.tax - lines.totals.values[2]!)).toBeLessThanOrEqual(2 * returns)
        if (discounts === 0)
          expect(figures.groups).toEqual(
            Object.fromEntries(
              Object.entries(valuesByKey(lines))
                .filter(([, [turnover]]) => turnover !== 0)
                .map(([group, [turnover]]) => [group, turnover]),
            ),
          )
        return figures
      }
      const x = await owner.call(fiscalReports.read, { query: { registerId } })
      expect(x.numbers).toEqual([])
      compare(x)
      await owner.call(cashRegisters.close, {
        params: { id: registerId },
        body: aClosing(shop, { cash: drawer, countedAt: '2026-11-18T17:00:00.000Z' }),
      })
      const z = await owner.call(fiscalReports.read, { query: { z: 1 } })
      expect(compare(z)).toEqual(figuresOf(x))
      expect(await owner.call(fiscalReports.read, { query: { z: 1, registerId } })).toEqual(z)
      // What is undone at another drawer later is in its own report.
      const later = anOpening(shop, { openedAt: '2026-11-18T17:30:00.000Z' })
      await owner.call(cashRegisters.open, { body: later })
      const undone = standing.find(({ left, records }) => left === records[0]!.quantity)
      if (!undone) return
      await as(shop.pharmacien.token).call(sales.giveBack, {
        params: { id: undone.id },
        body: aReturn(shop, undone, [{ line: 0, quantity: 1 }], {
          registerId: later.id,
          returnedAt: '2026-11-18T17:40:00.000Z',
        }),
      })
      expect(figuresOf(await owner.call(fiscalReports.read, { query: { z: 1 } }))).toEqual(figuresOf(z))
      compare(await owner.call(fiscalReports.read, { query: { z: 1 } }))
      expect((await asked()).lines.totals.values).toEqual(lines.totals.values)
    }),
    { numRuns: runs(8) },
  )
})
