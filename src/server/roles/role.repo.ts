import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { roles as calls } from '#shared/contract/users.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

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

/** Those whose name has every word of `search`. */
export function pageOfRoles(
  tx: Tx,
  pharmacyId: string,
  { search = '', sort, ...page }: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: RoleRow[]; total: number }> {
  const words = wordsOf(search).map((word) => sql<boolean>`strpos(folded(roles.name), ${word}) > 0`)
  const found = sql<boolean>`${sql.join([sql`true`, ...words], sql` and `)}`
  return pagedRows(tx, page, {
    from: sql`roles where pharmacy_id = ${pharmacyId} and ${found}`,
    items: (limit) =>
      roleRows(tx, pharmacyId)
        .where(found)
        .clearOrderBy()
        .modifyEnd(sql`order by ${sortOrder(sort, sortColumns, sql`roles.name, roles.id`)} ${limit}`)
        .execute(),
  })
}

const sortColumns = {
  name: sql`folded(roles.name)`,
  // Who may not discount at all comes before every limit, who has no limit after them.
  limit: sql`case when not 'sale.discount' = any(roles.permissions) then -1
    else coalesce(roles.discount_limit, 101) end`,
  rights: sql`cardinality(roles.permissions)`,
  members: sql`(select count(*) from user_roles u where u.pharmacy_id = roles.pharmacy_id and u.role_id = roles.id)`,
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
