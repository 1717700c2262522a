import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { assistants } from '#shared/contract/assistants.ts'
import { reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { reportLetter } from '#server/own-reports/report-letter.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const period = { from: '2026-03-01', to: '2026-03-31' }

let shop: Shop
beforeAll(async () => {
  shop = await openShop('report edges')
  clock.now = new Date('2026-03-02T10:15:00Z')
  const sale = aSale(shop, { soldAt: clock.now.toISOString(), lines: [lineOf(shop, 0, 3)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
})
const owner = () => as(shop.titulaire.token)
const anAssistant = () => owner().call(assistants.create, { body: { name: 'Assistant', lastDay: '2026-03-05' } })

test('an assistant reads the name of a member in no group: a drawer bears that of who opened it', async () => {
  const { token } = await anAssistant()
  const { rows } = await database.platform((tx) =>
    sql<{
      name: string
    }>`select first_name || ' ' || last_name as name from users where pharmacy_id = ${shop.id}`.execute(tx),
  )
  const { measures } = await as(token).call(reports.meta, {})
  for (const measure of ['turnover', 'paid', 'stockOut'] as const)
    for (const dimension of measures.find(({ name }) => name === measure)?.dimensions ?? []) {
      const told = await as(token).call(reports.ask, {
        body: { measures: [measure], dimensions: [dimension], period },
      })
      for (const { name } of rows) expect(told.rows.flatMap(({ names }) => names).join()).not.toContain(name)
    }
  await expect(
    as(token).call(reports.ask, { body: { measures: ['turnover'], dimensions: ['register'], period } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a token of a suspended pharmacy asks nothing', async () => {
  const closed = await openShop('report edges, suspended')
  const { token } = await as(closed.titulaire.token).call(assistants.create, {
    body: { name: 'Assistant', lastDay: '2026-03-05' },
  })
  await database.platform((tx) => sql`update pharmacies set suspended_at = now() where id = ${closed.id}`.execute(tx))
  await expect(as(token).call(reports.meta, {})).rejects.toMatchObject({ message: 'pharmacies:suspended' })
})

test('a file is made of filters by days that are none', async () => {
  for (const dimension of ['day', 'week', 'month'] as const) {
    const filters = [{ dimension, keys: ['2026-13'] }]
    const file = await owner().call(reports.file, {
      body: { measures: ['turnover'], filters, period, title: 'Jours', format: 'csv' },
    })
    expect(await file.text()).toContain('2026-13')
  }
})

test('an e-mail says how many rows its file has, when it has not all of them', async () => {
  const report = await owner().call(reports.ask, { body: { measures: ['turnover'], dimensions: ['product'], period } })
  const currency = { code: 'XOF', symbol: 'F CFA', decimals: 0 }
  const textOf = (groups: number) => reportLetter('Ventes', { report: { ...report, groups }, criteria: '', currency })
  expect(textOf(1)).toContain('Le rapport entier est dans le fichier joint.')
  expect(textOf(20_000)).toContain('Le fichier joint a les 1 premières lignes sur 20000.')
})

test('an e-mail of a report without groups says its total', async () => {
  const report = await owner().call(reports.ask, { body: { measures: ['boxes'], period } })
  const currency = { code: 'XOF', symbol: 'F CFA', decimals: 0 }
  expect(reportLetter('Ventes', { report, criteria: '', currency })).toMatch(/Quantités\u00a0: 3\n/)
})

test('groups that overlap are not chosen by their figures: their total would count a sale twice', async () => {
  const chosen = { only: [{ by: 'turnover' as const, is: 'some' as const }], period }
  await expect(
    owner().call(reports.ask, { body: { measures: ['turnover'], dimensions: ['payer'], ...chosen } }),
  ).rejects.toMatchObject({ message: 'requests:invalid', details: { issues: [{ path: 'body.only' }] } })
  await owner().call(reports.ask, { body: { measures: ['turnover'], dimensions: ['product'], ...chosen } })
})
