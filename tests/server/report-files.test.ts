import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/universal'
import { beforeAll, expect, test } from 'vitest'
import { exports } from '#shared/contract/exports.ts'
import { reports, type ReportFormat } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { aMember } from '#tests/server/support/members.ts'
import { pdfText } from '#tests/server/support/pdf-text.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const period = { from: '2026-03-01', to: '2026-03-31' }

let shop: Shop
beforeAll(async () => {
  shop = await openShop('report files')
  clock.now = new Date('2026-03-02T10:15:00Z')
  const sale = aSale(shop, { soldAt: clock.now.toISOString(), lines: [lineOf(shop, 0, 3)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx),
  )
  await database.platform((tx) =>
    sql`update pharmacy_products set private_label = '=HYPERLINK("http://x"); DOLIPRANE'
      where id = ${shop.products[0]}`.execute(tx),
  )
})

async function fileOf(format: ReportFormat, rest: object = {}): Promise<Buffer> {
  const file = await as(shop.titulaire.token).call(reports.file, {
    body: {
      measures: ['turnover', 'boxes', 'marginRate'],
      dimensions: ['product'],
      filters: [{ dimension: 'seller', keys: [shop.vendeur.id] }],
      period,
      comparison: 'before',
      title: 'Les produits',
      format,
      ...rest,
    },
  })
  return Buffer.from(await file.arrayBuffer())
}
const criteria =
  /^Chiffre d’affaires, Quantités, Taux de marge · par produit · Membre = .+ · du 01\/03\/2026 au 31\/03\/2026 · comparé à la période d’avant \(du 01\/02\/2026 au 28\/02\/2026\)$/
const made = /^Fait le 02\/03\/2026 à 11:15 par .+/

test('CSV: criteria, hour and author stand above the titles; a name is never a formula', async () => {
  const lines = (await fileOf('csv')).toString().replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/· Les produits$/)
  expect(lines[1]).toMatch(criteria)
  expect(lines[2]).toMatch(made)
  expect(lines[4]).toBe(
    'Produit;Chiffre d’affaires;Chiffre d’affaires, avant;Quantités;Quantités, avant;Taux de marge;Taux de marge, avant',
  )
  expect(lines[5]).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\); DOLIPRANE";3000;0;3;0;\d+(,\d)?;$/)
  expect(lines[6]).toMatch(/^Total;3000;0;3;0;/)
})

test('what no insurer pays is called as on the screen', async () => {
  const lines = (await fileOf('csv', { measures: ['turnover'], dimensions: ['payer'] })).toString().split('\r\n')
  expect(lines).toContain('Sans assureur ni organisme;3000;0')
})

test('Excel: the same head, and figures that are numbers', async () => {
  const rows = await readSheet(new Blob([new Uint8Array(await fileOf('xlsx'))]))
  expect(rows[1]![0]).toMatch(criteria)
  expect(rows[2]![0]).toMatch(made)
  const row = rows.find(([name]) => typeof name === 'string' && name.includes('DOLIPRANE'))!
  expect(row.slice(1, 5)).toEqual([3000, 0, 3, 0])
  expect(rows.at(-1)!.slice(0, 2)).toEqual(['Total', 3000])
})

test('PDF: the same head on A4, the sums, and how each measure is computed', async () => {
  const text = pdfText(await fileOf('pdf'))
    .flat()
    .join(' ')
  expect(text).toMatch(/Les produits Chiffre d’affaires, Quantités, Taux de marge · par produit/)
  expect(text).toMatch(/Fait le 02\/03\/2026 à 11:15 par/)
  expect(text).toMatch(/DOLIPRANE/)
  expect(text).toMatch(/3\s000\sF CFA/)
  expect(text).toMatch(/Quantités\s: Unités vendues, moins celles rapportées\./)
})

test('a file says how many groups it has left out, and leaves its trace', async () => {
  const csv = (await fileOf('csv', { dimensions: ['hour', 'product'], filters: [], limit: 1 })).toString()
  expect(csv).not.toContain('premières lignes')
  const { items } = await as(shop.titulaire.token).call(exports.list, { query: {} })
  const trace = items.find(({ filters }) => /par heure · par produit/.test(filters))
  expect(trace).toMatchObject({ list: 'Rapport\u00a0: Les produits', format: 'csv', rows: 1 })
})

test('a member without the right to export gets none, nor one without the right to a measure', async () => {
  const body = { measures: ['margin' as const], period, title: 'Marge', format: 'csv' as const }
  for (const rights of [['report.see', 'stock.see-cost'] as const, ['report.see', 'data.export'] as const]) {
    const { token } = await aMember(database, shop, rights)
    await expect(as(token).call(reports.file, { body })).rejects.toMatchObject({ message: 'auth:forbidden' })
  }
})
