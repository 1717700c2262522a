import { expect, test } from 'vitest'
import { clients } from '#shared/contract/clients.ts'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { aQuickPatient } from '#tests/server/support/quick-patients.ts'
import { tokenOfSeller } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, openShop } = server
const shop = await openShop('to check')
const other = await openShop('to check elsewhere')
const titulaire = as(shop.titulaire.token)
const make = clientsOf(server, shop)

async function atTheCounter(of: Partial<ReturnType<typeof aQuickPatient>> = {}) {
  const body = aQuickPatient(shop, { createdAt: clock.now.toISOString(), ...of })
  await as(tokenOfSeller(shop, body.sellerId)).call(persons.createPatientByQuickWay, { body })
  clock.now = new Date(clock.now.getTime() + 1000)
  return body.id
}
const listed = (query: { search?: string; sort?: '-name' } = {}, by = titulaire) =>
  by.call(clients.list, { query: { only: 'to-check', size: 100, ...query } })
const waiting = async (query = {}) => (await listed(query)).items.map(({ id }) => id)
const read = (id: string) => titulaire.call(persons.read, { params: { id } })
const check = (id: string, checked = true, by = titulaire) =>
  by.call(persons.check, { params: { id }, body: { checked } })

test('a patient of the counter waits for a look, a client of the office does not', async () => {
  const id = await atTheCounter()
  const made = await make.person()
  expect(await waiting()).toEqual([id])
  expect(await read(id)).toMatchObject({ toCheck: true, checked: null })
  expect(made).toMatchObject({ toCheck: false, checked: null })
  await check(made.id)
  await check(made.id, false)
  expect(await read(made.id)).toMatchObject({ toCheck: false, checked: null })
})

test('« Vérifié » keeps who and when: the first one, until it is taken back', async () => {
  const id = await atTheCounter()
  const at = clock.now.toISOString()
  await check(id, true, as(shop.pharmacien.token))
  const first = await read(id)
  expect(first).toMatchObject({ toCheck: false, checked: { byName: expect.any(String) as string, at } })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await check(id)
  expect(await read(id)).toEqual(first)
  expect(await waiting()).not.toContain(id)
  await check(id, false)
  expect(await read(id)).toMatchObject({ toCheck: true, checked: null })
  expect(await waiting()).toContain(id)
})

test('searched and sorted; archived and merged ones wait no more', async () => {
  for (const id of await waiting()) await check(id)
  const zoe = await atTheCounter({ lastName: 'Zinsou', firstName: 'Zoé', phone: '97 00 00 01' })
  const ama = await atTheCounter({ lastName: 'Agbo', firstName: 'Ama', phone: '97 00 00 02' })
  expect(await waiting()).toEqual([ama, zoe])
  expect(await waiting({ sort: '-name' })).toEqual([zoe, ama])
  expect(await listed()).toMatchObject({ total: 2, items: [{ toCheck: true }, { toCheck: true }] })
  expect(await waiting({ search: 'ZOE zin' })).toEqual([zoe])
  expect(await waiting({ search: '97000002' })).toEqual([ama])
  await titulaire.call(persons.remove, { params: { id: zoe } })
  await titulaire.call(persons.merge, { params: { id: (await make.person()).id }, body: { duplicateId: ama } })
  expect(await waiting()).toEqual([])
})

test('a person of another pharmacy is not found, and the right to edit clients is needed', async () => {
  const id = await atTheCounter()
  await expect(check(id, true, as(other.titulaire.token))).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(check(id, true, as(shop.vendeur.token))).rejects.toMatchObject({ message: 'auth:forbidden' })
  expect(await listed({}, as(other.titulaire.token))).toEqual({ items: [], total: 0 })
  expect(await waiting()).toContain(id)
})
