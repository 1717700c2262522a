import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { accounting, type AccountingExport } from '#shared/contract/accounting.ts'
import { sales } from '#shared/contract/sales.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { closeMonth, closeRegisters } from '#tests/server/support/booking.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { times, twoServers } from '#tests/server/support/two-servers.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()

/** The first day of the month that began so many months ago. */
function monthAgo(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
}
const inMonth = (month: string) => `${month.slice(0, 7)}-12T10:00:00.000Z`
test('a month that two processes close at once is one export; with one id both get it', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'closed twice')
  const [first, second] = [monthAgo(3), monthAgo(2)]
  const sale = aSale(shop, { registerId: randomUUID(), soldAt: inMonth(first), lines: [lineOf(shop, 0)] })
  expect((await servers[0].post('/sales', sale, shop.vendeur.token)).status).toBe(201)
  await closeRegisters(database, shop)
  const close = (id: string, index: number, month: string) =>
    servers[index % 2]!.post<AccountingExport>('/accounting-exports', { id, month }, shop.titulaire.token)
  const answers = await Promise.all(times(4, (index) => close(randomUUID(), index, first)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(answers.flatMap(({ body }) => body.message ?? [])).toEqual(times(3, () => 'accounting:monthClosed'))
  const id = randomUUID()
  const same = await Promise.all(times(4, (index) => close(id, index, second)))
  expect(same.map(({ status, body }) => [status, body.number])).toEqual(times(4, () => [201, 2]))
  const { body } = await servers[1].get('/accounting-exports', shop.titulaire.token)
  expect(body).toMatchObject({ items: [{ number: 2 }, { number: 1 }] })
})

test('a fiscal answer that comes after the closing is taken, and changes nothing that was booked', async () => {
  const { as, clock, database } = server
  clock.now = new Date()
  const shop = await aTaxpayer(server, simulator)
  const month = monthAgo(1)
  const sale = aSale(shop, { registerId: randomUUID(), soldAt: inMonth(month), lines: [lineOf(shop, 1)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  await closeRegisters(database, shop)
  const summary = (of: string) => as(shop.titulaire.token).call(accounting.summary, { query: { month: of } })
  expect((await summary(month)).vat).toMatchObject({
    lines: [{ group: 'B', net: 1271, tax: 229, invoiced: { net: 1271, tax: 229 } }],
    documents: 1,
  })
  await closeMonth(server, shop, month)
  const queue = aFiscalQueue(server, simulator)
  await queue.runWaiting()
  expect(await documentsOf(server, shop, sale.id)).toMatchObject([{ state: 'certified' }])
  clock.now = new Date(Date.parse(monthAgo(0)) + 40 * 86_400_000)
  expect(await summary(monthAgo(0))).toMatchObject({ late: 0, reversals: 0, lateSales: { count: 0 } })
})
