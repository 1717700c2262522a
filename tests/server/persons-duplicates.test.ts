import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shops = 0

/** Each test in a pharmacy of its own: duplicates are found among everybody. */
async function aShop() {
  const shop = await openShop(`duplicates ${shops++}`)
  const titulaire = as(shop.titulaire.token)
  const base = clientsOf(server, shop)
  // a second apart, so that who is older is never a matter of chance
  const person: typeof base.person = (values) => {
    clock.now = new Date(clock.now.getTime() + 1000)
    return base.person(values)
  }
  const make = { ...base, person }
  const found = async (query: { page?: number; size?: number } = {}) => {
    const { items, total } = await titulaire.call(persons.duplicates, { query })
    return { total, groups: items.map(({ reason, persons: group }) => [reason, ...group.map(({ id }) => id)]) }
  }
  return { shop, titulaire, make, found }
}

test('nobody is like another without a reason', async () => {
  const { make, found } = await aShop()
  await make.person({ lastName: 'Bio', birthDate: '1990-01-01', phone: '96123456', socialSecurityId: '1' })
  await make.person({ lastName: 'Bio', birthDate: '1990-01-02', phone: '96123457', socialSecurityId: '2' })
  await make.person({ lastName: 'Bio', firstName: 'Ama' })
  await make.person({ lastName: 'Bio', firstName: 'Ama' })
  expect(await found()).toEqual({ total: 0, groups: [] })
})

test('one phone, however it was typed, the oldest person first', async () => {
  const { shop, make, found } = await aShop()
  const one = await make.person({ lastName: 'Un', phone: '96 12 34 56' })
  const two = await make.person({ lastName: 'Deux', phone: '+229 01 96 12 34 56' })
  const raw = await make.person({ lastName: 'Trois' })
  await database.platform((tx) =>
    tx
      .updateTable('persons')
      .set({ phone: '+229 01 96 12 34 56', created_at: new Date('2020-01-01') })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', raw.id)
      .execute(),
  )
  expect(await found()).toEqual({ total: 1, groups: [['phone', raw.id, one.id, two.id]] })
})

test('a family has one phone: relatives, and who is told apart by birth date or sex, are nobody’s duplicate by it', async () => {
  const { make, found, titulaire } = await aShop()
  const phone = '96123456'
  const mother = await make.person({ firstName: 'Ama', phone, birthDate: '1990-01-01', sex: 'F' })
  await make.person({ firstName: 'Afi', phone, birthDate: '2012-03-04', sex: 'F' })
  await make.person({ firstName: 'Kofi', phone, birthDate: '1990-01-01', sex: 'M' })
  const sister = await make.person({ firstName: 'Adjoa', phone, birthDate: '1990-01-01', sex: 'F' })
  await titulaire.call(persons.relate, { params: { id: sister.id }, body: { relativeId: mother.id, kind: 'sibling' } })
  expect((await found()).groups.flat()).not.toContain(mother.id)
  const typedAgain = await make.person({ firstName: 'A.', phone, birthDate: '1990-01-01' })
  expect((await found()).groups[0]).toEqual(expect.arrayContaining(['phone', mother.id, typedAgain.id]))
})

test('a number that everybody gives is no reason', async () => {
  const { make, found } = await aShop()
  for (let count = 0; count < 51; count++) await make.person({ phone: '96123456' })
  expect(await found()).toEqual({ total: 0, groups: [] })
})

test('one number of social security, with blanks or without', async () => {
  const { make, found } = await aShop()
  const one = await make.person({ lastName: 'Un', socialSecurityId: '2 90 05 AB' })
  const two = await make.person({ lastName: 'Deux', socialSecurityId: '29005ab' })
  expect((await found()).groups).toEqual([['social-security-id', one.id, two.id]])
})

