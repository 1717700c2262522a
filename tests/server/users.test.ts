import { expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { createToken } from '#shared/contract/tokens.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { recordPin } from '#server/identity/pin.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { aMember } from '#tests/server/support/members.ts'
import { differentPins } from '#tests/server/support/pins.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { pinSecret, testApp } from '#tests/server/support/test-app.ts'

const { as, app, clock, database, hints, openShop, rowCounts } = await testApp()
const shop = await openShop('users')
const other = await openShop('elsewhere')
const titulaire = as(shop.titulaire.token)
const roleIdOf = async (name: string): Promise<string> =>
  (await titulaire.call(roles.list, { query: { size: 100 } })).items.find((role) => role.name === name)?.id ?? 'none'
const vendeurRole = await roleIdOf('vendeur')
const titulaireRole = await roleIdOf('titulaire')
const nextPin = differentPins()
const aUser = (values: { pin?: string; roleIds?: string[] } = {}) =>
  titulaire.call(users.create, {
    body: { firstName: 'Awa', lastName: 'Kone', roleIds: [vendeurRole], pin: nextPin(), ...values },
  })

test('a new user has a PIN that never leaves the server', async () => {
  const user = await aUser()
  expect(user).toEqual({
    id: user.id,
    firstName: 'Awa',
    lastName: 'Kone',
    email: null,
    roles: [{ id: vendeurRole, name: 'vendeur' }],
    hasPin: true,
    active: true,
    hasAccount: false,
    invitedUntil: null,
    invitationMail: null,
    lastSeen: null,
  })
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toEqual(user)
  const reply = await app.inject({
    url: `/api/users/${user.id}`,
    headers: { authorization: `Bearer ${shop.titulaire.token}` },
  })
  expect(Object.keys(reply.json<object>()).toSorted()).toEqual([
    'active',
    'email',
    'firstName',
    'hasAccount',
    'hasPin',
    'id',
    'invitationMail',
    'invitedUntil',
    'lastName',
    'lastSeen',
    'roles',
  ])
})

test('two members of a pharmacy cannot have the same PIN; two pharmacies can', async () => {
  await aUser({ pin: '2468' })
  const before = await rowCounts()
  await expect(aUser({ pin: '2468' })).rejects.toMatchObject({ message: 'users:duplicatePinCode', status: 409 })
  expect(await rowCounts()).toEqual(before)
  const elsewhere = as(other.titulaire.token)
  const [role] = await elsewhere.call(pharmacies.roles, { params: { id: other.id } })
  await expect(
    elsewhere.call(users.create, { body: { firstName: 'Ali', lastName: 'Diop', roleIds: [role!.id], pin: '2468' } }),
  ).resolves.toBeDefined()
})

test.each(['0000', '1234', '4321', '1212', '1122', '1960'])(
  '%s is no PIN for a new member nor for another one',
  async (pin) => {
    const user = await aUser()
    const before = await rowCounts()
    const refusal = { message: 'users:trivialPinCode', status: 422 }
    await expect(aUser({ pin })).rejects.toMatchObject(refusal)
    await expect(titulaire.call(users.patch, { params: { id: user.id }, body: { pin } })).rejects.toMatchObject(refusal)
    expect(await rowCounts()).toEqual(before)
  },
)

test('a trivial PIN from before still unlocks', async () => {
  const user = await aUser()
  const { hash, mac } = await recordPin({ pinSecret, pinCost: cheapPins }, shop.id, '1234')
  await database.platform((tx) =>
    tx.updateTable('users').set({ pin_hash: hash, pin_mac: mac }).where('id', '=', user.id).execute(),
  )
  await expect(
    as(shop.terminal.token).call(createToken, { body: { userId: user.id, pin: '1234', terminalId: idOf('terminal') } }),
  ).resolves.toBeDefined()
})

test('PINs from before that are easy to guess are named to who manages their members, to nobody else', async () => {
  const { hash, mac } = await recordPin({ pinSecret, pinCost: cheapPins }, shop.id, '1212')
  const user = await aUser()
  const weakOf = async (token: string) => (await as(token).call(users.weakPins, {})).map(({ id }) => id)
  expect(await weakOf(shop.titulaire.token)).not.toContain(user.id)
  const setPin = (id: string) =>
    database.platform((tx) =>
      tx.updateTable('users').set({ pin_hash: hash, pin_mac: mac }).where('id', '=', id).execute(),
    )
  await setPin(user.id)
  expect(await weakOf(shop.titulaire.token)).toContain(user.id)
  await expect(as(shop.vendeur.token).call(users.weakPins, {})).rejects.toMatchObject({ message: 'auth:forbidden' })
  expect(await weakOf(other.titulaire.token)).toEqual([])
  // Who has fewer rights could unlock as this member, once told.
  const lesser = await aMember(database, shop, ['audit.see', 'user.manage'])
  expect(await weakOf(lesser.token)).not.toContain(user.id)
  const reader = await aMember(
    database,
    shop,
    permissions.filter((right) => right !== 'user.manage'),
  )
  expect(await weakOf(reader.token)).toEqual([])
  await titulaire.call(users.patch, { params: { id: user.id }, body: { pin: nextPin() } })
  expect(await weakOf(shop.titulaire.token)).not.toContain(user.id)
})

test('of two creations at once with one PIN, one wins', async () => {
  const outcomes = await Promise.allSettled([aUser({ pin: '1357' }), aUser({ pin: '1357' })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a new PIN replaces the old one, and one’s own may be set again', async () => {
  const user = await aUser({ pin: '7001' })
  await titulaire.call(users.patch, { params: { id: user.id }, body: { pin: '7002' } })
  const unlock = (code: string) =>
    as(shop.terminal.token).call(createToken, { body: { userId: user.id, pin: code, terminalId: idOf('terminal') } })
  await expect(unlock('7001')).rejects.toMatchObject({ message: 'tokens:wrongPin' })
  await expect(unlock('7002')).resolves.toBeDefined()
  await expect(titulaire.call(users.patch, { params: { id: user.id }, body: { pin: '7002' } })).resolves.toBeDefined()
  const taken = await aUser({ pin: '7003' })
  await expect(
    titulaire.call(users.patch, { params: { id: user.id }, body: { pin: '7003', firstName: 'Other' } }),
  ).rejects.toMatchObject({ message: 'users:duplicatePinCode' })
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toMatchObject({ firstName: 'Awa' })
  expect(taken.hasPin).toBe(true)
})

test('names, e-mail and roles change by what is given only', async () => {
  const user = await aUser()
  expect(await titulaire.call(users.patch, { params: { id: user.id }, body: { email: 'awa@example.org' } })).toEqual({
    ...user,
    email: 'awa@example.org',
  })
  expect(
    await titulaire.call(users.patch, { params: { id: user.id }, body: { roleIds: [titulaireRole] } }),
  ).toMatchObject({ roles: [{ name: 'titulaire' }], email: 'awa@example.org' })
  expect(await titulaire.call(users.patch, { params: { id: user.id }, body: {} })).toMatchObject({ lastName: 'Kone' })
})

test('deleting a user keeps the row for the history, and the lock screen forgets the face', async () => {
  const user = await aUser()
  expect((await titulaire.call(pharmacies.users, { params: { id: shop.id } })).map(({ id }) => id)).toContain(user.id)
  expect(await titulaire.call(users.remove, { params: { id: user.id } })).toEqual({ id: user.id })
  expect(await titulaire.call(users.read, { params: { id: user.id } })).toMatchObject({ active: false })
  expect((await titulaire.call(pharmacies.users, { params: { id: shop.id } })).map(({ id }) => id)).not.toContain(
    user.id,
  )
})

test('a role of another pharmacy cannot be given', async () => {
  const [foreign] = await as(other.titulaire.token).call(pharmacies.roles, { params: { id: other.id } })
  await expect(aUser({ roleIds: [foreign!.id] })).rejects.toMatchObject({
    message: 'requests:invalid',
    status: 400,
    details: { issues: [{ path: 'body.roleIds' }] },
  })
})

test('nobody gives a right that they lack, nor sets the PIN of who has more', async () => {
  const { id: roleId } = await titulaire.call(roles.create, {
    body: { name: 'ressources humaines', permissions: ['user.manage', 'sale.sell', 'register.use'] },
  })
  const manager = await aUser({ roleIds: [roleId], pin: '6001' })
  const { claims } = await as(shop.terminal.token).call(createToken, {
    body: { userId: manager.id, pin: '6001', terminalId: idOf('terminal') },
  })
  const { tokenOf } = await import('#tests/server/support/shop.ts')
  const asManager = as(tokenOf({ sub: manager.id, pharmacyId: shop.id, pin: claims.pin }))
  await expect(
    asManager.call(users.create, { body: { firstName: 'A', lastName: 'B', roleIds: [titulaireRole], pin: '6002' } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })
  await expect(
    asManager.call(users.patch, { params: { id: shop.titulaire.id }, body: { pin: '6003' } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
  await expect(
    asManager.call(users.create, { body: { firstName: 'A', lastName: 'B', roleIds: [vendeurRole], pin: '6004' } }),
  ).resolves.toBeDefined()
})

test('one’s own roles and activity are for somebody else to change', async () => {
  const own = { params: { id: shop.titulaire.id } }
  await expect(titulaire.call(users.remove, own)).rejects.toMatchObject({ message: 'requests:conflict' })
  await expect(titulaire.call(users.patch, { ...own, body: { active: false } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
  await expect(titulaire.call(users.patch, { ...own, body: { roleIds: [vendeurRole] } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
})

test('the list is searched by name and address, filtered, and sorted by every column both ways', async () => {
  const { id } = await aUser({ pin: '7020' })
  const [gone, manager] = [await aUser(), await aUser({ roleIds: [titulaireRole], pin: '7021' })]
  for (const [userId, code] of [
    [id, '7020'],
    [manager.id, '7021'],
  ] as const) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    await as(shop.terminal.token).call(createToken, { body: { userId, pin: code, terminalId: idOf('terminal') } })
  }
  await titulaire.call(users.patch, { params: { id: manager.id }, body: { email: 'awa@example.org' } })
  await titulaire.call(users.create, { body: { firstName: 'Noé', lastName: 'Sans code', roleIds: [vendeurRole] } })
  await titulaire.call(invitations.invite, { params: { id: manager.id } })
  await titulaire.call(users.patch, { params: { id }, body: { lastName: 'Zakarì', email: 'zak@example.org' } })
  await titulaire.call(users.remove, { params: { id: gone.id } })
  const found = async (query: CallInput<typeof users.list>['query']) =>
    (await titulaire.call(users.list, { query: { size: 100, ...query } })).items.map((user) => user.id)
  expect(await found({ search: 'zakari awa' })).toEqual([id])
  expect(await found({ search: 'ZAK@example' })).toEqual([id])
  const inactive = await found({ only: 'inactive' })
  expect(inactive).toContain(gone.id)
  expect(inactive).not.toContain(id)
  expect(await found({ only: 'active' })).not.toContain(gone.id)
  expect(await found({ roleId: titulaireRole })).toContain(manager.id)
  expect(await found({ roleId: titulaireRole })).not.toContain(id)
  await expectSortedBothWays((query) => titulaire.call(users.list, { query }), {
    name: ({ lastName, firstName }) => `${lastName} ${firstName}`,
    roles: ({ roles }) => roles.map(({ name }) => name).join(', ') || null,
    email: ({ email }) => email,
    lastSeen: ({ lastSeen }) => lastSeen?.at ?? null,
    state: ({ active, hasPin, invitedUntil }) =>
      active ? (invitedUntil === null ? (hasPin ? null : 'sans code') : 'invite') : 'desactive',
  })
})

test('where and when a member was last seen is that of the last unlock with a network', async () => {
  const user = await aUser({ pin: '7010' })
  const unlockAt = (terminalId: string) =>
    as(shop.terminal.token).call(createToken, { body: { userId: user.id, pin: '7010', terminalId } })
  await unlockAt(idOf('terminal'))
  clock.now = new Date(clock.now.getTime() + 60_000)
  await unlockAt(idOf('another terminal'))
  expect((await titulaire.call(users.read, { params: { id: user.id } })).lastSeen).toEqual({
    at: clock.now.toISOString(),
    terminalCode: terminalCode(idOf('another terminal')),
  })
})

test('the list comes by page and size, without the accounts of tills', async () => {
  const all = await titulaire.call(users.all, {})
  expect(all.map(({ id }) => id)).not.toContain(shop.terminal.id)
  const first = await titulaire.call(users.list, { query: { page: 0, size: 3 } })
  const second = await titulaire.call(users.list, { query: { page: 1, size: 3 } })
  expect([first.total, [...first.items, ...second.items].map(({ id }) => id)]).toEqual([
    all.length,
    all.slice(0, 6).map(({ id }) => id),
  ])
})

test('a change is told to the windows of this pharmacy only, after it is done', async () => {
  const heard: string[] = []
  const stop = [
    hints.subscribe(shop.id, (list) => heard.push(list)),
    hints.subscribe(other.id, () => heard.push('elsewhere')),
  ]
  const user = await aUser()
  expect(heard).toEqual(['users'])
  expect(
    await database.read(shop.id, (tx) => tx.selectFrom('users').select('id').where('id', '=', user.id).execute()),
  ).toHaveLength(1)
  for (const end of stop) end()
})
