import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/universal'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billFiles, type BillFile } from '#shared/contract/bill-files.ts'
import { bills } from '#shared/contract/bills.ts'
import { companies } from '#shared/contract/companies.ts'
import { exports } from '#shared/contract/exports.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { bordereauColumns, bordereauColumnWords } from '#shared/domain/billing/bordereau-columns.ts'
import { billFileJob, billFileJobs } from '#server/bills/bill-file-job.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { tableOf } from '#shared/domain/files/table-file.ts'
import { pdfText } from '#tests/server/support/pdf-text.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aPrescription, aSale, cash, type Line, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, hints, openShop } = server
const billRuns = aJobLoop({ database, hints }, { [billRunJob]: billRunJobs(database) })
const jobs = aJobLoop({ database, hints }, { [billFileJob]: billFileJobs(database) })
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`bill files ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(() => jobs.runWaiting())
const { owner, seller, sold, makeOne, ruled } = billingActs(server, () => ({ shop, policy }))

const ask = (billId: string, format: BillFile['format'], id: string = randomUUID()) =>
  owner().call(billFiles.create, { body: { id, billId, format } })
const contentOf = async (id: string) =>
  Buffer.from(await (await owner().call(billFiles.read, { params: { id } })).arrayBuffer())
/** The cells of a CSV file without quoted line feeds. */
const csvRows = (file: Buffer) =>
  file
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')))

test('a bordereau is made as CSV, Excel and PDF, and found again', async () => {
  await sold()
  await sold(insurance(700, policy.policyId))
  const { id } = await makeOne()
  const made = [await ask(id, 'csv'), await ask(id, 'xlsx'), await ask(id, 'pdf')]
  expect(made.map(({ status, rows }) => [status, rows])).toEqual(Array(3).fill(['queued', null]))
  await expect(owner().call(billFiles.read, { params: { id: made[0]!.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await jobs.runWaiting()
  const files = await owner().call(billFiles.list, { query: { billId: id } })
  expect(files.map(({ status, rows, progress }) => [status, rows, progress])).toEqual(Array(3).fill(['done', 2, 100]))
  const csv = csvRows(await contentOf(made[0]!.id))
  const titles = csv.findIndex(([first]) => first === 'N°')
  expect(csv[titles]).toEqual(['N°', 'Date', 'N° du bon', 'Bénéficiaire', 'Matricule', 'Montant'])
  expect(csv.slice(titles + 1).map((row) => [row[0], row.at(-1)])).toEqual([
    ['1', '800'],
    ['2', '700'],
    ['Total', '1500'],
  ])
  const sheet = await readSheet(new Blob([new Uint8Array(await contentOf(made[1]!.id))]))
  const from = sheet.findIndex(([first]) => first === 'N°')
  expect(sheet.slice(from).map((row) => row[5])).toEqual(['Montant', 800, 700, 1500])
  const [page, ...others] = pdfText(await contentOf(made[2]!.id))
  expect(others).toEqual([])
  expect(page!.map(plain)).toEqual(expect.arrayContaining(['800', '700', '2bons', '1500FCFA']))
  // each download leaves its trace
  const { items } = await owner().call(exports.list, { query: {} })
  expect(items.map(({ list, format, rows }) => [list, format, rows])).toEqual(
    expect.arrayContaining([['Bordereau', 'pdf', 2]]),
  )
})

test('a download is named after its bill, in characters that every header and file system takes', async () => {
  await ruled({ prefix: 'INS/26.' })
  await sold()
  const { id } = await makeOne()
  const file = await ask(id, 'xlsx')
  await jobs.runWaiting()
  const reply = await server.app.inject({
    url: `/api/bill-files/${file.id}`,
    headers: { authorization: `Bearer ${shop.titulaire.token}` },
  })
  expect(reply.headers).toMatchObject({
    'content-disposition': 'attachment; filename="bordereau-INS-26-00001.xlsx"',
    'content-type': 'application/octet-stream',
  })
})

/** The columns that a payer may ask for, and the titles that they have on its paper. */
const allTitles = ['N°', 'Date', ...bordereauColumns.map((column) => bordereauColumnWords[column]), 'Montant']
const house = {
  city: 'Cotonou',
  taxId: '3201900000017',
  tradeRegister: 'RB/COT/19 A 48213',
  bankAccounts: [
    {
      id: randomUUID(),
      kind: 'bank' as const,
      name: 'BOA',
      number: 'BJ061 01001',
      iban: 'FR76 3000 6000 0112 3456 7890 189',
    },
    { id: randomUUID(), kind: 'mobile-money' as const, name: 'MTN MoMo', number: '01 97 00 00 00', iban: '' },
  ],
}

/**
 * A bill for a child of the insured: two boxes of 1,000, of which one came back, and a sale of 2,500 of which one box of
 * 1,000 is covered.
 */
async function familyBill() {
  await owner().call(pharmacies.changeIdentity, { body: house })
  await owner().call(companies.patch, { params: { id: policy.payerId }, body: { taxId: '3202000000099' } })
  const child = await owner().call(persons.create, {
    body: { lastName: 'DOSSOU', firstName: 'Ida' },
  })
  const { policyId } = await aPolicy(database, shop, {
    policy: { contract_id: policy.contractId, beneficiary_id: child.id, holder_id: shop.patientId, number: 'M-77' },
  })
  await database.platform((tx) =>
    tx.updateTable('contracts').set({ number: 'POL-9' }).where('id', '=', policy.contractId).execute(),
  )
  await ruled({ columns: [...bordereauColumns] })
  const rest = { patientId: child.id, prescription: aPrescription }
  const two = await sold(insurance(1600, policyId), {
    ...rest,
    ...aSaleOf([lineOf(shop, 0, 2)], insurance(1600, policyId)),
  })
  await owner().call(sales.giveBack, { params: { id: two.id }, body: aReturn(shop, two, [{ line: 0, quantity: 1 }]) })
  const mixed = aSaleOf([lineOf(shop, 0), lineOf(shop, 1)], insurance(800, policyId))
  const [paid, ...others] = mixed.payments
  const shares = mixed.records.map(({ id }, at) => ({ lineId: id, amount: at === 0 ? 800 : 0 }))
  await sold(paid, { ...rest, ...mixed, payments: [{ ...paid!, shares } as never, ...others] })
  const { id } = await makeOne()
  // What comes back later changes no paper.
  clock.now = new Date('2026-04-02T12:00:00Z')
  await owner().call(sales.giveBack, { params: { id: two.id }, body: aReturn(shop, two, [{ line: 0, quantity: 1 }]) })
  return id
}
const aSaleOf = (lines: Line[], payment: Payment) => {
  const { records, payments, total, rounding } = aSale(shop, { lines, payments: [payment] })
  return { records, payments: [...payments, cash(total - payment.amount)], total, rounding }
}
const familyRows = [
  ['1', '20/03/2026', 'DOSSOU Ida', 'M-77', 'POL-9', 'Dr Kpadé', '1\u00a0× Doliprane 1 g', '80', '1000', '200', '800'],
  ['2', '20/03/2026', 'DOSSOU Ida', 'M-77', 'POL-9', 'Dr Kpadé', '1\u00a0× Doliprane 1 g', '80', '1000', '200', '800'],
]
const shownTitles = [
  'N°',
  'Date',
  'Bénéficiaire',
  'Matricule',
  'N° de police',
  'Prescripteur',
  'Médicaments',
  'Taux',
  'Total',
  'Part patient',
  'Montant',
]

test('every column that payers ask for is in the CSV, below the head of the bill and above its sums', async () => {
  const file = await ask(await familyBill(), 'csv')
  await jobs.runWaiting()
  const rows = csvRows(await contentOf(file.id))
  const from = rows.findIndex(([first]) => first === 'N°')
  expect(rows[from]).toEqual(allTitles)
  const at = shownTitles.map((title) => allTitles.indexOf(title))
  expect(rows.slice(from + 1, -1).map((row) => at.map((place) => row[place]))).toEqual(familyRows)
  expect(at.map((place) => rows.at(-1)![place])).toEqual(['Total', '', '', '', '', '', '', '', '2000', '400', '1600'])
  expect(rows[from + 1]![allTitles.indexOf('Assuré principal')]).not.toBe('')
  expect(rows.slice(0, from)).toEqual([
    ['Pharmacie', expect.any(String)],
    ['Adresse', expect.stringContaining('Cotonou')],
    ['Téléphone', expect.any(String)],
    ['RCCM', 'RB/COT/19 A 48213'],
    ['IFU', '3201900000017'],
    ['À payer sur', 'BOA, RIB BJ061 01001, IBAN FR76 3000 6000 0112 3456 7890 189 / MTN MoMo, 01 97 00 00 00'],
    ['Payeur', 'NSIA'],
    ['IFU du payeur', '3202000000099'],
    ['Facture', 'F-00001'],
    ['Du', '01/03/2026'],
    ['Au', '31/03/2026'],
    ['Émise le', '31/03/2026'],
    ['Payable le', '30/04/2026'],
    ['Montant', '1600'],
    ['Arrêtée à la somme de', 'mille six cents F CFA'],
    ['Fait', 'à Cotonou, le 31/03/2026'],
    [''],
  ])
  // a payer that sends it back with what it paid is understood
  expect(tableOf('bordereau.csv', rows)!.headers).toEqual(allTitles)
})

test('a payer that wants it reads the code of each sale, once the fiscal platform has given one', async () => {
  await ruled({ columns: ['sale', 'invoice-code'] })
  const certified = await sold()
  await sold(insurance(700, policy.policyId))
  await database.platform(async (tx) => {
    const same = {
      pharmacy_id: shop.id,
      kind: 'sale',
      sold_at: clock.now,
      created_at: clock.now,
      operator: 'Rita',
      register_id: shop.registerId,
    } as const
    const elements = JSON.stringify({
      code: 'TEST-AAAA-BBBB-CCCC-DDDD-EEEE',
      nim: null,
      counters: null,
      at: '',
      qr: 'F',
    })
    const content = JSON.stringify({ lines: [] })
    await tx
      .insertInto('fiscal_documents')
      .values({
        ...same,
        id: randomUUID(),
        sale_id: certified.id,
        number: '1',
        state: 'certified',
        content,
        total: 1,
        elements,
        certified_at: clock.now,
      })
      .execute()
  })
  const file = await ask((await makeOne()).id, 'csv')
  await jobs.runWaiting()
  const rows = csvRows(await contentOf(file.id))
  const from = rows.findIndex(([first]) => first === 'N°')
  expect(rows.slice(from, -1).map((row) => row.slice(2, 4))).toEqual([
    ['N° de vente', 'Code de facture normalisée'],
    ['1', 'TEST-AAAA-BBBB-CCCC-DDDD-EEEE'],
    ['2', ''],
  ])
})

test.each([
  ['before its bill is made, after it was asked for', '2026-03-31T12:01:00Z', ['1000', '200', '800']],
  ['after its bill is made, by a call from before it', '2026-03-31T11:59:00Z', ['2000', '400', '1600']],
])('the columns of a bill agree with its amount when a box comes back %s', async (_, at, columns) => {
  await ruled({ columns: ['total', 'patient'] })
  const two = await sold(
    insurance(1600, policy.policyId),
    aSaleOf([lineOf(shop, 0, 2)], insurance(1600, policy.policyId)),
  )
  const giveBack = async () => {
    clock.now = new Date(at)
    await owner().call(sales.giveBack, { params: { id: two.id }, body: aReturn(shop, two, [{ line: 0, quantity: 1 }]) })
  }
  const period = { from: '2026-03-01', to: '2026-03-31' }
  const run = randomUUID()
  await owner().call(bills.create, { body: { id: run, ...period, payerIds: [policy.payerId] } })
  if (at > '2026-03-31T12:00') await giveBack()
  await billRuns.runWaiting()
  const [bill] = (await owner().call(bills.run, { params: { id: run } })).bills
  if (at < '2026-03-31T12:00') await giveBack()
  const file = await ask(bill!.id, 'csv')
  await jobs.runWaiting()
  expect(
    csvRows(await contentOf(file.id))
      .at(-1)!
      .slice(-3),
  ).toEqual(columns)
})

test('the Excel file has the same head and columns, with numbers that add up', async () => {
  const file = await ask(await familyBill(), 'xlsx')
  await jobs.runWaiting()
  const sheet = await readSheet(new Blob([new Uint8Array(await contentOf(file.id))]))
  const from = sheet.findIndex(([first]) => first === 'N°')
  expect(sheet[from]).toEqual(allTitles)
  const sumOf = (title: string) =>
    sheet.slice(from + 1, -1).reduce((sum, row) => sum + Number(row[allTitles.indexOf(title)]), 0)
  const totals = ['Total', 'Part patient', 'Montant'].map((title) => [
    sumOf(title),
    sheet.at(-1)![allTitles.indexOf(title)],
  ])
  expect(totals).toEqual([
    [2000, 2000],
    [400, 400],
    [1600, 1600],
  ])
  const facts = new Map(sheet.slice(0, from).map(([name, value]) => [name, value]))
  expect(facts.get('Montant')).toBe(1600)
  expect(facts.get('Arrêtée à la somme de')).toBe('mille six cents F CFA')
  expect(facts.get('RCCM')).toBe('RB/COT/19 A 48213')
  expect(facts.get('Fait')).toBe('à Cotonou, le 31/03/2026')
})

test('the PDF of many vouchers carries its sums from page to page, and ends with the sum in words', async () => {
  await owner().call(pharmacies.changeIdentity, { body: house })
  await ruled({ columns: ['voucher', 'total', 'patient', 'medicines'] })
  for (let sale = 0; sale < 70; sale++) await sold()
  const file = await ask(await makeOne().then(({ id }) => id), 'pdf')
  await jobs.runWaiting()
  const pages = pdfText(await contentOf(file.id))
  expect(pages.length).toBeGreaterThan(1)
  const carried = (page: string[], name: string) => {
    const at = page.indexOf(name)
    return at < 0 ? null : page.slice(at + 1, at + 4).map(plain)
  }
  let sum = 0
  pages.forEach((page, at) => {
    expect(page.at(-1)).toBe(`Facture F-00001, page ${at + 1} / ${pages.length}`)
    // the last page may hold only the end of the bill
    if (!page.includes('20/03/2026')) return
    expect(page).toEqual(expect.arrayContaining(['N° du bon', 'Part patient']))
    if (at > 0) expect(carried(page, 'Report')).toEqual([sum, sum / 5, (sum * 4) / 5].map(String))
    sum += 1000 * page.filter((text) => text === '20/03/2026').length
    const after = sum < 70_000 ? 'À reporter' : 'Total'
    // the column « Total » of the titles is not the row of sums
    const row = page.slice(page.lastIndexOf(after))
    expect(carried(row, after)).toEqual([sum, sum / 5, (sum * 4) / 5].map(String))
  })
  expect(sum).toBe(70_000)
  expect(pages[0]).toEqual(expect.arrayContaining(['RCCM RB/COT/19 A 48213', 'IFU 3201900000017', 'NSIA']))
  expect(pages.at(-1)!.map(plain)).toEqual(
    expect.arrayContaining(
      [
        '56000FCFA',
        'ArrêtéelaprésentefactureàlasommedecinquantesixmilleFCFA.',
        'Àpayersur:BOA,RIBBJ06101001,IBANFR7630006000011234567890189.',
        'FaitàCotonou,le31/03/2026.',
      ].map((text) => text.replaceAll(' ', '')),
    ),
  )
})
const plain = (text: string) => text.replaceAll(/[\s\u202f-]/g, '')

test('a file is asked once by its id, and of nobody else’s bill', async () => {
  await sold()
  const { id } = await makeOne()
  const file = await ask(id, 'csv')
  expect(await ask(id, 'csv', file.id)).toMatchObject({ id: file.id })
  expect(await owner().call(billFiles.list, { query: { billId: id } })).toHaveLength(1)
  await expect(ask(id, 'pdf', file.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  await jobs.runWaiting()
  const stranger = as((await openShop(`bill files stranger ${count++}`)).titulaire.token)
  await expect(
    stranger.call(billFiles.create, { body: { id: randomUUID(), billId: id, format: 'pdf' } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
  await expect(stranger.call(billFiles.read, { params: { id: file.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  expect(await stranger.call(billFiles.list, { query: { billId: id } })).toEqual([])
  await expect(seller().call(billFiles.list, { query: { billId: id } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
})
