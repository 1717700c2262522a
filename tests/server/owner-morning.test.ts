import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bills } from '#shared/contract/bills.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { aMember } from '#tests/server/support/members.ts'
import { anyMoneyHistory, historyDays, historyEnd, makeHistory } from '#tests/server/support/money-history.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let count = 0
let own: Shop
let sister: Shop
let stranger: Shop

const aShop = async (name: string): Promise<Shop> => {
  const shop = await openShop(`owner morning ${name} ${count}`)
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx),
  )
  return shop
}
const joined = async (shop: Shop, account: string) => {
  await database.platform((tx) =>
    sql`update users set firebase_uid = ${account} where id = ${shop.titulaire.id}`.execute(tx),
  )
}
const rightsIn = async (shop: Shop, drop: string) => {
  await database.platform((tx) =>
    sql`update roles set permissions = array_remove(permissions, ${drop})
      where pharmacy_id = ${shop.id} and name = 'titulaire'`.execute(tx),
  )
}
const listed = async (token = own.titulaire.token) =>
  (await as(token).call(usage.ownPharmacies, {})).map(({ pharmacyId }) => pharmacyId)
const morning = (id: string, token = own.titulaire.token) => as(token).call(usage.ownerMorning, { params: { id } })
const notThere = { message: 'requests:notFound' }

beforeEach(async () => {
  count++
  clock.now = historyEnd
  ;[own, sister, stranger] = [await aShop('own'), await aShop('sister'), await aShop('stranger')]
  for (const shop of [own, sister]) await joined(shop, `account ${count}`)
})

test('an owner reads each of his pharmacies, his own first, and no other', async () => {
  expect(await listed()).toEqual([own.id, sister.id])
  expect(await listed(sister.titulaire.token)).toEqual([sister.id, own.id])
  expect(await listed(stranger.titulaire.token)).toEqual([stranger.id])
  for (const id of [stranger.id, idOf('no pharmacy')]) await expect(morning(id)).rejects.toMatchObject(notThere)
  await expect(morning(own.id, stranger.titulaire.token)).rejects.toMatchObject(notThere)
})

test('a membership that ended, lost the right or is suspended opens nothing', async () => {
  const seller = await aMember(database, own, ['report.see'])
  expect(await listed(seller.token)).toEqual([own.id])
  await expect(morning(sister.id, seller.token)).rejects.toMatchObject(notThere)
  await rightsIn(sister, 'report.see')
  expect(await listed()).toEqual([own.id])
  await expect(morning(sister.id)).rejects.toMatchObject(notThere)
  await database.platform((tx) =>
    sql`update roles set permissions = array_append(permissions, 'report.see')
      where pharmacy_id = ${sister.id} and name = 'titulaire'`.execute(tx),
  )
  expect(await listed()).toEqual([own.id, sister.id])
  for (const statement of [
    sql`update pharmacies set suspended_at = now() where id = ${sister.id}`,
    sql`update pharmacies set suspended_at = null where id = ${sister.id}`,
    sql`update users set active = false where id = ${sister.titulaire.id}`,
  ])
    await database.platform((tx) => statement.execute(tx))
  expect(await listed()).toEqual([own.id])
  await expect(morning(sister.id)).rejects.toMatchObject(notThere)
})

test('the rights are those of the pharmacy that is read', async () => {
  await rightsIn(sister, 'stock.see-cost')
  await rightsIn(sister, 'register.seeExpected')
  const [here, there] = [await morning(own.id), await morning(sister.id)]
  expect([here.toOrder, here.toPay, here.cash.expected]).not.toContain(null)
  expect([there.toOrder, there.toPay, there.yesterday.margin, there.cash.expected]).toEqual([null, null, null, null])
})

test('the figures are those that the owner reads in that pharmacy, on each screen', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyMoneyHistory, async (acts) => {
      count++
      ;[own, sister] = [await aShop('own'), await aShop('sister')]
      for (const shop of [own, sister]) await joined(shop, `account ${count}`)
      const { policyId } = await aPolicy(database, sister)
      const { registers } = await makeHistory(server, { shop: sister, policyId }, acts)
      const there = as(sister.titulaire.token)
      const told = await morning(sister.id)
      expect(told).toEqual(await morning(sister.id, sister.titulaire.token))
      const screen = await there.call(usage.morning, {})
      expect(told.yesterday).toMatchObject({ turnover: screen.yesterday.turnover, sales: screen.yesterday.sales })
      expect(told.cash.toDeposit).toBe(screen.yesterday.cash.toDeposit)
      const { today } = await there.call(usage.turnoverStatistics, {})
      expect(told.today).toMatchObject({ turnover: today.turnover, sales: today.sales })
      const days = { from: historyDays[1], to: historyDays[1] }
      const report = await there.call(reports.ask, { body: { measures: ['turnover', 'baskets'], period: days } })
      expect(report.totals.values).toEqual([told.yesterday.turnover, told.yesterday.sales])
      let expected = 0
      for (const { id } of registers.filter(({ isOpen }) => isOpen)) {
        const { expected: means } = await there.call(cashRegisters.report, { query: { registerId: id } })
        expected += means!.find(({ type }) => type === 'CASH')!.expected
      }
      expect(told.cash.expected).toBe(expected)
      expect(told.toCollect.owed).toBe(receivablesOf(await there.call(bills.aged, {})).owed)
      expect((await morning(own.id)).today.sales).toBe(0)
    }),
    { numRuns: runs(5) },
  )
})

test('a drawer that is withheld from the member there is in no figure', async () => {
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": true}' where id = ${sister.id}`.execute(tx),
  )
  await as(sister.titulaire.token).call(sales.close, {
    body: aSale(sister, {
      seller: sister.titulaire,
      soldAt: `${historyDays[2]}T10:00:00.000Z`,
      lines: [lineOf(sister, 0, 2)],
    }),
  })
  const told = await morning(sister.id)
  expect([told.withheld, told.today.sales, told.cash.expected]).toEqual([true, 0, 0])
  const open = await morning(sister.id, sister.titulaire.token)
  expect(open).toEqual(told)
})
