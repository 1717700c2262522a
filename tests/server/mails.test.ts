import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#shared/contract/orders.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { openMailer } from '#server/base/mailer.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { pdfText } from '#tests/server/support/pdf-text.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { attachedFile, openMailServer } from '#tests/support/mail-server.ts'

const mailServer = await openMailServer()
const mailer = openMailer({ url: mailServer.url, from: 'envois@officine.example' })
const { as, clock, database, hints, openShop, rowCounts } = await testApp({ mailer })
const mailed = { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed }
const jobs = aJobLoop({ database, hints }, { [mailJob]: mailJobs(database, { mailer, now: () => clock.now, mailed }) })
afterAll(() => mailServer.close())

let shop: Shop
let supplierId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`mails ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  mailServer.taken.length = 0
  mailServer.refuse(false)
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Ubipharm', email: 'cde@ubipharm.example' } })).id
})

const clerk = () => as(shop.stocks.token)
const letter = (rest: object = {}) => ({
  id: randomUUID(),
  to: 'cde@ubipharm.example',
  subject: 'Commande n° 1, à livrer',
  text: 'Bonjour,\nMerci de nous livrer.',
  ...rest,
})
async function anOrder(): Promise<string> {
  const id = randomUUID()
  await clerk().call(orders.create, { body: { id, supplierId } })
  await clerk().call(orders.putLine, { params: { id, productId: shop.products[0]! }, body: { quantity: 3 } })
  return id
}
async function aClaim(): Promise<string> {
  const id = randomUUID()
  const line = { reason: 'damaged' as const, label: 'DOLIPRANE 1G', evidence: 'Carton mouillé', amount: 1300 }
  await clerk().call(wholesalerClaims.create, { body: { id, supplierId, lines: [line] } })
  return id
}
const send = (id: string, body = letter()) => clerk().call(orders.mail, { params: { id }, body })
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('a damaged box')])

test('an order leaves with its file, and is sent from then on', async () => {
  const id = await anOrder()
  const body = letter({ layout: 'detailed' })
  const asked = await send(id, body)
  expect(asked).toMatchObject({ isOn: true, items: [{ id: body.id, state: 'waiting', files: ['commande-1.csv'] }] })
  expect(await clerk().call(orders.read, { params: { id } })).toMatchObject({ state: 'draft' })
  await jobs.runWaiting()
  expect(mailServer.taken).toHaveLength(1)
  const [taken] = mailServer.taken
  expect(taken!.to).toBe('cde@ubipharm.example')
  expect(taken!.raw).toContain(`Message-ID: <${body.id}@officine.example>`)
  expect(attachedFile(taken!, 'commande-1.csv')!.toString()).toContain('Quantité')
  expect(await clerk().call(orders.read, { params: { id } })).toMatchObject({
    state: 'sent',
    sentAt: clock.now.toISOString(),
    sentByName: 'BIO Ismaël',
  })
  expect((await clerk().call(orders.mails, { params: { id } })).items).toMatchObject([
    { state: 'sent', sentAt: clock.now.toISOString(), problem: null },
  ])
})

test('asked twice it leaves once, also when its job is taken again after it left', async () => {
  const id = await anOrder()
  const body = letter()
  await send(id, body)
  await send(id, body)
  await jobs.runWaiting()
  await database.platform((tx) => sql`update jobs set status = 'queued' where id = ${body.id}`.execute(tx))
  await jobs.runWaiting()
  expect(mailServer.taken).toHaveLength(1)
})

test('the id of an e-mail about something else is refused', async () => {
  const body = letter()
  await send(await anOrder(), body)
  await expect(send(await anOrder(), body)).rejects.toMatchObject({ message: 'requests:conflict' })
})

test('what the mail server refuses is not sent, and says why; the order stays a draft', async () => {
  const id = await anOrder()
  mailServer.refuse(true)
  await send(id)
  await jobs.runWaiting()
  const { items } = await clerk().call(orders.mails, { params: { id } })
  expect(items).toMatchObject([
    { state: 'failed', sentAt: null, problem: expect.stringContaining('no such mailbox') as string },
  ])
  expect(await clerk().call(orders.read, { params: { id } })).toMatchObject({ state: 'draft' })
  mailServer.refuse(false)
  await send(id)
  await jobs.runWaiting()
  expect(await clerk().call(orders.read, { params: { id } })).toMatchObject({ state: 'sent' })
})

test('an empty order, one without codes as a file of codes, and a canceled one do not leave', async () => {
  const empty = randomUUID()
  await clerk().call(orders.create, { body: { id: empty, supplierId } })
  const id = await anOrder()
  await database.platform((tx) =>
    sql`delete from product_codes where product_id in
    (select product_id from pharmacy_products where id = ${shop.products[0]})`.execute(tx),
  )
  const before = await rowCounts()
  await expect(send(empty)).rejects.toMatchObject({ message: 'orders:empty' })
  await expect(send(id, letter({ layout: 'code-quantity' }))).rejects.toMatchObject({ message: 'orders:CSVExport' })
  await expect(send(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(send(id, letter({ to: 'ubipharm' }))).rejects.toMatchObject({ message: 'requests:invalid' })
  await clerk().call(orders.cancel, { params: { id }, body: { reason: 'Doublon' } })
  await expect(send(id)).rejects.toMatchObject({ message: 'orders:notAllowed' })
  const { mails, jobs: queued } = await rowCounts()
  expect({ mails, queued }).toEqual({ mails: before['mails'], queued: before['jobs'] })
})

test('a pharmacy sends so many e-mails in a day, and goes on the next day', async () => {
  const id = await anOrder()
  await database.platform((tx) =>
    sql`
    insert into mails (pharmacy_id, id, about, about_id, recipient, subject, body, asked_by, asked_at)
    select ${shop.id}, gen_random_uuid(), 'order', ${id}, 'x@y.example', 's', 't', ${shop.stocks.id}, ${clock.now}
    from generate_series(1, 300)`.execute(tx),
  )
  await expect(send(id)).rejects.toMatchObject({ message: 'mails:tooMany' })
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
  await send(id)
})

test('a claim leaves with the photos of its lines: the first e-mail sends it, the next ones remind of it', async () => {
  const id = await aClaim()
  const photo = { id: randomUUID(), position: 1, mime: 'image/jpeg' as const, data: jpeg.toString('base64') }
  await clerk().call(wholesalerClaims.addPhoto, { params: { id }, body: photo })
  await clerk().call(wholesalerClaims.addPhoto, { params: { id }, body: photo })
  const mail = () => clerk().call(wholesalerClaims.mail, { params: { id }, body: letter() })
  await mail()
  await jobs.runWaiting()
  expect(attachedFile(mailServer.taken[0]!, 'ligne-1-photo-1.jpg')).toEqual(jpeg)
  const paper = pdfText(attachedFile(mailServer.taken[0]!, 'reclamation-1.pdf')!).flat().join(' ')
  expect(paper).toMatch(/Réclamation n°\s1.*DOLIPRANE 1G.*Carton mouillé 1 photo à l’appui\..*1\s300/)
  expect(await clerk().call(wholesalerClaims.read, { params: { id } })).toMatchObject({
    state: 'sent',
    reminders: 0,
    lines: [{ photos: 1 }],
  })
  await mail()
  await jobs.runWaiting()
  expect(await clerk().call(wholesalerClaims.read, { params: { id } })).toMatchObject({ state: 'sent', reminders: 1 })
})

test('the letter that a reminder brings asks for what is still open', async () => {
  const id = await aClaim()
  const params = { id }
  await clerk().call(wholesalerClaims.send, { params })
  clock.now = new Date('2026-03-04T10:00:00Z')
  await clerk().call(wholesalerClaims.answer, { params, body: { lines: [{ position: 1, accepted: 1000 }] } })
  const credit = { id: randomUUID(), number: 'AV12', day: '2026-03-05', amount: 190 }
  await clerk().call(wholesalerClaims.credit, { params, body: credit })
  clock.now = new Date('2026-03-20T10:00:00Z')
  await clerk().call(wholesalerClaims.mail, { params, body: letter() })
  await jobs.runWaiting()
  const paper = pdfText(attachedFile(mailServer.taken[0]!, 'reclamation-1.pdf')!).flat().join(' ')
  expect(paper).toContain('20/03/2026')
  expect(paper).toMatch(/du 02\/03\/2026, nous vous demandions un avoir de 1\s300/)
  expect(paper).toMatch(/répondu le 04\/03\/2026\s: 1\s000\sF CFA acceptés, 300\sF CFA refusés/)
  expect(paper).toMatch(/AV12 du 05\/03\/2026 de 190/)
  expect(paper).toMatch(/attendons encore un avoir de 810/)
})

test('every e-mail closes with the name, the address and the telephone of the pharmacy', async () => {
  await database.platform((tx) =>
    sql`update pharmacies set address = 'Carré 12, Ganhi', city = 'Cotonou', phone = '+22997000000'
      where id = ${shop.id}`.execute(tx),
  )
  const [order, claim] = [await anOrder(), await aClaim()]
  const { name } = await database.platform(async (tx) => {
    const { rows } = await sql<{ name: string }>`select name from pharmacies where id = ${shop.id}`.execute(tx)
    return rows[0]!
  })
  await send(order)
  await clerk().call(wholesalerClaims.mail, { params: { id: claim }, body: letter() })
  const closing = `${name}\nCarré 12, Ganhi, Cotonou\nTél. +22997000000`
  for (const calls of [
    await clerk().call(orders.mails, { params: { id: order } }),
    await clerk().call(wholesalerClaims.mails, { params: { id: claim } }),
  ])
    expect(calls).toMatchObject({ closing, items: [{ text: `${letter().text}\n\n${closing}` }] })
})

test('the address that was typed becomes that of the supplier when it is to be kept', async () => {
  const id = await anOrder()
  const emailOf = async () => (await clerk().call(suppliers.read, { params: { id: supplierId } })).email
  await send(id, letter({ to: 'une-fois@ubipharm.example' }))
  expect(await emailOf()).toBe('cde@ubipharm.example')
  const kept = letter({ to: 'litiges@ubipharm.example', keepsAddress: true })
  await clerk().call(wholesalerClaims.mail, { params: { id: await aClaim() }, body: kept })
  expect(await emailOf()).toBe('litiges@ubipharm.example')
  await send(id, letter({ to: 'commandes@ubipharm.example', keepsAddress: true }))
  expect(await emailOf()).toBe('commandes@ubipharm.example')
})

test('a photo is taken off a draft; of a sent claim it is evidence', async () => {
  const id = await aClaim()
  const photo = { id: randomUUID(), position: 1, mime: 'image/jpeg' as const, data: jpeg.toString('base64') }
  const params = { id, photoId: photo.id }
  await clerk().call(wholesalerClaims.addPhoto, { params: { id }, body: photo })
  expect(await clerk().call(wholesalerClaims.photos, { params: { id } })).toMatchObject([
    { id: photo.id, position: 1, data: photo.data, addedAt: clock.now.toISOString() },
  ])
  await clerk().call(wholesalerClaims.removePhoto, { params })
  await clerk().call(wholesalerClaims.removePhoto, { params })
  expect(await clerk().call(wholesalerClaims.photos, { params: { id } })).toEqual([])
  await clerk().call(wholesalerClaims.addPhoto, { params: { id }, body: photo })
  await clerk().call(wholesalerClaims.send, { params: { id } })
  await expect(clerk().call(wholesalerClaims.removePhoto, { params })).rejects.toMatchObject({
    message: 'wholesalerClaims:notAllowed',
  })
})

test('a photo that is none, of a line that is not there, or one too many is refused', async () => {
  const id = await aClaim()
  const add = (rest: object = {}) =>
    clerk().call(wholesalerClaims.addPhoto, {
      params: { id },
      body: { id: randomUUID(), position: 1, mime: 'image/jpeg', data: jpeg.toString('base64'), ...rest },
    })
  await expect(add({ data: Buffer.from('no picture').toString('base64') })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
  await expect(add({ position: 2 })).rejects.toMatchObject({ message: 'requests:invalid' })
  const first = randomUUID()
  await add({ id: first })
  const other = await aClaim()
  await expect(
    clerk().call(wholesalerClaims.addPhoto, {
      params: { id: other },
      body: { id: first, position: 1, mime: 'image/jpeg', data: jpeg.toString('base64') },
    }),
  ).rejects.toMatchObject({ message: 'requests:conflict' })
  for (let more = 1; more < 20; more++) await add()
  await expect(add()).rejects.toMatchObject({ message: 'wholesalerClaims:tooManyPhotos' })
})

test('without a mail server nothing is queued, and the windows know it', async () => {
  const bare = await testApp({ mailer: null })
  const other = await bare.openShop('no mail')
  const caller = bare.as(other.stocks.token)
  bare.clock.now = new Date('2026-03-02T10:00:00Z')
  const { id: supplier } = await caller.call(suppliers.create, { body: { name: 'Ubipharm' } })
  const id = randomUUID()
  await caller.call(orders.create, { body: { id, supplierId: supplier } })
  await caller.call(orders.putLine, { params: { id, productId: other.products[0]! }, body: { quantity: 3 } })
  expect(await caller.call(orders.mails, { params: { id } })).toMatchObject({ isOn: false, items: [] })
  await expect(caller.call(orders.mail, { params: { id }, body: letter() })).rejects.toMatchObject({
    message: 'mails:off',
  })
})
