import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/universal'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billFiles, type BillFile } from '#shared/contract/bill-files.ts'
import { exports } from '#shared/contract/exports.ts'
import { billFileJob, billFileJobs } from '#server/bills/bill-file-job.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, hints, openShop } = server
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
  const [titles, ...lines] = (await contentOf(made[0]!.id)).toString().replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(titles).toBe('N°;Date;N° du bon;Bénéficiaire;Matricule;Montant')
  expect(lines.map((line) => line.split(';').at(-1))).toEqual(['800', '700'])
  const sheet = await readSheet(new Blob([new Uint8Array(await contentOf(made[1]!.id))]))
  expect(sheet.map((row) => row.at(-1))).toEqual(['Montant', 800, 700])
  const pdf = await contentOf(made[2]!.id)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1')).toContain('/Count 1')
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

test('a PDF of many vouchers has the titles and the number on each page', async () => {
  for (let sale = 0; sale < 45; sale++) await sold()
  const { id } = await makeOne()
  const file = await ask(id, 'pdf')
  await jobs.runWaiting()
  expect((await contentOf(file.id)).toString('latin1')).toContain('/Count 2')
})

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
