import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { clients } from '#shared/contract/clients.ts'
import { movements } from '#shared/contract/movements.ts'
import { persons } from '#shared/contract/persons.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { changedAt } from '#tests/server/support/insured.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { aMovement } from '#tests/server/support/registering.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, hints, openShop } = server
const shop = await openShop('collected')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const standing = (id: string) => titulaire.call(persons.outgoing, { params: { id }, query: {} })
const payBack = async (clientId: string, amount: number) => {
  const body = aMovement(shop, { amount, gesture: { kind: 'collection', type: 'CASH', operator: null, clientId } })
  await titulaire.call(movements.create, { body })
  return body
}
const listed = async (id: string) =>
  (await titulaire.call(clients.list, { query: { only: 'debtors', sort: '-outgoing', size: 100 } })).items.find(
    (client) => client.id === id,
  )?.outgoing

test('what a client pays back at a register he no longer owes, once however often it is sent, and every till reads him again', async () => {
  const { id } = await make.person({ creditLimit: 10_000 })
  for (let bought = 0; bought < 3; bought++) await make.purchase({ creditOf: id })
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  const { cursor } = await titulaire.call(persons.list, { query: { cursor: '', size: 2000 } })
  const sent = await payBack(id, 1200)
  await titulaire.call(movements.create, { body: sent })
  stop()
  expect(await standing(id)).toMatchObject({ billed: 0, unbilled: 1800, total: 1800 })
  expect(await listed(id)).toBe(1800)
  expect(heard).toEqual(['cash-registers', 'persons', 'organizations'])
  const changes = await titulaire.call(persons.list, { query: { cursor: cursor! } })
  expect(changes.items).toMatchObject([{ id, outgoing: 1800 }])
})

test('it pays the bills first, then what no bill asks for; what is beyond pays what is bought next', async () => {
  const { id } = await make.person()
  const [asked] = [await make.purchase({ creditOf: id }), await make.purchase({ creditOf: id })]
  await make.bill({ personId: id, lines: [asked] })
  await payBack(id, 1500)
  expect(await standing(id)).toMatchObject({ billed: 0, unbilled: 500 })
  await payBack(id, 700)
  expect(await standing(id)).toMatchObject({ billed: 0, unbilled: 0, total: 0 })
  expect(await listed(id)).toBeUndefined()
  await make.purchase({ creditOf: id })
  expect(await standing(id)).toMatchObject({ total: 800 })
})

