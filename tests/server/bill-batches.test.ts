import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { billBatches, mostInBillBatch } from '#shared/contract/bill-batches.ts'
import { bills } from '#shared/contract/bills.ts'
import { companies } from '#shared/contract/companies.ts'
import { exports } from '#shared/contract/exports.ts'
import { openMailer } from '#server/base/mailer.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { billBatchJob, billBatchJobs } from '#server/bills/bill-batch-job.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { pdfText } from '#tests/server/support/pdf-text.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { openMailServer } from '#tests/support/mail-server.ts'

const mailServer = await openMailServer()
const mailer = openMailer({ url: mailServer.url, from: 'envois@officine.example' })
const server = await testApp({ mailer })
const { as, clock, database, hints, openShop } = server
const mailed = { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed }
const jobs = aJobLoop(
  { database, hints },
  {
    [billBatchJob]: billBatchJobs(database, () => clock.now),
    [mailJob]: mailJobs(database, { mailer, now: () => clock.now, mailed }),
  },
)
afterAll(() => mailServer.close())

let shop: Shop
let policy: TestPolicy
/** Of the insurer, then of another one. */
let billIds: string[]
let payers: string[]
let count = 0
const { owner, seller, sold, make, pay, ruled } = billingActs(server, () => ({ shop, policy }))

