import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, openShop } = server
const shop = await openShop('listed')
const other = await openShop('elsewhere')
await clientsOf(server, other).person()
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)

test('a row carries policies in the order they pay and what is owed; notes stay with the person', async () => {
  const { id } = await make.person({ lastName: 'Zannou', note: 'secret' })
  const contractId = await make.contract()
  const policyId = await make.policy({ contractId, personId: id, number: 'N1' })
  await make.policy({ contractId, personId: id, number: 'N0', archived: true })
  await make.purchase({ patientId: id, creditOf: id })
  const { items } = await titulaire.call(persons.list, { query: { size: 2000 } })
  const row = items.find((person) => person.id === id)
  expect(row).toMatchObject({
    lastName: 'Zannou',
    outgoing: 1000,
    policies: [{ id: policyId, contractId, number: 'N1', coverage: null, rank: 1 }],
  })
  expect(row).not.toHaveProperty('note')
  expect(await titulaire.call(persons.contractPolicies, { params: { id } })).toMatchObject([
    { id: policyId, beneficiaryName: 'ZANNOU Ama' },
    { number: 'N0', archived: true },
  ])
})

test('pages follow each other by name and hold everybody once', async () => {
  for (const lastName of ['Bio', 'Adjovi', 'Codo']) await make.person({ lastName })
  const whole = await titulaire.call(persons.list, { query: { size: 2000 } })
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(whole.total / 2) }, (_, page) =>
      titulaire.call(persons.list, { query: { page, size: 2 } }),
    ),
  )
  expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
  expect(whole.items).toHaveLength(whole.total)
  const names = whole.items.map(({ lastName }) => lastName)
  expect(names.indexOf('Adjovi')).toBeLessThan(names.indexOf('Bio'))
})

test('by cursor a till hears of each change once, archived rows too', async () => {
  const start = await titulaire.call(persons.list, { query: { cursor: '', size: 2000 } })
  expect(start.items).toHaveLength(start.total)
  const { id } = await make.person({ lastName: 'Nouveau' })
  const [archived] = start.items.filter(({ lastName }) => lastName === 'Codo')
  await titulaire.call(persons.remove, { params: { id: archived!.id } })
  const next = await titulaire.call(persons.list, { query: { cursor: start.cursor!, size: 2000 } })
  expect(next.items.map((row) => [row.id, row.archived])).toEqual([
    [id, false],
    [archived!.id, true],
  ])
  const nothing = await titulaire.call(persons.list, { query: { cursor: next.cursor! } })
  expect([nothing.items, nothing.more]).toEqual([[], false])
  await expect(titulaire.call(persons.list, { query: { cursor: 'x' } })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('all of them in one answer are those that are not archived', async () => {
  const everybody = await titulaire.call(persons.all, {})
  const listed = await titulaire.call(persons.list, { query: { size: 2000 } })
  expect(everybody).toEqual(listed.items.filter(({ archived }) => !archived))
  expect(everybody.length).toBeLessThan(listed.total)
})
