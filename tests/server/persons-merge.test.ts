import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, database, hints, openShop, rowCounts } = server
const shop = await openShop('merging')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const merge = (id: string, duplicateId: string) =>
  titulaire.call(persons.merge, { params: { id }, body: { duplicateId } })
const read = (id: string) => titulaire.call(persons.read, { params: { id } })
const cannot = { message: 'persons:cannotMerge', status: 409 }

test('what the kept one lacks comes from the duplicate, what he has stays', async () => {
  const [mine, theirs, both] = [await make.tag('person'), await make.tag('person'), await make.tag('person')]
  const kept = await make.person({
    firstName: '',
    phone: '96123456',
    note: 'Asthme',
    creditLimit: 1000,
    tags: [both, mine],
  })
  const duplicate = await make.person({
    firstName: 'Aya',
    phone: '97123456',
    birthDate: '1990-05-17',
    sex: 'F',
    socialSecurityId: '42',
    email: 'a@example.org',
    address: 'Ganhi',
    note: 'Allergique',
    creditLimit: 5000,
    tags: [theirs, both],
  })
  expect(await merge(kept.id, duplicate.id)).toMatchObject({
    id: kept.id,
    firstName: 'Aya',
    phone: '+2290196123456',
    birthDate: '1990-05-17',
    sex: 'F',
    socialSecurityId: '42',
    email: 'a@example.org',
    address: 'Ganhi',
    creditLimit: 5000,
    note: 'Asthme\nAllergique',
    tags: [both, mine, theirs],
    archived: false,
    mergedInto: null,
  })
  expect(await read(duplicate.id)).toMatchObject({ firstName: 'Aya', archived: true, mergedInto: kept.id })
})

test.each([
  { kept: 5000, duplicate: 1000, merged: 5000 },
  { kept: 0, duplicate: 1000, merged: 1000 },
  { kept: 0, duplicate: null, merged: null },
  { kept: null, duplicate: 0, merged: null },
])('the higher credit limit stays: $kept and $duplicate give $merged', async (limits) => {
  const [kept, duplicate] = [
    await make.person({ creditLimit: limits.kept }),
    await make.person({ creditLimit: limits.duplicate }),
  ]
  expect(await merge(kept.id, duplicate.id)).toMatchObject({ creditLimit: limits.merged })
})

test('notes that are too long together, and more tags than one may have, are left as the kept one has them', async () => {
  const tags = await Promise.all(Array.from({ length: 21 }, () => make.tag('person')))
  const kept = await make.person({ note: 'a'.repeat(1500), tags: tags.slice(0, 20) })
  const duplicate = await make.person({ note: 'b'.repeat(600), tags: tags.slice(20) })
  const merged = await merge(kept.id, duplicate.id)
  expect([merged.note, merged.tags]).toEqual([kept.note, kept.tags])
  expect(
    await titulaire.call(persons.patch, { params: { id: kept.id }, body: { note: merged.note, tags: merged.tags } }),
  ).toMatchObject({ id: kept.id })
})

test('policies move; the same card under the same contract is archived instead of doubled', async () => {
  const [kept, duplicate, child] = [await make.person(), await make.person(), await make.person()]
  const [first, second] = [await make.contract(), await make.contract()]
  const own = await make.policy({ contractId: first, personId: kept.id, number: 'NS-1' })
  const same = await make.policy({ contractId: first, personId: duplicate.id, number: 'ns-1' })
  const elsewhere = await make.policy({ contractId: second, personId: duplicate.id, number: 'NS-1' })
  const held = await make.policy({ contractId: second, personId: child.id, number: 'NS-1', holderId: duplicate.id })
  const byDuplicate = await make.policy({
    contractId: second,
    personId: kept.id,
    number: 'NS-3',
    holderId: duplicate.id,
  })
  const merged = await merge(kept.id, duplicate.id)
  expect(merged.policies.map(({ id }) => id).toSorted()).toEqual([own, elsewhere, byDuplicate].toSorted())
  expect(merged.policies.find(({ id }) => id === byDuplicate)).toMatchObject({ beneficiaryId: kept.id, holderId: null })
  const all = await titulaire.call(persons.contractPolicies, { params: { id: kept.id } })
  expect(all.find(({ id }) => id === same)).toMatchObject({ archived: true, beneficiaryId: kept.id })
  expect((await read(child.id)).policies).toMatchObject([{ id: held, holderId: kept.id }])
  expect((await read(duplicate.id)).policies).toEqual([])
})