beforeEach(async () => {
  shop = await openShop(`bill batches ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  mailServer.taken.length = 0
  mailServer.refuse(false)
  policy = await aPolicy(database, shop)
  const second = await aPolicy(database, shop)
  payers = [policy.payerId, second.payerId]
  await ruled({ copies: 2 })
  await sold()
  await sold(insurance(700, second.policyId))
  const made = [...(await make([policy.payerId])), ...(await make([second.payerId]))]
  billIds = made.map(({ id }) => id)
})

const run = async (body: object, call: typeof billBatches.files | typeof billBatches.send = billBatches.send) => {
  const { id } = await owner().call(call, { body: { id: randomUUID(), billIds, ...body } as never })
  await jobs.runWaiting()
  return read(id)
}
const files = (body: object) => run(body, billBatches.files)
const read = (id: string) => owner().call(billBatches.read, { params: { id } })
const fileOf = async (id: string) =>
  Buffer.from(await (await owner().call(billBatches.file, { params: { id } })).arrayBuffer())
const plain = (text: string) => text.replaceAll(/[\s\u202f]/g, '')
const outcomes = ({ items }: Awaited<ReturnType<typeof read>>) =>
  items.map(({ number, state, error }) => [number, state, error?.message ?? null])
const cancel = (id: string) => owner().call(bills.cancel, { params: { id }, body: { reason: 'Mauvaise période' } })

test('ticked bills are one paper: the cover sheet of the run, then each bill in the copies of its payer', async () => {
  // already the first of April in Cotonou
  clock.now = new Date('2026-03-31T23:30:00Z')
  const batch = await files({ kind: 'print' })
  expect(batch).toMatchObject({ status: 'done', progress: 100, file: 'pdf' })
  expect(outcomes(batch)).toEqual([
    ['F-00001', 'done', null],
    ['F-00002', 'done', null],
  ])
  const [cover, ...pages] = pdfText(await fileOf(batch.id))
  expect(cover!.map(plain)).toEqual(
    expect.arrayContaining([
      'Facturesimprimées',
      'FaitàCotonou,le01/04/2026.',
      'F-00001',
      'F-00002',
      '2factures',
      '1500FCFA',
      'SoitmillecinqcentsFCFA.',
    ]),
  )
  expect(pages.map((page) => page.at(-1))).toEqual([
    'Facture F-00001, page 1 / 1',
    'Facture F-00001, page 1 / 1',
    'Facture F-00002, page 1 / 1',
  ])
  const { items } = await owner().call(exports.list, { query: {} })
  expect(items[0]).toMatchObject({ list: 'Lot de factures', filters: 'F-00001, F-00002', format: 'pdf', rows: 2 })
})

test('an export has a file for each bill and the cover sheet, and their amounts add up to it', async () => {
  const batch = await files({ kind: 'export', format: 'xlsx' })
  const archive = unzipSync(new Uint8Array(await fileOf(batch.id)))
  expect(Object.keys(archive).toSorted()).toEqual([
    '00-recapitulatif.pdf',
    'bordereau-F-00001.xlsx',
    'bordereau-F-00002.xlsx',
  ])
  const totals = ['1', '2'].map(async (n) => {
    const sheet = await readSheet(new Blob([new Uint8Array(archive[`bordereau-F-0000${n}.xlsx`]!)]))
    return Number(sheet.at(-1)!.at(-1) ?? sheet.at(-1)![5])
  })
  expect(await Promise.all(totals)).toEqual([800, 700])
  const [cover] = pdfText(Buffer.from(archive['00-recapitulatif.pdf']!))
  expect(cover!.map(plain)).toContain('1500FCFA')
})

test('a bill that cannot be handled does not stop the others, and the batch says which and why', async () => {
  await cancel(billIds[0]!)
  const batch = await run({ kind: 'mark' })
  expect(outcomes(batch)).toEqual([
    ['F-00001', 'failed', 'bills:notAllowed'],
    ['F-00002', 'done', null],
  ])
  const { items } = await owner().call(bills.list, { query: { sort: 'number' } })
  expect(items.map(({ state }) => state)).toEqual(['canceled', 'sent'])
  const [cover] = pdfText(await fileOf(batch.id))
  expect(cover).toEqual(expect.arrayContaining(['Factures envoyées', 'F-00002', 'Reçu par']))
  expect(cover!.some((text) => text.includes('Non comprise') && text.includes('F-00001'))).toBe(true)
  const [entry] = (await owner().call(audit.list, { query: { page: 0, size: 5, recordId: billIds[1]! } })).items
  expect(entry).toMatchObject({ call: 'job bill-batch', action: 'update', byName: expect.any(String) as string })
})

test('bills leave to the address of each payer; one without an address and a refused e-mail are told', async () => {
  await owner().call(companies.patch, { params: { id: payers[0]! }, body: { email: 'sinistres@nsia.example' } })
  const batch = await run({ kind: 'mail' })
  expect(outcomes(batch)).toEqual([
    ['F-00001', 'done', null],
    ['F-00002', 'failed', 'bills:noEmail'],
  ])
  expect(mailServer.taken.map(({ to }) => to)).toEqual(['sinistres@nsia.example'])
  expect(mailServer.taken[0]!.raw).toContain('bordereau-F-00001.pdf')
  expect((await owner().call(bills.read, { params: { id: billIds[0]! } })).state).toBe('sent')
  mailServer.refuse(true)
  expect(outcomes(await run({ kind: 'mail', billIds: [billIds[0]!] }))).toEqual([
    ['F-00001', 'failed', 'mails:notSent'],
  ])
  const { items } = await owner().call(billBatches.list, { query: {} })
  // both were asked for in the same moment
  expect(items.map(({ bills: of, failed }) => `${failed} of ${of}`)).toEqual(
    expect.arrayContaining(['1 of 1', '1 of 2']),
  )
})

test('nothing has a file when no bill could be handled', async () => {
  await cancel(billIds[0]!)
  const batch = await files({ kind: 'print', billIds: [billIds[0]!] })
  expect(batch).toMatchObject({ status: 'done', file: null })
  await expect(fileOf(batch.id)).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('a batch is asked for once by its id, of known bills, by who may', async () => {
  const body = { id: randomUUID(), kind: 'mark' as const, billIds }
  await owner().call(billBatches.send, { body })
  expect((await owner().call(billBatches.send, { body })).id).toBe(body.id)
  for (const other of [
    { ...body, kind: 'mail' as const },
    { ...body, billIds: [billIds[0]!] },
  ])
    await expect(owner().call(billBatches.send, { body: other })).rejects.toMatchObject({
      message: 'requests:conflict',
    })
  const asCsv = { id: randomUUID(), kind: 'export' as const, format: 'csv' as const, billIds }
  await owner().call(billBatches.files, { body: asCsv })
  await expect(owner().call(billBatches.files, { body: { ...asCsv, format: 'xlsx' } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
  await jobs.runWaiting()
  expect(mailServer.taken).toEqual([])
  const stranger = as((await openShop(`bill batches stranger ${count++}`)).titulaire.token)
  await expect(stranger.call(billBatches.send, { body: { ...body, id: randomUUID() } })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
  await expect(stranger.call(billBatches.read, { params: { id: body.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await expect(seller().call(billBatches.send, { body: { ...body, id: randomUUID() } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  for (const wrong of [[], [billIds[0]!, billIds[0]!], Array.from({ length: mostInBillBatch + 1 }, () => randomUUID())])
    await expect(owner().call(billBatches.send, { body: { ...body, billIds: wrong } })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
})

test('the address typed for a payer without one is kept: the next batch goes to it', async () => {
  const typed = (to: string, keepsAddress: boolean) =>
    owner().call(bills.mail, {
      params: { id: billIds[0]! },
      body: { id: randomUUID(), to, subject: 'Facture', text: 'Bonjour,', keepsAddress },
    })
  const emailOf = async () => (await owner().call(companies.read, { params: { id: payers[0]! } })).email
  await typed('une-fois@nsia.example', false)
  expect(await emailOf()).toBeNull()
  await typed('sinistres@nsia.example', true)
  expect(await emailOf()).toBe('sinistres@nsia.example')
  await jobs.runWaiting()
  mailServer.taken.length = 0
  await run({ kind: 'mail', billIds: [billIds[0]!] })
  expect(mailServer.taken.map(({ to }) => to)).toEqual(['sinistres@nsia.example'])
})

test('the e-mail of a bill says what is left of it on its day, and closes with the pharmacy', async () => {
  await owner().call(companies.patch, { params: { id: payers[0]! }, body: { email: 'sinistres@nsia.example' } })
  await pay(300, { paidOn: '2026-03-31' })
  clock.now = new Date('2026-06-30T12:00:00Z')
  await run({ kind: 'mail', billIds: [billIds[0]!] })
  const [mail] = (await owner().call(bills.mails, { params: { id: billIds[0]! } })).items
  const { closing } = await owner().call(bills.mails, { params: { id: billIds[0]! } })
  const text = mail!.text.replaceAll(/\s/g, ' ')
  expect(text).toContain('notre facture F-00001, du 01/03/2026 au 31/03/2026 : 1 bon, 800 F CFA.')
  expect(text).toContain('À ce jour, 300 F CFA en sont réglés : il reste 500 F CFA à payer.')
  expect(text).toContain('Elle était payable le 30/04/2026.')
  expect(mail!.text.endsWith(`\n\n${closing}`)).toBe(true)
  expect(closing).toMatch(/^.+\nRue 1, Cotonou\n/)
})

test('a bill of earlier vouchers alone names their days', async () => {
  clock.now = new Date('2026-04-20T12:00:00Z')
  await sold(undefined, { soldAt: '2026-03-12T11:00:00.000Z' })
  const billed = async () => {
    const [made] = await make([policy.payerId], { from: '2026-04-01', to: '2026-04-30' })
    return owner().call(bills.read, { params: { id: made!.id } })
  }
  expect(await billed()).toMatchObject({ from: '2026-04-01', billed: { from: '2026-03-12', to: '2026-03-12' } })
  await sold(undefined, { soldAt: '2026-04-15T11:00:00.000Z' })
  expect(await billed()).toMatchObject({ billed: { from: '2026-04-01', to: '2026-04-20' } })
})

test('without a mail server nothing is sent', async () => {
  const quiet = await testApp({ mailer: null })
  const elsewhere = await quiet.openShop('no mail server')
  await expect(
    quiet
      .as(elsewhere.titulaire.token)
      .call(billBatches.send, { body: { id: randomUUID(), kind: 'mail', billIds: [randomUUID()] } }),
  ).rejects.toMatchObject({ message: 'mails:off' })
})

test('the batches of a pharmacy are listed, the latest first, with how many bills were refused', async () => {
  const list = (by = owner()) => by.call(billBatches.list, { query: {} })
  expect(await list()).toEqual({ items: [], total: 0 })
  await files({ kind: 'print' })
  clock.now = new Date('2026-04-01T12:00:00Z')
  await cancel(billIds[0]!)
  const marked = await run({ kind: 'mark' })
  const { items, total } = await list()
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { id: marked.id, kind: 'mark', status: 'done', bills: 2, failed: 1, byName: marked.byName, file: 'pdf' },
    { kind: 'print', bills: 2, failed: 0, file: 'pdf' },
  ])
  const stranger = as((await openShop(`bill batches stranger ${count++}`)).titulaire.token)
  expect(await list(stranger)).toEqual({ items: [], total: 0 })
  await expect(list(seller())).rejects.toMatchObject({ message: 'auth:forbidden' })
})
