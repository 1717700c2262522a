import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { aMember } from '#tests/server/support/members.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, hints, openShop, rowCounts } = server
const shop = await openShop('persons')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const issueAt = (path: string, message: unknown = expect.any(String) as string) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: [{ path, message }] },
})

test('a person is kept as he was typed, with his phone in one form', async () => {
  const tag = await make.tag('person')
  const created = await make.person({
    lastName: 'Hounkpè',
    firstName: 'Édith',
    birthDate: '1990-05-17',
    sex: 'F',
    phone: '96 12 34 56',
    socialSecurityId: '2900517',
    email: 'e@example.org',
    address: 'Ganhi',
    note: 'Allergique à la pénicilline',
    tags: [tag],
  })
  expect(created).toEqual({
    id: created.id,
    lastName: 'Hounkpè',
    firstName: 'Édith',
    birthDate: '1990-05-17',
    sex: 'F',
    phone: '+2290196123456',
    socialSecurityId: '2900517',
    email: 'e@example.org',
    address: 'Ganhi',
    note: 'Allergique à la pénicilline',
    creditLimit: null,
    tags: [tag],
    outgoing: 0,
    openBills: [],
    policies: [],
    archived: false,
    erasedAt: null,
    mergedInto: null,
    relationships: [],
    createdAt: created.createdAt,
    toCheck: false,
    checked: null,
  })
  expect(await titulaire.call(persons.read, { params: { id: created.id } })).toEqual(created)
})

test.each([
  '王小明',
  'مُحَمَّد',
  'Ọlá\u0301 Ṣadé',
  'e\u0301dith',
  '<script>alert(1)</script>',
  '👩🏾 🙈',
  'O’Neil & "fils" \\ % _',
  'NULL',
])('the name « %s » goes through unchanged', async (name) => {
  const { id } = await make.person({ lastName: name, firstName: name, note: name })
  expect(await titulaire.call(persons.read, { params: { id } })).toMatchObject({
    lastName: name,
    firstName: name,
    note: name,
  })
})

test('a name with NUL is refused, in a creation and in a change', async () => {
  const { id } = await make.person()
  await expect(make.person({ lastName: 'a\u0000b' })).rejects.toMatchObject({
    message: 'requests:invalid',
    status: 400,
  })
  await expect(titulaire.call(persons.patch, { params: { id }, body: { note: 'a\u0000b' } })).rejects.toMatchObject({
    message: 'requests:invalid',
    status: 400,
  })
})

test('an e-mail that is none is said at its field; none at all is none, and an old one does not block other changes', async () => {
  for (const email of ['ama', 'ama@', 'ama@example', 'ama @example.org', 'a@b.org, c@d.org'])
    await expect(make.person({ email })).rejects.toMatchObject(issueAt('body.email'))
  expect(await make.person({ email: '' })).toMatchObject({ email: null })
  const { id } = await make.person({ email: ' ama.k@example.org ' })
  expect(await titulaire.call(persons.read, { params: { id } })).toMatchObject({ email: 'ama.k@example.org' })
  await expect(titulaire.call(persons.patch, { params: { id }, body: { email: 'ama' } })).rejects.toMatchObject(
    issueAt('body.email'),
  )
  await database.platform((tx) => tx.updateTable('persons').set({ email: 'ama' }).where('id', '=', id).execute())
  expect(await titulaire.call(persons.patch, { params: { id }, body: { firstName: 'Aya' } })).toMatchObject({
    firstName: 'Aya',
    email: 'ama',
  })
})

test('an impossible phone, birth date or tag is said at its field, and nothing is kept', async () => {
  clock.now = new Date('2026-11-21T23:30:00Z')
  const before = await rowCounts()
  await expect(make.person({ phone: '12' })).rejects.toMatchObject(issueAt('body.phone', 'length'))
  await expect(make.person({ phone: 'chez sa sœur' })).rejects.toMatchObject(issueAt('body.phone', 'characters'))
  await expect(make.person({ birthDate: '1890-01-01' })).rejects.toMatchObject(issueAt('body.birthDate', 'too-old'))
  await expect(make.person({ birthDate: '2026-02-30' })).rejects.toMatchObject(issueAt('body.birthDate'))
  await expect(make.person({ birthDate: '2026-11-23' })).rejects.toMatchObject(issueAt('body.birthDate', 'future'))
  await expect(make.person({ tags: [await make.tag('organization')] })).rejects.toMatchObject(
    issueAt('body.tags.0', 'unknown'),
  )
  await expect(make.person({ tags: [await clientsOf(server, other).tag('person')] })).rejects.toMatchObject(
    issueAt('body.tags.0', 'unknown'),
  )
  await expect(make.person({ lastName: '  ' })).rejects.toMatchObject(issueAt('body.lastName'))
  expect({ ...(await rowCounts()), tags: before.tags }).toEqual(before)
  // in Cotonou it is the 22nd already
  await expect(make.person({ birthDate: '2026-11-22' })).resolves.toBeDefined()
  clock.now = new Date()
})

