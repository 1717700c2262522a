import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { bills } from '#shared/contract/bills.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0
const { owner, seller, sold, lineFor, makeOne, pay, refuse, writeOff } = billingActs(server, () => ({ shop, policy }))

beforeEach(async () => {
  shop = await openShop(`trails ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})

const ownersName = async () =>
  displayName((await owner().call(users.all, {})).find(({ id }) => id === shop.titulaire.id)!)
const entriesOf = async (recordId: string) =>
  (await owner().call(audit.list, { query: { page: 0, size: 50, recordId } })).items
/** What a part of a record says, the latest first: the call, the action and these fields after it. */
const told = async (recordId: string, part: string, ...fields: string[]) =>
  (await entriesOf(recordId))
    .filter((entry) => entry.part === part)
    .map(({ call, action, changes }) => [
      call,
      action,
      ...fields.map((field) => changes.find((change) => change.field === field)?.after ?? null),
    ])

test('a refusal, a charge to the patient and a write-off stand at their bill; a payment at itself', async () => {
  const [again, charged, givenUp] = [await sold(), await sold(), await sold()]
  await sold()
  const { id } = await makeOne()
  await refuse(id, again)
  await refuse(id, charged, 'charge')
  await writeOff(id, givenUp)
  await pay(800, { billId: id })
  expect(await told(id, 'bill_settlements', 'kind', 'amount', 'reason')).toEqual([
    ['POST /bills/{id}/write-offs', 'insert', 'written-off', '800', 'Assureur en faillite'],
    ['POST /bills/{id}/refusals', 'insert', 'charged', '800', 'Bon illisible'],
    ['POST /bills/{id}/refusals', 'insert', 'presented-again', '800', 'Bon illisible'],
  ])
  const [entry] = await entriesOf(id)
  expect(entry).toMatchObject({ thing: 'bills', recordName: 'F-00001', byName: await ownersName() })
})

test('lines that are refused at once are one entry, with their number and sum', async () => {
  const refused = [await sold(), await sold(), await sold()]
  const [other, paid] = [await sold(), await sold()]
  const { id } = await makeOne()
  await pay(800, {
    billId: null,
    lines: [{ ...lineFor(paid), amount: 800 }],
    again: [
      ...refused.map((sale) => ({ ...lineFor(sale), reason: 'Bon illisible' })),
      { ...lineFor(other), reason: 'Hors délai' },
    ],
  })
  const entries = (await entriesOf(id)).filter(({ part }) => part === 'bill_settlements')
  const toldOf = entries.map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field, after])))
  const whole = expect.objectContaining({ amount: '800', reason: 'Hors délai', sale_id: other.id }) as object
  const summed = expect.objectContaining({ lines: '3', amount: '2400', reason: 'Bon illisible' }) as object
  expect(toldOf).toHaveLength(2)
  expect(toldOf).toEqual(expect.arrayContaining([whole, summed]))
  expect(toldOf.find(({ lines }) => lines)).not.toHaveProperty('sale_id')
  const chains = await checkAuditChains(database)
  expect(chains.find(({ pharmacyId }) => pharmacyId === shop.id)).toMatchObject({ firstFault: null })
})

test('what was done so that a payer pays stands at the payer, with its end', async () => {
  await sold()
  const bill = await makeOne()
  const note = (body: object) =>
    owner().call(billFollowUps.create, {
      body: { id: randomUUID(), payerId: policy.payerId, note: 'Mme Agbo', ...body } as never,
    })
  await note({ kind: 'reminder', step: 1, channel: 'phone' })
  await note({ kind: 'promise', amount: 500, promisedOn: '2026-04-10' })
  const dispute = randomUUID()
  await note({ id: dispute, kind: 'dispute', billId: bill.id })
  await owner().call(billFollowUps.end, { params: { id: dispute }, body: { note: 'Accord trouvé' } })
  expect(await told(policy.payerId, 'bill_follow_ups', 'kind', 'amount', 'promised_on', 'end_note')).toEqual([
    ['POST /bills/follow-ups/{id}/end', 'update', null, null, null, 'Accord trouvé'],
    ['POST /bills/follow-ups', 'insert', 'dispute', null, null, null],
    ['POST /bills/follow-ups', 'insert', 'promise', '500', '2026-04-10', null],
    ['POST /bills/follow-ups', 'insert', 'reminder', null, null, null],
  ])
  // of a client, at the client
  await note({ payerId: shop.organizationId, kind: 'reminder', step: 2, channel: 'letter' })
  await note({ payerId: shop.debtorId, kind: 'reminder', step: 2, channel: 'letter' })
  for (const [id, thing] of [
    [shop.organizationId, 'organizations'],
    [shop.debtorId, 'persons'],
  ] as const) {
    const entries = (await entriesOf(id)).filter(({ part }) => part === 'bill_follow_ups')
    expect(entries.map((entry) => entry.thing)).toEqual([thing])
  }
})

test('each decision about a line of a bank statement leaves its trace, also the one that it replaces', async () => {
  const id = randomUUID()
  await owner().call(moneyStatements.create, {
    body: {
      id,
      kind: 'bank',
      account: 'BOA',
      fileName: 'mars.csv',
      lines: [{ day: '2026-03-20', minutes: null, reference: 'FRAIS', phone: null, label: null, amount: 1000 }],
    },
  })
  const explain = (reason: string) =>
    owner().call(moneyStatements.decide, { params: { id }, body: { decision: 'explain', position: 1, reason } })
  await explain('Apport du titulaire')
  await explain('Remise de chèque')
  expect(await told(id, 'money_statement_lines', 'explained')).toEqual([
    ['POST /money-statements/{id}/decisions', 'update', 'Remise de chèque'],
    ['POST /money-statements/{id}/decisions', 'update', 'Apport du titulaire'],
  ])
})

test('« Créances abandonnées » says who gave up what and why, and their sum', async () => {
  const [first, second] = [await sold(), await sold()]
  const bill = await makeOne()
  await writeOff(bill.id, first)
  clock.now = new Date('2026-04-02T08:00:00Z')
  await writeOff(bill.id, second)
  const read = (query: object = {}) => owner().call(bills.writeOffs, { query })
  const all = await read()
  expect(all).toMatchObject({ total: 2, amount: 1600 })
  expect(all.items[0]).toEqual({
    id: expect.any(String) as string,
    billId: bill.id,
    billNumber: 'F-00001',
    payerKind: 'company',
    payerId: policy.payerId,
    payerName: 'NSIA',
    saleNumber: expect.any(Number) as number,
    amount: 800,
    noteNumber: 2,
    reason: 'Assureur en faillite',
    at: '2026-04-02T08:00:00.000Z',
    byName: await ownersName(),
  })
  expect(await read({ to: '2026-03-31' })).toMatchObject({ total: 1, amount: 800 })
  expect(await read({ from: '2026-04-01' })).toMatchObject({ total: 1, amount: 800 })
  expect((await read({ search: 'nsia faillite' })).total).toBe(2)
  expect((await read({ search: 'sunu' })).total).toBe(0)
  expect((await read({ payerId: shop.organizationId })).total).toBe(0)
  expect((await read({ sort: 'note' })).items.map(({ noteNumber }) => noteNumber)).toEqual([1, 2])
  const stranger = as((await openShop(`trails stranger ${count++}`)).titulaire.token)
  expect(await stranger.call(bills.writeOffs, { query: {} })).toEqual({ items: [], total: 0, amount: 0 })
  await expect(seller().call(bills.writeOffs, { query: {} })).rejects.toMatchObject({ message: 'auth:forbidden' })
})
