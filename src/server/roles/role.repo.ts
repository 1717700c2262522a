import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

export type RoleRow = { id: string; name: string; permissions: string[]; discountLimit: number | null; members: number }

function roleRows(tx: Tx, pharmacyId: string) {
  return tx
    .selectFrom('roles')
    .select(['id', 'name', 'permissions', 'discount_limit as discountLimit'])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .whereRef('user_roles.pharmacy_id', '=', 'roles.pharmacy_id')
        .whereRef('user_roles.role_id', '=', 'roles.id')
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where('pharmacy_id', '=', pharmacyId)
    .orderBy('name')
    .orderBy('id')
}

export function allRoles(tx: Tx, pharmacyId: string): Promise<RoleRow[]> {
  return roleRows(tx, pharmacyId).execute()
}

export function pageOfRoles(tx: Tx, pharmacyId: string, page: Page): Promise<{ items: RoleRow[]; total: number }> {
  return pagedRows(tx, page, {
    from: sql`roles where pharmacy_id = ${pharmacyId}`,
    items: (limit) => roleRows(tx, pharmacyId).modifyEnd(limit).execute(),
  })
}

export function findRole(tx: Tx, pharmacyId: string, id: string): Promise<RoleRow | undefined> {
  return roleRows(tx, pharmacyId).where('id', '=', id).executeTakeFirst()
}

export function rolesByIds(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<RoleRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : roleRows(tx, pharmacyId).where('id', 'in', ids).execute()
}

export async function isHeldBy(tx: Tx, pharmacyId: string, roleId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('user_roles')
    .select('role_id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('role_id', '=', roleId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRole(
  tx: Tx,
  pharmacyId: string,
  role: { id: string; name: string; permissions: readonly string[]; discountLimit: number | null },
): Promise<void> {
  await tx
    .insertInto('roles')
    .values({
      pharmacy_id: pharmacyId,
      id: role.id,
      name: role.name,
      permissions: [...role.permissions],
      discount_limit: role.discountLimit,
    })
    .execute()
}

export async function updateRole(
  tx: Tx,
  pharmacyId: string,
  id: string,
  change: { name?: string; permissions?: readonly string[]; discountLimit?: number | null },
): Promise<void> {
  const values = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.permissions === undefined ? {} : { permissions: [...change.permissions] }),
    ...(change.discountLimit === undefined ? {} : { discount_limit: change.discountLimit }),
  }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('roles').set(values).where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}

export async function deleteRole(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('roles').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}