test('several wrong fields are said together', async () => {
  await expect(make.person({ phone: '12', birthDate: '1890-01-01', tags: [idOf('no tag')] })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.tags.0' }, { path: 'body.phone' }, { path: 'body.birthDate' }] },
  })
})

test('a change touches what it names, and what came from elsewhere does not stand in its way', async () => {
  const { id } = await make.person({ phone: '96123456', note: 'À rappeler', creditLimit: 5000 })
  expect(
    await titulaire.call(persons.patch, { params: { id }, body: { firstName: 'Aya', phone: null } }),
  ).toMatchObject({ lastName: 'Kouassi', firstName: 'Aya', phone: null, note: 'À rappeler', creditLimit: 5000 })
  await database.platform((tx) =>
    tx.updateTable('persons').set({ phone: '97 00 / 95 00', birth_date: '1880-01-01' }).where('id', '=', id).execute(),
  )
  expect(
    await titulaire.call(persons.patch, {
      params: { id },
      body: { firstName: 'Akua', phone: '97 00 / 95 00', birthDate: '1880-01-01' },
    }),
  ).toMatchObject({ firstName: 'Akua', phone: '97 00 / 95 00' })
  await expect(
    titulaire.call(persons.patch, { params: { id }, body: { phone: '97 01 / 95 00' } }),
  ).rejects.toMatchObject(issueAt('body.phone', 'characters'))
  expect(await titulaire.call(persons.patch, { params: { id }, body: {} })).toMatchObject({ firstName: 'Akua' })
})

test('a credit limit is given, changed and lifted by who has the right to it only', async () => {
  const clerk = as(
    (
      await aMember(
        database,
        shop,
        permissions.filter((right) => right !== 'client.credit'),
      )
    ).token,
  )
  const forbidden = { message: 'auth:forbidden', status: 403 }
  for (const creditLimit of [1, null])
    await expect(clerk.call(persons.create, { body: { lastName: 'Sossa', creditLimit } })).rejects.toMatchObject(
      forbidden,
    )
  for (const body of [{ lastName: 'Sossa' }, { lastName: 'Sossa', creditLimit: 0 }])
    expect(await clerk.call(persons.create, { body })).toMatchObject({ creditLimit: 0 })
  const { id } = await make.person({ creditLimit: 5000 })
  for (const creditLimit of [6000, null, 0])
    await expect(clerk.call(persons.patch, { params: { id }, body: { creditLimit } })).rejects.toMatchObject(forbidden)
  expect(
    await clerk.call(persons.patch, { params: { id }, body: { creditLimit: 5000, firstName: 'Aya' } }),
  ).toMatchObject({ firstName: 'Aya', creditLimit: 5000 })
  expect(await titulaire.call(persons.patch, { params: { id }, body: { creditLimit: null } })).toMatchObject({
    creditLimit: null,
  })
})

test('somebody of another pharmacy is nobody', async () => {
  const { id } = await clientsOf(server, other).person()
  const missing = { message: 'requests:notFound', status: 404 }
  await expect(titulaire.call(persons.read, { params: { id } })).rejects.toMatchObject(missing)
  await expect(titulaire.call(persons.patch, { params: { id }, body: { firstName: 'X' } })).rejects.toMatchObject(
    missing,
  )
  await expect(titulaire.call(persons.remove, { params: { id } })).rejects.toMatchObject(missing)
  for (const call of [persons.outgoing, persons.bills, persons.contractPolicies, persons.relationships] as const)
    await expect(titulaire.call(call, { params: { id } })).rejects.toMatchObject(missing)
  expect(await as(other.titulaire.token).call(persons.read, { params: { id } })).toMatchObject({
    firstName: 'Ama',
    archived: false,
  })
})

test('every write is told to the tills, a refusal is not', async () => {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  const { id } = await make.person()
  await titulaire.call(persons.patch, { params: { id }, body: { firstName: 'Aya' } })
  await titulaire.call(persons.remove, { params: { id } })
  await expect(make.person({ phone: '12' })).rejects.toBeDefined()
  stop()
  expect(heard).toEqual(['persons', 'persons', 'persons'])
})
