import { randomUUID } from 'node:crypto'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Database } from '#server/db/database.ts'
import { always, tokenOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'

/** An unlocked member of the shop with one role that gives exactly these rights. Has no PIN that could be typed. */
export async function aMember(database: Database, shop: Shop, permissions: readonly Permission[]): Promise<TestMember> {
  const [id, sessionId, roleId] = [randomUUID(), randomUUID(), randomUUID()]
  const role = `role ${roleId}`
  await database.platform(async (tx) => {
    await tx
      .insertInto('roles')
      .values({ pharmacy_id: shop.id, id: roleId, name: role, permissions: [...permissions] })
      .execute()
    await tx
      .insertInto('users')
      .values({
        pharmacy_id: shop.id,
        id,
        first_name: 'Test',
        last_name: 'Member',
        kind: 'member',
        pin_hash: 'none',
        firebase_uid: `account-${id}`,
      })
      .execute()
    await tx.insertInto('user_roles').values({ pharmacy_id: shop.id, user_id: id, role_id: roleId }).execute()
    await tx
      .insertInto('unlocks')
      .values({ pharmacy_id: shop.id, id: sessionId, user_id: id, terminal_id: shop.terminal.id, at: new Date() })
      .execute()
  })
  return { id, sessionId, roles: [role], token: tokenOf({ sub: id, pharmacyId: shop.id, pin: sessionId }, always) }
}
