import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shops = 0

async function aShop() {
  const shop = await openShop(`distinct ${shops++}`)
  const titulaire = as(shop.titulaire.token)
  const base = clientsOf(server, shop)
  const like = (values: Parameters<typeof base.person>[0] = {}) => {
    clock.now = new Date(clock.now.getTime() + 1000)
    return base.person({ phone: '96123456', ...values })
  }
  const found = async () =>
    (await titulaire.call(persons.duplicates, {})).items.map(({ persons: group }) => group.map(({ id }) => id))
  const tell = (personIds: string[], distinct = true, by = titulaire) =>
    by.call(persons.tellApart, { body: { personIds, distinct } })
  const pairs = async () => (await titulaire.call(persons.distinctPairs, {})).items
  return { shop, titulaire, like, found, tell, pairs }
}

test('two who were told apart are not proposed again; twice is once, and it says who and when', async () => {
  const { shop, like, found, tell, pairs } = await aShop()
  const [one, two] = [await like(), await like({ firstName: 'Afi' })]
  expect(await found()).toEqual([[one.id, two.id]])
  expect(await tell([two.id, one.id])).toEqual({ personIds: [two.id, one.id] })
  const first = await pairs()
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({ toldAt: clock.now.toISOString() })
  expect([first[0]!.one.id, first[0]!.other.id].toSorted()).toEqual([one.id, two.id].toSorted())
  clock.now = new Date(clock.now.getTime() + 60_000)
  await tell([one.id, two.id], true, as(shop.pharmacien.token))
  expect(await pairs()).toEqual(first)
  expect(await found()).toEqual([])
})

test('taken back, they are proposed again; taking back twice changes nothing', async () => {
  const { like, found, tell, pairs } = await aShop()
  const [one, two] = [await like(), await like()]
  await tell([one.id, two.id])
  await tell([one.id, two.id], false)
  await tell([one.id, two.id], false)
  expect(await pairs()).toEqual([])
  expect(await found()).toEqual([[one.id, two.id]])
})

test('of three, who was told apart from both others leaves the group; from one of them only, she stays in it', async () => {
  const { like, found, tell } = await aShop()
  const [one, two, three] = [await like(), await like(), await like()]
  await tell([one.id, three.id])
  expect(await found()).toEqual([[one.id, two.id, three.id]])
  await tell([two.id, three.id])
  expect(await found()).toEqual([[one.id, two.id]])
  await tell([one.id, two.id, three.id])
  expect(await found()).toEqual([])
})

test('a merge passes on whom the duplicate is not, and settles a pair of the two', async () => {
  const { titulaire, like, found, tell, pairs } = await aShop()
  const [one, two, three] = [await like(), await like(), await like()]
  await tell([one.id, two.id])
  await titulaire.call(persons.merge, { params: { id: three.id }, body: { duplicateId: two.id } })
  expect((await pairs()).map(({ one: a, other: b }) => [a.id, b.id].toSorted())).toEqual([
    [one.id, three.id].toSorted(),
  ])
  expect(await found()).toEqual([])
  await titulaire.call(persons.merge, { params: { id: one.id }, body: { duplicateId: three.id } })
  expect(await pairs()).toEqual([])
})

test('a person of another pharmacy, one who was merged and one who is not there are refused, and nothing is kept', async () => {
  const [mine, theirs] = [await aShop(), await aShop()]
  const [one, two, merged] = [await mine.like(), await mine.like(), await mine.like()]
  await mine.titulaire.call(persons.merge, { params: { id: one.id }, body: { duplicateId: merged.id } })
  const foreign = await theirs.like()
  for (const id of [foreign.id, merged.id, randomUUID()])
    await expect(mine.tell([one.id, two.id, id])).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.personIds', message: 'unknown' }] },
    })
  expect(await mine.pairs()).toEqual([])
  await theirs.tell([foreign.id, (await theirs.like()).id])
  expect(await mine.pairs()).toEqual([])
})

test('an erased person leaves no pair, and taking a pair back is in the audit', async () => {
  const { shop, titulaire, like, tell, pairs } = await aShop()
  const [one, two] = [await like(), await like()]
  await tell([one.id, two.id])
  await tell([one.id, two.id], false)
  const traces = await database.read(shop.id, (tx) =>
    tx.selectFrom('audit_entries').select('action').where('part', '=', 'person_distinct_pairs').orderBy('n').execute(),
  )
  expect(traces).toEqual([{ action: 'insert' }, { action: 'delete' }])
  await tell([one.id, two.id])
  await titulaire.call(persons.erase, { params: { id: two.id } })
  expect(await pairs()).toEqual([])
})
