import fc from 'fast-check'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { reports, type ReportFormat } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { reportsOf, type AskedReport } from '#tests/server/support/asking.ts'
import { pdfText } from '#tests/server/support/pdf-text.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const ask = reportsOf(server)
const period = { from: '2026-11-16', to: '2026-11-20' }
const register = { measures: ['boxes'], dimensions: ['product', 'day'], period } satisfies AskedReport
let count = 0

/** A shop whose first product is a narcotic of one substance, the second of list I, the third of nobody’s referential. */
async function aShop(): Promise<Shop> {
  clock.now = new Date('2026-11-21T18:00:00Z')
  const shop = await openShop(`register of use ${count++}`)
  const inn = idOf(shop.id, 'inn')
  await database.platform(async (tx) => {
    await sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx)
    await sql`insert into inns (id, name) values (${inn}, ${`Morphine ${shop.id}`})`.execute(tx)
  })
  return shop
}

/** After the sales: the counter asks for a prescription of what is listed. */
async function list(shop: Shop): Promise<void> {
  await database.platform(async (tx) => {
    for (const [at, list] of [[0, 'narcotic'] as const, [1, 'list-1'] as const]) {
      const id = idOf(shop.id, 'referential', list)
      await sql`insert into products (id, label, source, prescription_list) values (${id}, ${list}, 'tests', ${list})`.execute(
        tx,
      )
      await sql`update pharmacy_products set product_id = ${id}, private_label = null where id = ${shop.products[at]}`.execute(
        tx,
      )
    }
    await sql`insert into product_inns (product_id, position, inn_id)
      values (${idOf(shop.id, 'referential', 'narcotic')}, 0, ${idOf(shop.id, 'inn')})`.execute(tx)
  })
}

const sell = async (shop: Shop, day: string, lines: readonly (readonly [0 | 1 | 2, number])[]) => {
  const sale = aSale(shop, {
    soldAt: `${day}T10:00:00.000Z`,
    lines: lines.map(([lot, quantity]) => lineOf(shop, lot, quantity)),
  })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  return sale
}

test('each medicine stands with its days in their order, less what came back and without what was canceled', async () => {
  const shop = await aShop()
  await sell(shop, '2026-11-18', [
    [0, 4],
    [1, 1],
  ])
  await sell(shop, '2026-11-16', [
    [0, 3],
    [1, 9],
  ])
  await sell(shop, '2026-11-16', [[0, 2]])
  const back = await sell(shop, '2026-11-17', [[1, 5]])
  const [product, other] = shop.products
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: back.id },
    body: aReturn(shop, back, [{ line: 0, quantity: 2 }], { returnedAt: '2026-11-18T11:00:00.000Z' }),
  })
  const wrong = await sell(shop, '2026-11-17', [[0, 7]])
  await as(shop.pharmacien.token).call(sales.cancel, {
    params: { id: wrong.id },
    body: { id: idOf(shop.id, 'cancel'), revision: 1, registerId: shop.registerId, reason: 'Erreur' },
  })
  const { rows, totals } = await ask(shop, register)
  expect(rows.map(({ keys, values }) => [...keys, values[0]])).toEqual([
    [other, '2026-11-16', 9],
    [other, '2026-11-17', 5],
    [other, '2026-11-18', -1],
    [product, '2026-11-16', 5],
    [product, '2026-11-18', 4],
  ])
  expect(totals.values).toEqual([22])
  await list(shop)
  const byList = await ask(shop, { ...register, dimensions: ['prescriptionList'] })
  expect(byList.rows.map(({ names, values }) => [names[0], values[0]])).toEqual([
    ['Liste I', 13],
    ['Stupéfiants', 9],
  ])
  const narcotics = { dimension: 'prescriptionList' as const, keys: ['narcotic'] }
  const byInn = await ask(shop, { ...register, dimensions: ['inns', 'day'], filters: [narcotics] })
  expect(byInn.rows.map(({ names, values }) => [names[0], values[0]])).toEqual([
    [`Morphine ${shop.id}`, 5],
    [`Morphine ${shop.id}`, 4],
  ])
})

test('it is a file of each kind, with one line for a medicine and a day', async () => {
  const shop = await aShop()
  await sell(shop, '2026-11-16', [[0, 3]])
  await sell(shop, '2026-11-17', [[0, 2]])
  const fileOf = async (format: ReportFormat) => {
    const body = { ...register, title: 'Registre des délivrances', format }
    return Buffer.from(await (await as(shop.titulaire.token).call(reports.file, { body })).arrayBuffer())
  }
  const csv = (await fileOf('csv')).toString().trimEnd().split('\r\n')
  expect(csv.slice(-4)).toEqual([
    'Produit;Jour;Quantités',
    'Doliprane 1 g;lun. 16/11/2026;3',
    'Doliprane 1 g;mar. 17/11/2026;2',
    'Total;;5',
  ])
  const sheet = await readSheet(new Blob([new Uint8Array(await fileOf('xlsx'))]))
  expect(sheet.slice(-3).map((row) => row.slice(0, 3))).toEqual([
    ['Doliprane 1 g', 'lun. 16/11/2026', 3],
    ['Doliprane 1 g', 'mar. 17/11/2026', 2],
    ['Total', null, 5],
  ])
  const paper = pdfText(await fileOf('pdf'))
  for (const part of ['Registre des délivrances', 'Doliprane 1 g', 'mar. 17/11/2026'])
    expect(paper.flat()).toContain(part)
})

test('the days of a medicine are what it gave out, and the register is all that was sold', async () => {
  const anySales = fc.array(fc.tuple(fc.nat(2), fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(anySales, async (sold) => {
      const shop = await aShop()
      for (const [lot, day, quantity] of sold) await sell(shop, `2026-11-${16 + day}`, [[lot as 0, quantity]])
      const { rows, totals } = await ask(shop, register)
      const given = new Map<string, number>()
      for (const [lot, day, quantity] of sold) {
        const key = `${shop.products[lot as 0]} 2026-11-${16 + day}`
        given.set(key, (given.get(key) ?? 0) + quantity)
      }
      expect(new Map(rows.map(({ keys, values }) => [keys.join(' '), values[0]]))).toEqual(given)
      expect(totals.values[0]).toBe(sold.reduce((sum, [, , quantity]) => sum + quantity, 0))
      const medicines = rows.map(({ keys }) => keys[0])
      expect(medicines.filter((each, at) => each !== medicines[at - 1])).toHaveLength(new Set(medicines).size)
    }),
    { numRuns: runs(8) },
  )
}, 300_000)
