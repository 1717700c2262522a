import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'

const server = await testApp()
const { as, database, openShop } = server
const shop = await openShop('credit')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const standing = (id: string, payment?: number) =>
  titulaire.call(persons.outgoing, { params: { id }, query: payment === undefined ? {} : { payment } })

test('who never bought on credit owes nothing', async () => {
  const { id } = await make.person()
  expect(await standing(id)).toEqual({ limit: null, billed: 0, unbilled: 0, total: 0, after: null })
})

test('credit is unbilled, then billed by an open bill, then paid by a closed one; a canceled bill or sale leaves none', async () => {
  const { id } = await make.person({ creditLimit: 10_000 })
  const bought = [
    await make.purchase({ creditOf: id }),
    await make.purchase({ creditOf: id }),
    await make.purchase({ creditOf: id }),
    await make.purchase({ creditOf: id }),
  ]
  await make.purchase({ patientId: id })
  expect(await standing(id)).toMatchObject({ limit: 10_000, billed: 0, unbilled: 4000, total: 4000 })
  await make.bill({ personId: id, lines: [bought[0]!] })
  await make.bill({ personId: id, status: 'canceled', lines: [bought[1]!] })
  expect(await standing(id)).toMatchObject({ billed: 1000, unbilled: 3000, total: 4000 })
  await make.bill({ personId: id, status: 'closed', lines: [bought[2]!] })
  expect(await standing(id)).toMatchObject({ billed: 1000, unbilled: 2000, total: 3000 })
  await make.cancel(bought[3]!.saleId)
  expect(await standing(id)).toMatchObject({ billed: 1000, unbilled: 1000, total: 2000 })
  // billed anew after a canceled bill
  await make.bill({ personId: id, lines: [bought[1]!] })
  expect(await standing(id)).toMatchObject({ billed: 2000, unbilled: 0 })
})

test('what a new payment would make of it: up to the limit, one franc over it, and without a limit', async () => {
  const { id } = await make.person({ creditLimit: 2500 })
  await make.purchase({ creditOf: id })
  expect((await standing(id, 1500)).after).toEqual({ total: 2500, left: 0, excess: 0 })
  expect((await standing(id, 1501)).after).toEqual({ total: 2501, left: 0, excess: 1 })
  expect((await standing(id, 0)).after).toEqual({ total: 1000, left: 1500, excess: 0 })
  const free = await make.person()
  expect((await standing(free.id, 900_000)).after).toEqual({ total: 900_000, left: null, excess: 0 })
  await expect(titulaire.call(persons.outgoing, { params: { id }, query: { payment: -1 } })).rejects.toMatchObject({
    message: 'requests:invalid',
    status: 400,
  })
})

test('bills are listed newest first, a page at a time, with those of who was merged', async () => {
  const [kept, duplicate] = [await make.person(), await make.person()]
  await make.bill({ personId: kept.id, number: 'F-1', issuedOn: '2026-01-31' })
  await make.bill({ personId: kept.id, number: 'F-3', issuedOn: '2026-03-31', status: 'closed' })
  await make.bill({ personId: duplicate.id, number: 'F-2', issuedOn: '2026-02-28' })
  const numbers = async (page: number) => {
    const { items, total } = await titulaire.call(persons.bills, { params: { id: kept.id }, query: { page, size: 2 } })
    return [total, items.map(({ number, status, issuedOn }) => `${number} ${status} ${issuedOn}`)]
  }
  expect(await numbers(0)).toEqual([2, ['F-3 closed 2026-03-31', 'F-1 open 2026-01-31']])
  await titulaire.call(persons.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  expect(await numbers(0)).toEqual([3, ['F-3 closed 2026-03-31', 'F-2 open 2026-02-28']])
  expect(await numbers(1)).toEqual([3, ['F-1 open 2026-01-31']])
  expect(await numbers(2)).toEqual([3, []])
})

test('bills are sorted by every column, both ways', async () => {
  const { id } = await make.person()
  const purchase = await make.purchase({ creditOf: id })
  await make.bill({ personId: id, number: 'É-9', issuedOn: '2026-01-31', lines: [purchase] })
  await make.bill({ personId: id, number: 'f-1', issuedOn: '2026-03-31', status: 'closed' })
  await make.bill({ personId: id, number: 'D-5', issuedOn: '2026-02-28' })
  await expectSortedBothWays((query) => titulaire.call(persons.bills, { params: { id }, query }), {
    number: ({ number }) => number,
    day: ({ issuedOn }) => issuedOn,
    amount: ({ amount }) => amount,
    state: ({ status }) => status,
  })
})

test('bills are searched by number, without case or accents', async () => {
  const { id } = await make.person()
  for (const number of ['FÉ-17', 'FE-18', 'AV-17']) await make.bill({ personId: id, number, issuedOn: '2026-01-31' })
  const found = async (search: string) => {
    const { items, total } = await titulaire.call(persons.bills, { params: { id }, query: { search } })
    return { total, numbers: items.map(({ number }) => number).sort() }
  }
  expect(await found('fe-')).toEqual({ total: 2, numbers: ['FE-18', 'FÉ-17'] })
  expect(await found('17')).toEqual({ total: 2, numbers: ['AV-17', 'FÉ-17'] })
  expect(await found('%')).toEqual({ total: 0, numbers: [] })
})

test('many clients are asked at once, also those who owe nothing, and never another pharmacy’s', async () => {
  const [one, two] = [await make.person(), await make.person()]
  const elsewhere = clientsOf(server, other)
  const foreign = await elsewhere.person()
  await elsewhere.purchase({ creditOf: foreign.id })
  await make.purchase({ creditOf: one.id })
  const owing = await database.read(shop.id, (tx) =>
    outgoingOf(tx, shop.id, [one.id, two.id, foreign.id, one.id, shop.organizationId]),
  )
  expect(Object.fromEntries(owing)).toEqual({
    [one.id]: { billed: 0, unbilled: 1000 },
    [two.id]: { billed: 0, unbilled: 0 },
    [foreign.id]: { billed: 0, unbilled: 0 },
    [shop.organizationId]: { billed: 0, unbilled: 0 },
  })
  expect((await database.read(shop.id, (tx) => outgoingOf(tx, shop.id, []))).size).toBe(0)
})
