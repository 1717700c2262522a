import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createToken } from '#shared/contract/tokens.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { idOf, tokenOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
const shop = await openShop('tokens')
const other = await openShop('elsewhere')
const titulaire = as(shop.titulaire.token)
const till = as(shop.terminal.token)
const terminalId = idOf('terminal')
const roleIds = (await titulaire.call(pharmacies.roles, { params: { id: shop.id } }))
  .filter((role) => role.name === 'vendeur')
  .map((role) => role.id)

let member: { id: string; pin: string }
let pin = 1000
beforeEach(async () => {
  clock.now = new Date()
  const own = String(pin++)
  const { id } = await titulaire.call(users.create, { body: { firstName: 'Awa', lastName: 'Kone', roleIds, pin: own } })
  member = { id, pin: own }
})

const unlock = (pin: string, userId = member.id) => till.call(createToken, { body: { userId, pin, terminalId } })
const wrongTimes = async (times: number): Promise<void> => {
  for (let n = 0; n < times; n++) await unlock('9999').catch(() => {})
}

test('the right PIN answers a custom token of that member and opens their rights', async () => {
  const { token, claims, permissions } = await unlock(member.pin)
  expect(claims).toMatchObject({ uid: member.id, pharmacyId: shop.id, roles: ['vendeur'] })
  expect(permissions).toEqual(['sale.sell', 'register.use'])
  expect(decodeProtectedHeader(token).alg).toBe('none')
  expect(decodeJwt(token)).toMatchObject({
    uid: member.id,
    claims: { pharmacyId: shop.id, pin: claims.pin, roles: ['vendeur'], domainId: claims.domainId },
  })
  // the identity token that the sign-in service makes of it
  const identity = tokenOf({ sub: member.id, pharmacyId: shop.id, pin: claims.pin })
  expect(await as(identity).call(users.read, { params: { id: member.id } })).toMatchObject({ firstName: 'Awa' })
})

test('a session for unlocks without a network comes with each unlock, the same for this member and terminal, and opens nothing', async () => {
  const first = await unlock(member.pin)
  const again = await unlock(member.pin)
  expect(again.offlineSessionId).toBe(first.offlineSessionId)
  const elsewhere = await till.call(createToken, {
    body: { userId: member.id, pin: member.pin, terminalId: idOf('another terminal') },
  })
  expect(new Set([first.claims.pin, first.offlineSessionId, elsewhere.offlineSessionId]).size).toBe(3)
  const forged = tokenOf({ sub: member.id, pharmacyId: shop.id, pin: first.offlineSessionId })
  await expect(as(forged).call(users.read, { params: { id: member.id } })).rejects.toMatchObject({
    message: 'auth:invalidToken',
  })
})

test('the reply says how much may be discounted: the highest of the member’s roles, nothing where one has no limit', async () => {
  const role = (name: string, discountLimit: number | null, permissions: Permission[] = ['sale.discount']) =>
    titulaire.call(roles.create, { body: { name, permissions, discountLimit } })
  const limits = [
    await role('cinq', 5),
    await role('dix', 10),
    await role('sans limite', null),
    await role('muet', null, ['sale.sell']),
  ] as const
  const limitWith = async (...held: readonly { id: string }[]) => {
    await titulaire.call(users.patch, { params: { id: member.id }, body: { roleIds: held.map(({ id }) => id) } })
    return (await unlock(member.pin)).discountLimit
  }
  const [five, ten, unlimited, silent] = limits
  expect([
    await limitWith(five),
    await limitWith(five, ten),
    await limitWith(ten, silent),
    await limitWith(ten, unlimited),
  ]).toEqual([5, 10, 10, null])
})

test('the pin claim is the id of the unlock, never the digits', async () => {
  const { claims } = await unlock(member.pin)
  const row = await database.read(shop.id, (tx) =>
    tx.selectFrom('unlocks').selectAll().where('id', '=', claims.pin).executeTakeFirst(),
  )
  expect(row).toMatchObject({ user_id: member.id, terminal_id: terminalId })
})

test('a wrong PIN says how many attempts are left and unlocks nothing', async () => {
  const before = await rowCounts()
  await expect(unlock('9999')).rejects.toMatchObject({
    message: 'tokens:wrongPin',
    status: 422,
    details: { attemptsLeft: 4 },
  })
  await expect(unlock('9998')).rejects.toMatchObject({ message: 'tokens:wrongPin', details: { attemptsLeft: 3 } })
  expect(await rowCounts()).toEqual(before)
})

test('the fifth wrong PIN locks the member out, the right one included, until the time has passed', async () => {
  await wrongTimes(4)
  await expect(unlock('9999')).rejects.toMatchObject({
    message: 'users:pinLockedOut',
    status: 423,
    details: { retryAfterSeconds: 30 },
  })
  clock.now = new Date(clock.now.getTime() + 10_000)
  await expect(unlock(member.pin)).rejects.toMatchObject({
    message: 'users:pinLockedOut',
    details: { retryAfterSeconds: 20 },
  })
  clock.now = new Date(clock.now.getTime() + 20_000)
  await expect(unlock(member.pin)).resolves.toBeDefined()
})

test('each further wrong PIN doubles the wait', async () => {
  await wrongTimes(5)
  clock.now = new Date(clock.now.getTime() + 31_000)
  await expect(unlock('9999')).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } })
  clock.now = new Date(clock.now.getTime() + 61_000)
  await expect(unlock('9999')).rejects.toMatchObject({ details: { retryAfterSeconds: 120 } })
  clock.now = new Date(clock.now.getTime() + 121_000)
  await expect(unlock(member.pin)).resolves.toBeDefined()
})

test('the right PIN takes the count back', async () => {
  await wrongTimes(4)
  await unlock(member.pin)
  await expect(unlock('9999')).rejects.toMatchObject({ details: { attemptsLeft: 4 } })
})

test('guesses sent all at once are counted one by one', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => unlock(String(8000 + n)).catch((error: Error) => error.message)),
  )
  expect(outcomes.filter((message) => message === 'tokens:wrongPin')).toHaveLength(4)
  expect(outcomes.filter((message) => message === 'users:pinLockedOut')).toHaveLength(16)
})

test('who is of another pharmacy, unknown or gone is not there', async () => {
  const gone = { message: 'requests:notFound', status: 404 }
  await expect(
    as(other.terminal.token).call(createToken, { body: { userId: member.id, pin: member.pin, terminalId } }),
  ).rejects.toMatchObject(gone)
  await expect(unlock(member.pin, idOf('nobody'))).rejects.toMatchObject(gone)
  await expect(unlock(member.pin, shop.terminal.id)).rejects.toMatchObject(gone)
  await titulaire.call(users.remove, { params: { id: member.id } })
  await expect(unlock(member.pin)).rejects.toMatchObject(gone)
})

test('the account of a till has no PIN, not even where one was written to it', async () => {
  await unlock(member.pin)
  await database.platform(async (tx) => {
    const { pin_hash } = await tx
      .selectFrom('users')
      .select('pin_hash')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    await tx.updateTable('users').set({ pin_hash }).where('id', '=', shop.terminal.id).execute()
  })
  await expect(unlock(member.pin, shop.terminal.id)).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

test('a member who is shut out is out at once, with a token that is still good', async () => {
  const { claims } = await unlock(member.pin)
  const asMember = as(tokenOf({ sub: member.id, pharmacyId: shop.id, pin: claims.pin }))
  await asMember.call(users.all, {})
  await titulaire.call(users.remove, { params: { id: member.id } })
  await expect(asMember.call(users.all, {})).rejects.toMatchObject({ message: 'auth:invalidToken', status: 401 })
})
