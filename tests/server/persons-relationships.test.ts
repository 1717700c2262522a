import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { inverseKind, relationshipKinds } from '#shared/domain/relationship.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, openShop, rowCounts } = server
const shop = await openShop('relatives')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const relate = (id: string, relativeId: string, kind: (typeof relationshipKinds)[number] = 'child') =>
  titulaire.call(persons.relate, { params: { id }, body: { relativeId, kind } })
const relativesOf = (id: string) => titulaire.call(persons.relationships, { params: { id } })
const issue = (message: string) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: [{ path: 'body.relativeId', message }] },
})

test.each(relationshipKinds)('a %s is seen from both sides', async (kind) => {
  const [one, two] = [
    await make.person({ lastName: 'Un' }),
    await make.person({ lastName: 'Deux', birthDate: '2020-01-02' }),
  ]
  const noted = await relate(one.id, two.id, kind)
  expect(noted).toEqual({
    id: noted.id,
    kind,
    relative: { id: two.id, firstName: 'Ama', lastName: 'Deux', birthDate: '2020-01-02', archived: false },
  })
  expect(await relativesOf(one.id)).toEqual([noted])
  expect(await relativesOf(two.id)).toMatchObject([
    { id: noted.id, kind: inverseKind(kind), relative: { id: one.id, lastName: 'Un' } },
  ])
  expect((await titulaire.call(persons.read, { params: { id: two.id } })).relationships).toEqual(
    await relativesOf(two.id),
  )
})

test('twice is a conflict, from the other side and with another kind too', async () => {
  const [one, two] = [await make.person(), await make.person()]
  await relate(one.id, two.id)
  const before = await rowCounts()
  for (const [from, to, kind] of [
    [one, two, 'child'],
    [one, two, 'sibling'],
    [two, one, 'parent'],
  ] as const)
    await expect(relate(from.id, to.id, kind)).rejects.toMatchObject({
      message: 'requests:taken',
      status: 409,
      details: { issues: [{ path: 'body.relativeId', message: 'taken' }] },
    })
  expect(await rowCounts()).toEqual(before)
})

test('of two at once one is noted', async () => {
  const [one, two] = [await make.person(), await make.person()]
  const outcomes = await Promise.allSettled([relate(one.id, two.id), relate(two.id, one.id, 'parent')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await relativesOf(one.id)).toHaveLength(1)
})

test('nobody is related to oneself, to who is archived, to a stranger or to nobody', async () => {
  const [one, gone] = [await make.person(), await make.person()]
  await titulaire.call(persons.remove, { params: { id: gone.id } })
  const foreign = await clientsOf(server, other).person()
  await expect(relate(one.id, one.id)).rejects.toMatchObject(issue('oneself'))
  for (const id of [gone.id, foreign.id, idOf('nobody')])
    await expect(relate(one.id, id)).rejects.toMatchObject(issue('unknown'))
  await expect(relate(gone.id, one.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  await expect(relate(foreign.id, one.id)).rejects.toMatchObject({ message: 'requests:notFound' })
  expect(await relativesOf(one.id)).toEqual([])
})

test('a relationship ends for both, once, and not by another pharmacy', async () => {
  const [one, two] = [await make.person(), await make.person()]
  const { id } = await relate(one.id, two.id)
  await expect(as(other.titulaire.token).call(persons.unrelate, { params: { id } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
  expect(await relativesOf(one.id)).toHaveLength(1)
  expect(await titulaire.call(persons.unrelate, { params: { id } })).toEqual({ id })
  await expect(titulaire.call(persons.unrelate, { params: { id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  expect([await relativesOf(one.id), await relativesOf(two.id)]).toEqual([[], []])
})

test('an archived relative stays to be seen, and is said to be one', async () => {
  const [one, two] = [await make.person(), await make.person()]
  await relate(one.id, two.id)
  await titulaire.call(persons.remove, { params: { id: two.id } })
  expect(await relativesOf(one.id)).toMatchObject([{ relative: { id: two.id, archived: true } }])
})