test('relatives move; what would relate him to himself or twice goes', async () => {
  const [kept, duplicate, child, brother, both] = [
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
  ]
  const relate = (id: string, relativeId: string, kind: 'child' | 'sibling' | 'spouse') =>
    titulaire.call(persons.relate, { params: { id }, body: { relativeId, kind } })
  await relate(kept.id, duplicate.id, 'sibling')
  await relate(duplicate.id, child.id, 'child')
  await relate(brother.id, duplicate.id, 'sibling')
  await relate(kept.id, both.id, 'spouse')
  await relate(both.id, duplicate.id, 'child')
  const { relationships } = await merge(kept.id, duplicate.id)
  expect(relationships).toHaveLength(3)
  expect(Object.fromEntries(relationships.map(({ kind, relative }) => [relative.id, kind]))).toEqual({
    [child.id]: 'child',
    [brother.id]: 'sibling',
    [both.id]: 'spouse',
  })
  expect((await read(child.id)).relationships).toMatchObject([{ kind: 'parent', relative: { id: kept.id } }])
  expect((await read(duplicate.id)).relationships).toEqual([])
})

test('purchases are his, and so is what was bought on the duplicate’s credit, although no payment was rewritten', async () => {
  const [kept, duplicate] = [await make.person(), await make.person()]
  const bought = await make.purchase({ patientId: duplicate.id, creditOf: duplicate.id })
  await make.purchase({ patientId: kept.id, creditOf: kept.id })
  await merge(kept.id, duplicate.id)
  expect(await titulaire.call(sales.read, { params: { id: bought.saleId } })).toMatchObject({
    patientId: kept.id,
    payments: [{ type: 'CREDIT', creditMetadata: { person: duplicate.id } }],
  })
  expect(await titulaire.call(persons.outgoing, { params: { id: kept.id } })).toMatchObject({
    unbilled: 2000,
    total: 2000,
  })
  // counted once, whoever adds up the list
  expect((await read(duplicate.id)).outgoing).toBe(0)
})

test('a chain has one link: who was merged into the duplicate is merged into the kept one', async () => {
  const [a, b, c] = [await make.person(), await make.person(), await make.person()]
  for (const { id } of [a, b, c]) await make.purchase({ patientId: id, creditOf: id })
  await merge(b.id, a.id)
  expect(await merge(c.id, b.id)).toMatchObject({ outgoing: 3000 })
  expect([(await read(a.id)).mergedInto, (await read(b.id)).mergedInto]).toEqual([c.id, c.id])
})

test('tills hear of both, of who was merged before, and of who was insured by the duplicate', async () => {
  const [older, kept, duplicate, child] = [
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
  ]
  await merge(duplicate.id, older.id)
  await make.policy({ contractId: await make.contract(), personId: child.id, number: 'X', holderId: duplicate.id })
  const { cursor } = await titulaire.call(persons.list, { query: { cursor: '', size: 2000 } })
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  await merge(kept.id, duplicate.id)
  stop()
  const { items } = await titulaire.call(persons.list, { query: { cursor: cursor!, size: 2000 } })
  expect(items.map(({ id }) => id).toSorted()).toEqual([older, kept, duplicate, child].map(({ id }) => id).toSorted())
  expect(heard).toContain('persons')
})

test('one person, twice, one merged before, or an archived one to keep: refused, and nothing changed', async () => {
  const [kept, duplicate, third, gone] = [
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
  ]
  await merge(kept.id, duplicate.id)
  await titulaire.call(persons.remove, { params: { id: gone.id } })
  const before = [
    await rowCounts(),
    await database.read(shop.id, (tx) => tx.selectFrom('persons').selectAll().orderBy('id').execute()),
  ]
  for (const [id, duplicateId] of [
    [kept.id, kept.id],
    [kept.id, duplicate.id],
    [duplicate.id, third.id],
    [third.id, duplicate.id],
    [gone.id, third.id],
  ] as const)
    await expect(merge(id, duplicateId)).rejects.toMatchObject(cannot)
  expect([
    await rowCounts(),
    await database.read(shop.id, (tx) => tx.selectFrom('persons').selectAll().orderBy('id').execute()),
  ]).toEqual(before)
  // an archived duplicate is one to be rid of
  expect(await merge(third.id, gone.id)).toMatchObject({ id: third.id })
})

test('who was merged stays so: no change, no return', async () => {
  const [kept, duplicate] = [await make.person(), await make.person()]
  await merge(kept.id, duplicate.id)
  for (const body of [{ archived: false }, { firstName: 'Aya' }])
    await expect(titulaire.call(persons.patch, { params: { id: duplicate.id }, body })).rejects.toMatchObject({
      message: 'requests:conflict',
      status: 409,
    })
  expect(await titulaire.call(persons.remove, { params: { id: duplicate.id } })).toEqual({ id: duplicate.id })
})

test('nobody is merged with a stranger or with nobody', async () => {
  const { id } = await make.person()
  const foreign = await clientsOf(server, other).person()
  for (const duplicateId of [foreign.id, idOf('nobody')])
    await expect(merge(id, duplicateId)).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.duplicateId', message: 'unknown' }] },
    })
  await expect(merge(foreign.id, id)).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('of two mergings at once that contradict each other one is done', async () => {
  const [one, two] = [await make.person(), await make.person()]
  const outcomes = await Promise.allSettled([merge(one.id, two.id), merge(two.id, one.id)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
