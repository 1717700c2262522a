import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { users } from '#shared/contract/users.ts'
import { AppError } from '#shared/domain/errors.ts'
import { adminPermissions, defaultRoles, permissions } from '#shared/domain/permissions.ts'
import { openIdentity, permissionsOf } from '#server/identity/identity.ts'
import type { IdentityToken } from '#server/identity/read-token.ts'
import { testProject, tokenOf } from '#tests/server/support/shop.ts'
import { pinSecret, testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('rights')
const other = await openShop('rights elsewhere')
const invalid = { message: 'auth:invalidToken' }
const { vendeur } = shop

/** An identity that has read nothing yet: what it answers comes from the database. */
const freshIdentity = () => openIdentity({ database, projectId: testProject, emulatorHost: '127.0.0.1:9', pinSecret })
const actorOf = (token: string) => freshIdentity().actorOf(token, new Date())
const anUnlock = async (pharmacyId: string, userId: string): Promise<string> => {
  const id = randomUUID()
  await database.platform((tx) =>
    tx
      .insertInto('unlocks')
      .values({ pharmacy_id: pharmacyId, id, user_id: userId, terminal_id: shop.terminal.id, at: new Date() })
      .execute(),
  )
  return id
}

test('without the emulator no unsigned token is believed, not even of a demo project', async () => {
  const identity = openIdentity({ database, projectId: testProject, emulatorHost: undefined, pinSecret })
  await expect(identity.actorOf(shop.terminal.token, new Date())).rejects.toMatchObject(invalid)
  expect(await actorOf(shop.terminal.token)).toMatchObject({ kind: 'terminal' })
})

test('the account of a till that was shut out is nobody', async () => {
  const gone = await openShop('rights of a lost till')
  expect(await actorOf(gone.terminal.token)).toMatchObject({ kind: 'terminal', userId: gone.terminal.id })
  await database.platform((tx) =>
    tx.updateTable('users').set({ active: false }).where('id', '=', gone.terminal.id).execute(),
  )
  await expect(actorOf(gone.terminal.token)).rejects.toMatchObject(invalid)
})

test('an unlock is of a member of its pharmacy: neither of a till nor of who works elsewhere', async () => {
  for (const userId of [shop.terminal.id, other.titulaire.id]) {
    const pin = await anUnlock(shop.id, userId)
    await expect(actorOf(tokenOf({ sub: userId, pharmacyId: shop.id, pin }))).rejects.toMatchObject(invalid)
  }
  const pin = await anUnlock(shop.id, vendeur.id)
  expect(await actorOf(tokenOf({ sub: vendeur.id, pharmacyId: shop.id, pin }))).toMatchObject({
    kind: 'member',
    unlockId: pin,
  })
})

test('a role that a member has in another pharmacy gives nothing here', async () => {
  const chief = await database.platform(async (tx) => {
    const role = await tx
      .selectFrom('roles')
      .select('id')
      .where('pharmacy_id', '=', other.id)
      .where('name', '=', 'titulaire')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_roles').values({ pharmacy_id: other.id, user_id: vendeur.id, role_id: role.id }).execute()
    return role.id
  })
  // The ids of roles are told apart by their pharmacy alone.
  const own = await database.platform((tx) =>
    tx
      .selectFrom('user_roles')
      .select('role_id')
      .where('pharmacy_id', '=', shop.id)
      .where('user_id', '=', vendeur.id)
      .executeTakeFirstOrThrow(),
  )
  await database.platform((tx) =>
    tx
      .insertInto('roles')
      .values({ pharmacy_id: other.id, id: own.role_id, name: 'gérant', permissions: ['user.manage'] })
      .execute(),
  )
  expect(chief).not.toBe(own.role_id)

  const actor = await actorOf(vendeur.token)

  expect(actor.roles).toEqual(['vendeur'])
  expect([...actor.permissions]).toEqual(defaultRoles.vendeur)
})

test('a role never gives the rights of the platform, nor one that is no right any more', () => {
  expect([
    ...permissionsOf([
      { permissions: [...adminPermissions, 'sale.sell'] },
      { permissions: ['sale.fly', 'register.use'] },
    ]),
  ]).toEqual(['sale.sell', 'register.use'])
  expect([...permissionsOf([{ permissions }])]).toEqual(defaultRoles.titulaire)
})

test('a member whose role was written with a right of the platform does not have it', async () => {
  const boasting = await openShop('rights of a boaster')
  await database.platform((tx) =>
    tx
      .updateTable('roles')
      .set({ permissions: ['sale.sell', ...adminPermissions] })
      .where('pharmacy_id', '=', boasting.id)
      .where('name', '=', 'vendeur')
      .execute(),
  )
  expect([...(await actorOf(boasting.vendeur.token)).permissions]).toEqual(['sale.sell'])
})

/** An identity whose tokens are read by the test; `reads` counts how often. */
function aCountingIdentity(expiresAt: Date) {
  const seen = { reads: 0 }
  const readToken = async (token: string, now: Date): Promise<IdentityToken> => {
    seen.reads++
    if (now >= expiresAt) throw new AppError('auth:invalidToken')
    return { uid: token, email: undefined, pharmacyId: shop.id, pin: undefined, signedInAt: new Date(0), expiresAt }
  }
  return {
    seen,
    identity: openIdentity({ database, projectId: testProject, emulatorHost: undefined, pinSecret, readToken }),
  }
}
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 2) + seconds * 1000)

test('who was read a moment ago is not read again for five seconds', async () => {
  const { seen, identity } = aCountingIdentity(at(3600))
  const readsAt = async (seconds: number): Promise<number> => {
    await identity.actorOf(shop.terminal.id, at(seconds))
    return seen.reads
  }
  expect([await readsAt(0), await readsAt(4.999), await readsAt(5)]).toEqual([1, 1, 2])
})

test('a token that ends within these five seconds is good until its end, and no longer', async () => {
  const { identity } = aCountingIdentity(at(2))
  await identity.actorOf(shop.terminal.id, at(0))
  await expect(identity.actorOf(shop.terminal.id, at(1.999))).resolves.toMatchObject({ userId: shop.terminal.id })
  await expect(identity.actorOf(shop.terminal.id, at(2))).rejects.toMatchObject(invalid)
})

test('what a pharmacy changes of its rights is read at once, and makes no other pharmacy read again', async () => {
  const { seen, identity } = aCountingIdentity(at(3600))
  await identity.actorOf(shop.terminal.id, at(0))
  identity.forget(other.id)
  await identity.actorOf(shop.terminal.id, at(1))
  expect(seen.reads).toBe(1)
  identity.forget(shop.id)
  await identity.actorOf(shop.terminal.id, at(1))
  expect(seen.reads).toBe(2)
})

test('a member who is dismissed is refused by the very next request', async () => {
  const dismissed = await openShop('rights of the dismissed')
  const asVendeur = as(dismissed.vendeur.token)
  await asVendeur.call(users.all, {})
  await as(dismissed.titulaire.token).call(users.remove, { params: { id: dismissed.vendeur.id } })
  await expect(asVendeur.call(users.all, {})).rejects.toMatchObject({ message: 'auth:sessionEnded' })
})

test('a member who is not active is refused, even with a session that stands', async () => {
  const absent = await openShop('rights of the absent')
  await database.platform((tx) =>
    tx.updateTable('users').set({ active: false }).where('id', '=', absent.vendeur.id).execute(),
  )
  await expect(actorOf(absent.vendeur.token)).rejects.toMatchObject(invalid)
})
