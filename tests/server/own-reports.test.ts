import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { ownReports } from '#shared/contract/own-reports.ts'
import { audit } from '#shared/contract/audit.ts'
import { reports } from '#shared/contract/reports.ts'
import { queryOn } from '#server/own-reports/own-report.service.ts'
import { aMember } from '#tests/server/support/members.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()

type New = CallInput<typeof ownReports.create>['body']
const aReport = (rest: Partial<New> = {}): New => ({
  name: 'Ventes par mois',
  question: { measures: ['turnover', 'boxes'], dimensions: ['month'], period: 'this-year' },
  ...rest,
})

let shop: Shop
let opened = 0
beforeEach(async () => {
  shop = await openShop(`own reports ${opened++}`)
})
const owner = () => as(shop.titulaire.token)
const clerk = () => as(shop.stocks.token)
const named = async (caller: ReturnType<typeof as>) =>
  (await caller.call(ownReports.list, { query: {} })).items.map(({ name }) => name)

test('one’s own report is one’s own until it is shared; then others read it, and change it with the right to settings', async () => {
  const made = await clerk().call(ownReports.create, { body: aReport() })
  expect(made).toMatchObject({
    name: 'Ventes par mois',
    shared: false,
    pinned: false,
    own: true,
    mayChange: true,
    question: { filters: [], comparison: null, period: 'this-year' },
    schedule: null,
    sending: null,
  })
  const params = { id: made.id }
  expect(await named(owner())).toEqual([])
  await expect(owner().call(ownReports.read, { params })).rejects.toMatchObject({ message: 'requests:notFound' })
  await clerk().call(ownReports.patch, { params, body: { shared: true, pinned: true } })
  expect(await owner().call(ownReports.read, { params })).toMatchObject({ own: false, pinned: true, mayChange: true })
  const { token } = await aMember(database, shop, ['report.see'])
  expect(await as(token).call(ownReports.read, { params })).toMatchObject({ own: false, mayChange: false })
  for (const refused of [
    () => as(token).call(ownReports.patch, { params, body: { name: 'Autre' } }),
    () => as(token).call(ownReports.remove, { params }),
    () => as(token).call(ownReports.unschedule, { params }),
  ])
    await expect(refused()).rejects.toMatchObject({ message: 'auth:forbidden' })
  await owner().call(ownReports.patch, { params, body: { name: 'Le chiffre par mois' } })
  expect(await named(clerk())).toEqual(['Le chiffre par mois'])
  await owner().call(ownReports.remove, { params })
  expect(await named(clerk())).toEqual([])
})