test('one name and birth date: without accents, and the wrong way round too', async () => {
  const { make, found } = await aShop()
  const one = await make.person({ lastName: 'HOUNKPÈ', firstName: 'Édith', birthDate: '1990-05-17' })
  const two = await make.person({ lastName: 'Edith', firstName: 'hounkpe\u0300', birthDate: '1990-05-17' })
  await make.person({ lastName: 'Hounkpè', firstName: 'Édith', birthDate: '1991-05-17' })
  expect((await found()).groups).toEqual([['name', one.id, two.id]])
})

test('one number under one contract, of two who both say they are the insured', async () => {
  const { make, found } = await aShop()
  const [one, two, child, elsewhere, former] = [
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
    await make.person(),
  ]
  const [contractId, another] = [await make.contract(), await make.contract()]
  await make.policy({ contractId, personId: one.id, number: 'NS-1' })
  await make.policy({ contractId, personId: two.id, number: 'ns-1' })
  await make.policy({ contractId, personId: child.id, number: 'NS-1', holderId: one.id })
  await make.policy({ contractId: another, personId: elsewhere.id, number: 'NS-1' })
  await make.policy({ contractId, personId: former.id, number: 'NS-1', archived: true })
  expect((await found()).groups).toEqual([['policy-number', one.id, two.id]])
})

test('two who are alike for several reasons stand once, with the surest', async () => {
  const { make, found } = await aShop()
  const same = { lastName: 'Bio', firstName: 'Ama', birthDate: '1990-01-01', phone: '96123456', socialSecurityId: '7' }
  const [one, two] = [await make.person(same), await make.person(same)]
  expect(await found()).toEqual({ total: 1, groups: [['social-security-id', one.id, two.id]] })
})

test('archived and merged ones are left out: merging settles a group', async () => {
  const { titulaire, make, found } = await aShop()
  const [one, two, three] = [
    await make.person({ phone: '96123456' }),
    await make.person({ phone: '96123456' }),
    await make.person({ phone: '96123456' }),
  ]
  await titulaire.call(persons.remove, { params: { id: three.id } })
  expect((await found()).groups).toEqual([['phone', one.id, two.id]])
  await titulaire.call(persons.merge, { params: { id: one.id }, body: { duplicateId: two.id } })
  expect(await found()).toEqual({ total: 0, groups: [] })
})

test('by page, surest first, each row whole', async () => {
  const { make, found, titulaire } = await aShop()
  for (const socialSecurityId of ['1', '1', '2', '2']) await make.person({ socialSecurityId })
  for (const phone of ['96123456', '96123456']) await make.person({ phone })
  const pages = [await found({ size: 2 }), await found({ page: 1, size: 2 }), await found({ page: 2, size: 2 })]
  expect(pages.map(({ total, groups }) => [total, groups.map(([reason]) => reason)])).toEqual([
    [3, ['social-security-id', 'social-security-id']],
    [3, ['phone']],
    [3, []],
  ])
  const { items } = await titulaire.call(persons.duplicates, {})
  expect(items[0]!.persons[0]).toMatchObject({ lastName: 'Kouassi', outgoing: 0, policies: [] })
})

test('sorted by every column, both ways: by the name of the oldest, how many they are, how sure the reason is', async () => {
  const { make, titulaire } = await aShop()
  for (const lastName of ['Zinsou', 'Agbo']) await make.person({ lastName, socialSecurityId: '1' })
  for (const lastName of ['édah', 'Édah', 'Bio']) await make.person({ lastName, phone: '96123456' })
  const surest = ['social-security-id', 'policy-number', 'name', 'phone']
  await expectSortedBothWays((query) => titulaire.call(persons.duplicates, { query }), {
    persons: ({ persons: [oldest] }) => `${oldest!.lastName} ${oldest!.firstName}`,
    count: ({ persons: group }) => group.length,
    reason: ({ reason }) => surest.indexOf(reason),
  })
})

test('the persons of another pharmacy are like nobody of ours', async () => {
  const [mine, theirs] = [await aShop(), await aShop()]
  await mine.make.person({ phone: '96123456' })
  await theirs.make.person({ phone: '96123456' })
  expect([await mine.found(), await theirs.found()]).toEqual([
    { total: 0, groups: [] },
    { total: 0, groups: [] },
  ])
})