test('of who was merged it counts for who he is; of a client who owes nothing it makes no debt', async () => {
  const [kept, duplicate] = [await make.person(), await make.person()]
  await make.purchase({ creditOf: kept.id })
  await payBack(duplicate.id, 400)
  expect(await standing(duplicate.id)).toMatchObject({ total: 0 })
  await titulaire.call(persons.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  expect([(await standing(kept.id)).total, await listed(kept.id)]).toEqual([600, 600])
  await payBack(duplicate.id, 100)
  expect((await standing(kept.id)).total).toBe(500)
})

test('an organization that paid back may buy on credit again, up to its limit of 10,000', async () => {
  const buy = (boxes: number) => {
    const payment: Payment = {
      id: crypto.randomUUID(),
      type: 'CREDIT_ORG',
      amount: 1000 * boxes,
      creditMetadata: { organization: shop.organizationId },
    }
    return as(shop.pharmacien.token).call(sales.close, {
      body: aSale(shop, {
        seller: shop.pharmacien,
        lines: [{ lot: shop.lots[0], price: 1000, quantity: boxes }],
        payments: [payment],
      }),
    })
  }
  await buy(10)
  await expect(buy(1)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithCreditLimitExceeded' })
  await payBack(shop.organizationId, 1000)
  expect(await buy(1)).toMatchObject({ status: 'CLOSED' })
  await expect(buy(1)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithCreditLimitExceeded' })
})

describe('more than a client owes', () => {
  const collect = (clientId: string, amount: number, occurredAt: string, registerId: string = randomUUID()) =>
    titulaire.call(movements.create, {
      body: aMovement(shop, {
        registerId,
        amount,
        occurredAt,
        gesture: { kind: 'collection', type: 'CASH', operator: null, clientId },
      }),
    })
  const debtor = async () => {
    const { id } = await make.person()
    await make.purchase({ creditOf: id })
    return id
  }
  const now = () => new Date().toISOString()

  test('is refused while he is there, of a merged client too, and nothing moves', async () => {
    const [id, duplicate] = [await debtor(), (await make.person()).id]
    await titulaire.call(persons.merge, { params: { id }, body: { duplicateId: duplicate } })
    for (const clientId of [id, duplicate])
      await expect(collect(clientId, 1001, now())).rejects.toMatchObject({
        message: 'cashRegisters:collectionBeyondDebt',
        status: 422,
        details: { clientId: id, owed: 1000, excess: 1 },
      })
    await expect(collect(shop.organizationId, 100_000, now())).rejects.toMatchObject({
      message: 'cashRegisters:collectionBeyondDebt',
    })
    expect(await standing(id)).toMatchObject({ total: 1000 })
    await collect(id, 1000, now())
    expect(await standing(id)).toMatchObject({ total: 0 })
  })

  test('is kept when it comes late, and stands in the history of its register', async () => {
    const [id, registerId] = [await debtor(), randomUUID()]
    await collect(id, 1000, '2026-03-02T11:00:00.000Z', registerId)
    await collect(id, 400, '2026-03-02T11:00:00.000Z', registerId)
    const report = await titulaire.call(cashRegisters.report, { query: { registerId } })
    expect(report.events).toMatchObject([
      { kind: 'collected-beyond', byName: 'HOUNKPÈ Rose', details: { name: 'KOUASSI Ama', amount: 400, excess: 400 } },
    ])
  })
})

describe('an archived client', () => {
  const onCredit = (payment: Payment, rest: Partial<NewSale> = {}) =>
    as(shop.pharmacien.token).call(sales.close, {
      body: aSale(shop, { seller: shop.pharmacien, payments: [payment], ...rest }),
    })
  const archived = async (): Promise<Payment[]> => {
    const { id } = await make.person()
    await titulaire.call(persons.patch, { params: { id }, body: { archived: true } })
    const organization = randomUUID()
    await server.database.platform((tx) =>
      tx
        .insertInto('organizations')
        .values({ pharmacy_id: shop.id, id: organization, name: 'Ancienne mairie', archived: true })
        .execute(),
    )
    const [one, other] = [randomUUID(), randomUUID()]
    return [
      { id: one, type: 'CREDIT', amount: 1000, creditMetadata: { person: id } },
      { id: other, type: 'CREDIT_ORG', amount: 1000, creditMetadata: { organization } },
    ]
  }

  test('buys nothing on credit, except by a list that is minutes old', async () => {
    const [person] = await archived()
    expect(await onCredit(person!, { soldAt: new Date().toISOString() })).toMatchObject({ flags: ['client:archived'] })
    const payments = await archived()
    await changedAt(server.database, shop, new Date(Date.now() - 86_400_000))
    for (const payment of payments) {
      await server.database.platform((tx) =>
        tx.updateTable('organizations').set({ credit_limit: null }).where('name', '=', 'Ancienne mairie').execute(),
      )
      await expect(onCredit(payment, { soldAt: new Date().toISOString() })).rejects.toMatchObject({
        message: 'sales:archivedClient',
        status: 422,
      })
    }
  })

  test('owes what he bought before the sale came, and the sale is flagged', async () => {
    for (const payment of await archived()) {
      await server.database.platform((tx) =>
        tx.updateTable('organizations').set({ credit_limit: null }).where('name', '=', 'Ancienne mairie').execute(),
      )
      expect(await onCredit(payment, { soldAt: new Date(Date.now() - 3_600_000).toISOString() })).toMatchObject({
        flags: ['client:archived'],
      })
    }
  })
})