test('another pharmacy sees none of it', async () => {
  const { id } = await owner().call(ownReports.create, { body: aReport({ shared: true }) })
  const other = await openShop(`own reports elsewhere ${opened++}`)
  expect(await named(as(other.titulaire.token))).toEqual([])
  await expect(as(other.titulaire.token).call(ownReports.remove, { params: { id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('a name is taken among the shared reports, and among those that a member keeps for himself', async () => {
  await owner().call(ownReports.create, { body: aReport() })
  await expect(owner().call(ownReports.create, { body: aReport({ name: 'VENTES par mois' }) })).rejects.toMatchObject({
    message: 'requests:taken',
    details: { issues: [{ path: 'body.name' }] },
  })
  const { id } = await clerk().call(ownReports.create, { body: aReport() })
  await owner().call(ownReports.create, { body: aReport({ shared: true }) })
  await expect(clerk().call(ownReports.patch, { params: { id }, body: { shared: true } })).rejects.toMatchObject({
    message: 'requests:taken',
  })
  await clerk().call(ownReports.remove, { params: { id } })
  await clerk().call(ownReports.create, { body: aReport() })
})

describe('a report that asks too much', () => {
  test('a measure without the right to it is neither built nor shown when a colleague shares it', async () => {
    const question = { measures: ['margin' as const], dimensions: ['month' as const], period: 'this-year' as const }
    const { id } = await owner().call(ownReports.create, { body: aReport({ shared: true, question }) })
    const { token } = await aMember(database, shop, ['report.see'])
    await expect(as(token).call(ownReports.create, { body: aReport({ question }) })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    const seen = await as(token).call(ownReports.read, { params: { id } })
    const period = { from: '2026-01-01', to: '2026-01-31' }
    await expect(
      as(token).call(reports.ask, { body: { measures: ['margin'], dimensions: ['month'], period } }),
    ).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(JSON.stringify(seen.question)).not.toMatch(/values|totals/)
  })

  test.each([
    ['a dimension that the measure does not say', { dimensions: ['means' as const] }],
    ['a period that ends before it begins', { period: { from: '2026-02-01', to: '2026-01-01' } }],
    ['a hundred measures', { measures: Array.from({ length: 100 }, () => 'turnover' as const) }],
    ['three groupings', { dimensions: ['month' as const, 'seller' as const, 'till' as const] }],
    [
      'a condition on a measure that it does not ask',
      { only: [{ by: 'margin' as const, of: 'value' as const, is: 'some' as const }] },
    ],
  ])('%s is refused', async (_, change) => {
    const question = { ...aReport().question, ...change }
    await expect(owner().call(ownReports.create, { body: aReport({ question }) })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
  })

  test('one whose measure was renamed is still read, renamed and removed', async () => {
    const { id } = await owner().call(ownReports.create, { body: aReport({ shared: true }) })
    await database.platform((tx) =>
      sql`update own_reports set question = jsonb_set(question, '{measures}', '["turnover", "formerName"]')
        where id = ${id}`.execute(tx),
    )
    const params = { id }
    expect(await owner().call(ownReports.read, { params })).toMatchObject({
      question: { measures: ['turnover', 'formerName'] },
    })
    await owner().call(ownReports.patch, { params, body: { name: 'Ancien' } })
    const body = { rhythm: 'daily' as const, hour: 7, to: ['a@b.example'] }
    await expect(owner().call(ownReports.schedule, { params, body })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
    await owner().call(ownReports.remove, { params })
  })
})

test('it keeps what chooses its groups, and is asked with it; without groups it is a total', async () => {
  const question = {
    ...aReport().question,
    measures: ['turnover' as const, 'boxes' as const],
    dimensions: ['product' as const],
    order: { of: 'value' as const, descending: false },
    limit: 3,
    only: [{ by: 'boxes' as const, of: 'value' as const, is: 'some' as const }],
  }
  const { id } = await owner().call(ownReports.create, { body: aReport({ question }) })
  const kept = await owner().call(ownReports.read, { params: { id } })
  expect(kept.question).toMatchObject(question)
  expect(queryOn(kept.question, '2026-03-02', 100)).toMatchObject({
    order: { by: 'turnover', of: 'value', descending: false },
    limit: 3,
    only: question.only,
  })
  const total = await owner().call(ownReports.create, {
    body: aReport({ name: 'Total', question: { ...question, dimensions: [] } }),
  })
  const asked = queryOn(total.question, '2026-03-02', 100)!
  expect([asked.dimensions, asked.order, asked.only]).toEqual([[], null, undefined])
  expect((await owner().call(reports.ask, { body: asked })).rows).toEqual([])
})

test('what is built, changed and removed stands in the audit', async () => {
  const { id } = await owner().call(ownReports.create, { body: aReport() })
  const params = { id }
  await owner().call(ownReports.schedule, { params, body: { rhythm: 'daily', hour: 7, to: ['a@b.example'] } })
  await owner().call(ownReports.remove, { params })
  const { items } = await owner().call(audit.list, { query: { recordId: id } })
  expect(items.map(({ part, action }) => `${part} ${action}`).toSorted()).toEqual([
    'own_reports delete',
    'own_reports insert',
    'report_schedules delete',
    'report_schedules insert',
  ])
})
