import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-11-29T12:00:00Z')

test('a question finds the pharmacy’s own records, and its report answers', async () => {
  const [shop, other] = [await openShop('asks in words'), await openShop('is not asked')]
  const owner = as(shop.titulaire.token)
  const soldAt = '2026-11-16T10:00:00.000Z'
  for (const each of [shop, other]) {
    const body = aSale(each, { soldAt, lines: [lineOf(each, 0, 3), lineOf(each, 1, 2)] })
    await as(each.vendeur.token).call(sales.close, { body })
  }
  const { rows: sold } = await owner.call(reports.ask, {
    body: { measures: ['boxes'], dimensions: ['product'], period: { from: '2026-11-16', to: '2026-11-16' } },
  })
  const [key, label] = [sold[0]!.keys[0]!, sold[0]!.names[0]!]
  const { report, struck } = await owner.call(reports.understand, {
    query: { text: `combien de « ${label} » en novembre chez Inconnue ?` },
  })
  expect(report).toMatchObject({
    measures: ['boxes'],
    filters: [{ dimension: 'product' }],
    period: { from: '2026-11-01' },
  })
  expect(report!.filters[0]!.keys).toContain(key)
  expect(struck.length).toBe(1)
  const { limit: _, share: __, relative, ...asked } = report!
  expect(relative).toBeNull()
  const answer = await owner.call(reports.ask, { body: asked })
  expect(answer.totals.values).toEqual([sold[0]!.values[0]])
  const [own, foreign] = await Promise.all(
    [shop, other].map(async (each) => {
      const { rows } = await database.platform((tx) =>
        sql<{ id: string }>`select id from pharmacy_products where pharmacy_id = ${each.id}`.execute(tx),
      )
      return new Set(rows.map(({ id }) => id))
    }),
  )
  for (const each of report!.filters[0]!.keys) expect([own!.has(each), foreign!.has(each)]).toEqual([true, false])
})

test('insurers, sellers and medicines of a use are found by their names', async () => {
  const shop = await openShop('names in words')
  const owner = as(shop.titulaire.token)
  await aPolicy(database, shop)
  const company = await database.platform(async (tx) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from companies where pharmacy_id = ${shop.id} limit 1`.execute(tx)
    return rows[0]!
  })
  const meant = async (text: string) => (await owner.call(reports.understand, { query: { text } })).report!.filters
  expect(await meant(`part des assureurs ${company.name}`)).toEqual([
    { dimension: 'payer', keys: [company.id], name: company.name },
  ])
  await database.platform((tx) =>
    sql`update products set atc_code = 'J01CA04' where id in
      (select product_id from pharmacy_products where pharmacy_id = ${shop.id} limit 1)`.execute(tx),
  )
  expect(await meant('combien d’antibiotiques ?')).toMatchObject([{ dimension: 'atc', keys: ['D06', 'J01'] }])
})

test('a member is understood by the measures of his rights', async () => {
  const shop = await openShop('words and rights')
  const seller = as((await aMember(database, shop, ['report.see'])).token)
  const { report, struck } = await seller.call(reports.understand, { query: { text: 'marge par mois' } })
  expect([report?.measures, struck]).toEqual([['turnover'], [{ start: 0, end: 5 }]])
  expect(await seller.call(reports.understand, { query: { text: 'bonjour' } })).toMatchObject({ report: null })
})
