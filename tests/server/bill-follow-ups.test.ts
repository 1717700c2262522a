import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, employer, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`follow-ups ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, seller, sold, make, makeOne, ruled, pay, writeOff } = billingActs(server, () => ({ shop, policy }))

const collection = (id = policy.payerId) => owner().call(billFollowUps.collection, { params: { id } })
const note = (body: object, payerId = policy.payerId) =>
  owner().call(billFollowUps.create, { body: { id: randomUUID(), payerId, ...body } as never })
const remind = (step: number) => note({ kind: 'reminder', step, channel: 'letter' })
const on = (day: string) => void (clock.now = new Date(`${day}T12:00:00Z`))

/** A bill of 800 of the insurer, due on 31 March. */
async function aBill() {
  await ruled({ paymentDays: 0 })
  await sold()
  return makeOne()
}

test('reminders come in steps, for what is due', async () => {
  const { id, number } = await aBill()
  expect(await collection()).toMatchObject({ left: 800, overdue: 0, next: null, bills: [{ id, number, late: 0 }] })
  on('2026-04-10')
  expect(await collection()).toMatchObject({ overdue: 800, next: { step: 1, from: '2026-04-07' } })
  expect(await remind(1)).toMatchObject({
    next: { step: 2, from: '2026-04-25' },
    followUps: [{ kind: 'reminder', step: 1 }],
  })
  on('2026-04-26')
  await remind(2)
  on('2026-05-20')
  expect(await remind(3)).toMatchObject({ next: null })
  // What is paid is reminded no more; a later debt begins at the first step.
  await pay(800, { paidOn: '2026-05-21' })
  expect(await collection()).toMatchObject({ left: 0, overdue: 0, next: null, bills: [] })
  on('2026-05-25')
  await sold(undefined, { soldAt: '2026-05-24T11:00:00.000Z' })
  await make([policy.payerId], { from: '2026-05-01', to: '2026-05-25' })
  on('2026-06-10')
  expect(await collection()).toMatchObject({ overdue: 800, next: { step: 1, from: '2026-06-01' } })
})

test('a promise holds reminders back until its day, and is kept by the money that comes', async () => {
  await aBill()
  on('2026-04-10')
  const promised = await note({ kind: 'promise', amount: 500, promisedOn: '2026-04-20', note: 'Mme Ahouansou' })
  expect(promised).toMatchObject({
    next: { step: 1, from: '2026-04-21' },
    followUps: [{ promise: 'open', amount: 500 }],
  })
  on('2026-04-21')
  expect((await collection()).followUps[0]!.promise).toBe('broken')
  await pay(500, { paidOn: '2026-04-21' })
  expect((await collection()).followUps[0]!.promise).toBe('kept')
  await expect(note({ kind: 'promise', amount: 500, promisedOn: '2026-04-20' })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('a disputed bill is not reminded until its dispute ends', async () => {
  const { id } = await aBill()
  on('2026-04-10')
  const disputed = await note({ kind: 'dispute', billId: id, note: 'Bons contestés' })
  expect(disputed).toMatchObject({ overdue: 0, next: null, bills: [{ isDisputed: true }] })
  const [dispute] = disputed.followUps
  const end = () => owner().call(billFollowUps.end, { params: { id: dispute!.id }, body: { note: 'Accord' } })
  expect(await end()).toMatchObject({ overdue: 800, next: { step: 1 }, followUps: [{ endNote: 'Accord' }] })
  const { endedAt } = (await end()).followUps[0]!
  on('2026-04-12')
  expect((await end()).followUps[0]!.endedAt).toBe(endedAt)
  await expect(note({ kind: 'dispute', billId: randomUUID() })).rejects.toMatchObject({ message: 'requests:invalid' })
  const [reminder] = (await remind(1)).followUps
  await expect(owner().call(billFollowUps.end, { params: { id: reminder!.id }, body: {} })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('the habits of a client propose its ceiling; an insurer has none', async () => {
  const payerId = shop.organizationId
  await ruled({ paymentDays: 0 }, payerId)
  await sold(employer(shop, 900, null))
  await make([payerId])
  expect(await collection(payerId)).toMatchObject({ proposedLimit: 5000, days: null })
  on('2026-04-30')
  await pay(900, { payerId, paidOn: '2026-04-30' })
  const known = await collection(payerId)
  expect(known).toMatchObject({ days: 30, proposedLimit: 5000 })
  const { creditLimit } = await owner().call(organizations.read, { params: { id: payerId } })
  expect(known.creditLimit).toBe(creditLimit)
  expect(await collection()).toMatchObject({ proposedLimit: null, creditLimit: null })
})

test('is noted once by its id, and by who may; nobody else’s payer has one', async () => {
  const { id: billId } = await aBill()
  const id = randomUUID()
  for (const _ of [1, 2]) expect((await note({ id, kind: 'dispute', billId })).followUps).toHaveLength(1)
  await expect(note({ id, kind: 'dispute' }, shop.organizationId)).rejects.toMatchObject({
    message: 'requests:conflict',
  })
  await expect(seller().call(billFollowUps.collection, { params: { id: policy.payerId } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  const stranger = as((await openShop(`follow-ups stranger ${count++}`)).titulaire.token)
  for (const call of [
    () => stranger.call(billFollowUps.collection, { params: { id: policy.payerId } }),
    () => stranger.call(billFollowUps.end, { params: { id }, body: {} }),
  ])
    await expect(call()).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    stranger.call(billFollowUps.create, { body: { id: randomUUID(), payerId: policy.payerId, kind: 'dispute' } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('what is written off is owed and reminded no more', async () => {
  await ruled({ paymentDays: 0 })
  const sale = await sold()
  const { id } = await makeOne()
  on('2026-04-20')
  await writeOff(id, sale)
  expect(await collection()).toMatchObject({ left: 0, next: null })
})
