import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bills } from '#shared/contract/bills.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { orders } from '#shared/contract/orders.ts'
import { persons } from '#shared/contract/persons.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { type WaitingName, waitingNames, waitingRows, waitingWork } from '#shared/contract/waiting-work.ts'
import { type Permission, permissions } from '#shared/domain/permissions.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aQuickPatient } from '#tests/server/support/quick-patients.ts'
import { openAdmin, type Shop, tokenOfSeller } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`waiting work ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
})
const owner = () => as(shop.titulaire.token)
const counts = (by = owner()) => by.call(waitingWork.read, {})
const waits = async (name: WaitingName) => (await counts())[name]
const { sold, makeOne, pay } = billingActs(server, () => ({ shop, policy }))

async function aQuickOne(): Promise<string> {
  const body = aQuickPatient(shop, { createdAt: clock.now.toISOString() })
  await as(tokenOfSeller(shop, body.sellerId)).call(persons.createPatientByQuickWay, { body })
  return body.id
}

test('each count is the total of its list, of this pharmacy alone', async () => {
  await aFullShop(database, shop)
  await aQuickOne()
  const found = await counts()
  expect(Object.keys(found)).toEqual(waitingNames)
  for (const name of waitingNames) {
    const { list, query } = waitingRows[name]
    const { total } = (await owner().call(list, { query } as CallInput<typeof list>)) as { total: number }
    expect([name, found[name], total > 0]).toEqual([name, total, true])
  }
  const other = await openShop(`waiting work elsewhere ${count}`)
  // A shop opens with an expired lot, and one without an expiry.
  expect(await counts(as(other.titulaire.token))).toEqual(
    Object.fromEntries(waitingNames.map((name) => [name, ['expiries', 'incompleteLots'].includes(name) ? 1 : 0])),
  )
})

test('a member gets the counts of the lists that he may read and work on; the platform gets none', async () => {
  for (const [name, { list, work }] of Object.entries(waitingRows)) {
    const needed = [list.permission, work.permission].filter((each) => each !== 'member')
    const having = async (rights: readonly Permission[]) =>
      Object.keys(await counts(as((await aMember(database, shop, rights)).token)))
    expect(await having(permissions.filter((right) => needed.includes(right)))).toContain(name)
    for (const lacking of needed)
      expect(await having(permissions.filter((right) => right !== lacking))).not.toContain(name)
  }
  await expect(counts(as(await openAdmin(database)))).rejects.toMatchObject({ message: 'auth:forbidden' })
  await expect(counts(as(undefined))).rejects.toMatchObject({ message: 'auth:missingToken' })
})

test('a count falls with the gesture that it calls for', async () => {
  const id = await aQuickOne()
  expect(await waits('clients')).toBe(1)
  await owner().call(persons.check, { params: { id }, body: { checked: true } })
  expect(await waits('clients')).toBe(0)
})

test('an order is late from the day after its supplier should have come, until nothing is awaited', async () => {
  const sent = async (deliveryDays: number[]) => {
    const { id: supplierId } = await owner().call(suppliers.create, { body: { name: randomUUID(), deliveryDays } })
    const id = randomUUID()
    await owner().call(orders.create, { body: { id, supplierId } })
    await owner().call(orders.putLine, { params: { id, productId: shop.products[0]! }, body: { quantity: 2 } })
    const draft = randomUUID()
    await owner().call(orders.create, { body: { id: draft, supplierId } })
    await owner().call(orders.send, { params: { id } })
    return id
  }
  // A Monday. The same weekday is a week later.
  const [onMondays, often, never] = [await sent([1]), await sent([5, 3]), await sent([])]
  const lateOn = async (day: string) => {
    clock.now = new Date(`2026-03-${day}T10:00:00Z`)
    const { items, total } = await owner().call(orders.list, { query: { late: 'only', sort: 'number' } })
    expect(await waits('orders')).toBe(total)
    return items.map(({ id }) => id)
  }
  expect(await lateOn('04')).toEqual([])
  expect(await lateOn('05')).toEqual([often])
  expect(await lateOn('09')).toEqual([often])
  expect(await lateOn('10')).toEqual([onMondays, often, never])
  await owner().call(orders.giveUp, { params: { id: often } })
  await owner().call(orders.cancel, { params: { id: never }, body: { reason: 'Commandé ailleurs' } })
  expect(await lateOn('10')).toEqual([onMondays])
})

test('a bill waits until it is sent, and again from the day after it should be paid, until it is', async () => {
  policy = await aPolicy(database, shop)
  clock.now = new Date('2026-03-31T12:00:00Z')
  await sold()
  expect(await waits('vouchers')).toBe(0)
  clock.now = new Date('2026-04-01T12:00:00Z')
  // Its month has ended.
  expect(await waits('vouchers')).toBe(1)
  clock.now = new Date('2026-03-31T12:00:00Z')
  const { id } = await makeOne()
  clock.now = new Date('2026-04-01T12:00:00Z')
  expect(await waits('vouchers')).toBe(0)
  expect(await owner().call(bills.read, { params: { id } })).toMatchObject({ dueOn: '2026-04-30' })
  expect(await waits('bills')).toBe(1)
  await owner().call(bills.send, { params: { id } })
  expect(await waits('bills')).toBe(0)
  clock.now = new Date('2026-04-30T12:00:00Z')
  expect(await waits('bills')).toBe(0)
  clock.now = new Date('2026-05-01T12:00:00Z')
  await pay(500)
  expect(await waits('bills')).toBe(1)
  await pay(300)
  expect(await waits('bills')).toBe(0)
})

test('an expired lot waits while nothing is decided: no work is open, and it is not set aside', async () => {
  const before = (await waits('expiries'))!
  const lot = await aLot(database, shop, { quantity: 4, expiresOn: '2026-03-01' })
  await aLot(database, shop, { quantity: 4, expiresOn: '2026-03-02' })
  expect(await waits('expiries')).toBe(before + 1)
  const block = (blocked: string | null) =>
    database.platform((tx) => sql`update stock_items set blocked = ${blocked} where id = ${lot.id}`.execute(tx))
  await block('quarantine')
  expect(await waits('expiries')).toBe(before)
  await block(null)
  await owner().call(expiryTasks.create, {
    body: { stockItemId: lot.id, kind: 'destroy', quantity: 4 },
  })
  expect(await waits('expiries')).toBe(before)
})

test('a statement of money waits while money received is neither recorded nor explained', async () => {
  const { id } = await owner().call(moneyStatements.create, {
    body: {
      id: randomUUID(),
      kind: 'mobile-money',
      account: 'MTN',
      lines: [
        { day: '2026-03-01', minutes: 660, reference: null, phone: null, label: null, amount: 1000 },
        { day: '2026-03-01', minutes: 670, reference: null, phone: null, label: 'Frais', amount: -50 },
      ],
    },
  })
  expect(await waits('moneyStatements')).toBe(1)
  await owner().call(moneyStatements.decide, {
    params: { id },
    body: { decision: 'explain', position: 1, reason: 'Vente de meubles' },
  })
  expect(await waits('moneyStatements')).toBe(0)
})

test('a list of a disabled feature is not counted', async () => {
  const without = await testApp({ disabledFeatures: ['inventories', 'bills'] })
  const elsewhere = await without.openShop('without bills')
  const titulaire = without.as(elsewhere.titulaire.token)
  await expect(titulaire.call(inventories.list, {})).rejects.toMatchObject({ message: 'features:disabled' })
  expect(Object.keys(await titulaire.call(waitingWork.read, {}))).toEqual(
    waitingNames.filter((name) => !['inventories', 'bills', 'vouchers', 'billPayments'].includes(name)),
  )
})
