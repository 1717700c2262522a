import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { minor, sum } from '#shared/domain/money.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import { totalsOfKinds, totalsOfMeans } from '#backoffice/cash-registers/group-totals.ts'
import {
  addressOfExpected,
  addressOfKinds,
  addressOfMeans,
  addressOfSales,
} from '#backoffice/cash-registers/register-addresses.ts'
import { addressOfDaySales } from '#backoffice/dashboard/day-sales.ts'
import { movementFilters } from '#backoffice/movements/movement-filters.tsx'
import { figureGroupsOf } from '#backoffice/movements/movement-sums.ts'
import { saleFilters } from '#backoffice/sales/sale-filters.ts'
import { type Filter, queryOfFilters } from '#backoffice/ui/lists/filter.ts'
import { movementsAddress } from '#backoffice/ui/money-address.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { anyMoneyHistory, historyDays, historyEnd, makeHistory } from '#tests/server/support/money-history.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
clock.now = historyEnd
const today = historyDays.at(-1)!

/** What the screen at this address asks the server, by the filters that it declares. */
function askedAt<Query>(path: string, filters: readonly Filter<Query>[], address: string): Partial<Query> {
  const { pathname, searchParams } = new URL(address, 'http://office')
  expect(pathname).toBe(path)
  return queryOfFilters(filters, Object.fromEntries(searchParams), today)
}

/** The rows that a figure opens. A history has fewer lines than the longest page. */
async function opened(shop: Shop, address: string): Promise<{ amount: number; count: number }> {
  const query = { ...askedAt('/mouvements', movementFilters, address), size: 2000 }
  const { items, next } = await as(shop.titulaire.token).call(movements.movementReportData, { query })
  expect(next).toBeNull()
  return { amount: sum(items.map(({ amount }) => amount)), count: items.length }
}

test(
  'every figure of « Mouvements », of a register and of the dashboard opens a list with the same sum',
  { timeout: 300_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyMoneyHistory, async (acts) => {
        const shop = await openShop(`links ${run++}`)
        const owner = as(shop.titulaire.token)
        const { policyId } = await aPolicy(database, shop)
        const { registers } = await makeHistory(server, { shop, policyId }, acts)
        const salesAt = (address: string) => owner.call(sales.list, { query: askedAt('/ventes', saleFilters, address) })

        for (const search of ['', 'periode=tout', `du=${historyDays[0]}&au=${historyDays[1]}&vue=heures`]) {
          const query = askedAt('/mouvements', movementFilters, `/mouvements?${search}`)
          const report = await owner.call(movements.report, { query })
          for (const { name, amount, kinds, types } of figureGroupsOf(report).flat())
            expect([name, (await opened(shop, movementsAddress(search, { kinds, types }))).amount]).toEqual([
              name,
              amount,
            ])
        }
        for (const { id } of registers) {
          const { register, totals } = await owner.call(cashRegisters.report, { query: { registerId: id } })
          expect((await opened(shop, addressOfKinds(id, ['float']))).amount).toBe(register.float)
          expect((await salesAt(addressOfSales(id))).total).toBe(register.sales)
          for (const { kind, amount, count, means } of totalsOfKinds(totals)) {
            expect(await opened(shop, addressOfKinds(id, [kind]))).toEqual({ amount, count })
            for (const line of means) {
              const address = addressOfMeans(id, line, [kind])
              if (address) expect(await opened(shop, address)).toEqual({ amount: line.amount, count: line.count })
            }
          }
          for (const { amount, count, ...means } of totalsOfMeans(totals)) {
            const address = addressOfMeans(id, means)
            if (address) expect(await opened(shop, address)).toEqual({ amount, count })
          }
          for (const { expected, ...means } of expectedByMeans(
            totals.map((total) => ({ ...total, amount: minor(total.amount) })),
          )) {
            const address = addressOfExpected(id, means)
            if (address) expect((await opened(shop, address)).amount).toBe(expected)
          }
        }
        for (const day of historyDays) {
          const figures = await owner.call(usage.turnoverStatistics, { query: { day } })
          const { turnover, total } = await salesAt(addressOfDaySales(day))
          expect({ turnover, sales: total }).toEqual({
            turnover: figures.today.turnover,
            sales: figures.today.sales,
          })
        }
      }),
      { numRuns: runs(10) },
    )
  },
)
