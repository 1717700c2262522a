import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { movements, type Movement } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { sum } from '#shared/domain/money.ts'
import { isInDrawer } from '#shared/domain/register/movements.ts'
import {
  placedKinds,
  takenKinds,
  takenTypes,
  takings,
  takingsByMeans,
  typesOfMeans,
} from '#shared/domain/register/takings.ts'
import { tillLedger } from '#shared/domain/register/till-ledger.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import {
  anyMoneyHistory,
  historyDays,
  historyEnd,
  makeHistory,
  type MoneyHistory,
} from '#tests/server/support/money-history.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
clock.now = historyEnd

type Query = CallInput<typeof movements.report>['query']

/** All rows that a list shows, page by page. */
async function rowsOf(shop: Shop, query: Query): Promise<Movement[]> {
  const rows: Movement[] = []
  let cursor: string | null | undefined
  do {
    const page = await as(shop.titulaire.token).call(movements.movementReportData, {
      query: { ...query, size: 7, ...(cursor ? { cursor } : {}) },
    })
    rows.push(...page.items)
    cursor = page.next
  } while (cursor)
  return rows
}

const amounts = (rows: readonly { amount: number }[]) => sum(rows.map(({ amount }) => amount))

/** The sum of the column of amounts in the exported file. */
async function sumOfFile(shop: Shop, query: Query): Promise<number> {
  const file = await as(shop.titulaire.token).call(movements.movementReportCsv, { query })
  const [head, ...rows] = file
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';'))
  return sum(rows.map((row) => Number(row[head!.indexOf('Montant')])))
}

/** The figure of a filter, its list, its file and what was done have the same takings; of each means too. */
async function takingsAgree(shop: Shop, { lines }: MoneyHistory, filter: { day?: string; registerId?: string }) {
  const { day, registerId } = filter
  const query = { ...(day ? { from: day, to: day } : {}), ...(registerId ? { registerId } : {}) }
  const done = lines.filter((line) => (!day || line.day === day) && (!registerId || line.registerId === registerId))
  const { totals } = await as(shop.titulaire.token).call(movements.report, { query })
  const link = { ...query, kind: takenKinds.join(), type: takenTypes.join() }
  expect({
    filter,
    figure: takings(totals),
    list: amounts(await rowsOf(shop, link)),
    file: await sumOfFile(shop, link),
    means: sum([...takingsByMeans(totals).values()]),
  }).toEqual({
    filter,
    figure: takings(done),
    list: takings(done),
    file: takings(done),
    means: takings(done),
  })
  for (const [means, figure] of takingsByMeans(totals)) {
    const ofMeans = { ...link, type: typesOfMeans(means).join() }
    expect([means, figure]).toEqual([means, amounts(await rowsOf(shop, ofMeans))])
  }
  return takings(totals)
}

/** The drawer in the report, on the till and by what was done. Returns what moved in it. */
async function drawerAgrees(shop: Shop, { lines, sold }: MoneyHistory, registerId: string): Promise<number> {
  const owner = as(shop.titulaire.token)
  const { expected, register, totals } = await owner.call(cashRegisters.report, { query: { registerId } })
  const known = await owner.call(cashRegisters.ledger, { query: { registerId } })
  const own = sold.filter((sale) => sale.registerId === registerId)
  const till = tillLedger({ id: registerId, openedAt: register.openedAt, userId: register.openedBy }, own, known)
  const done = lines.filter((line) => line.registerId === registerId)
  const found = amounts(known.found.filter(({ type }) => type === 'CASH'))
  const byDefinition = amounts(done.filter(isInDrawer))
  expect({
    report: expected!.find(({ type }) => type === 'CASH')!.expected,
    moved: expectedCash(till.movements),
    till: expectedCash([...till.movements, ...till.found]),
    list: amounts((await rowsOf(shop, { registerId, type: 'CASH,DISBURSEMENT' })).filter(isInDrawer)),
    float: register.float,
    takenAndPlaced:
      (takingsByMeans(totals).get('CASH') ?? 0) + amounts(totals.filter(({ kind }) => placedKinds.includes(kind))),
    sales: register.sales,
  }).toEqual({
    report: byDefinition + found,
    moved: byDefinition,
    till: byDefinition + found,
    list: byDefinition,
    float: amounts(done.filter(({ kind }) => kind === 'float')),
    takenAndPlaced: byDefinition,
    sales: (await owner.call(sales.list, { query: { registerId, status: 'CLOSED' } })).total,
  })
  return byDefinition
}

test(
  'whatever a pharmacy sells, undoes, pays out and counts, takings and drawers are the same in every place',
  { timeout: 300_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyMoneyHistory, async (acts) => {
        const shop = await openShop(`takings ${run++}`)
        const { policyId } = await aPolicy(database, shop)
        const history = await makeHistory(server, { shop, policyId }, acts)
        const whole = await takingsAgree(shop, history, {})
        const days: number[] = []
        for (const day of historyDays) days.push(await takingsAgree(shop, history, { day }))
        const [registers, drawers]: [number[], number[]] = [[], []]
        for (const { id } of history.registers) {
          registers.push(await takingsAgree(shop, history, { registerId: id }))
          drawers.push(await drawerAgrees(shop, history, id))
        }
        const { totals } = await as(shop.titulaire.token).call(movements.report, { query: {} })
        const { turnover } = await as(shop.titulaire.token).call(sales.list, { query: {} })
        expect({ days: sum(days), registers: sum(registers), drawers: sum(drawers), turnover }).toEqual({
          days: whole,
          registers: whole,
          drawers: expectedCash(history.lines),
          // What every means paid in sales, less refunds, with the rounding, is what was sold.
          turnover: amounts(totals.filter(({ kind }) => ['sale', 'refund', 'rounding'].includes(kind))),
        })
      }),
      { numRuns: runs(20) },
    )
  },
)
