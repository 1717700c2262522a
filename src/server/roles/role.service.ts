import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Role, roles } from '#shared/contract/users.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { changingRights } from '#server/roles/changing-rights.ts'
import {
  allRoles,
  deleteRole,
  findRole,
  insertRole,
  isHeldBy,
  pageOfRoles,
  updateRole,
  type RoleRow,
} from '#server/roles/role.repo.ts'
import { refuseUnheld } from '#server/roles/unheld-permissions.ts'

export function listRoles(
  context: Context,
  query: HandlerInput<typeof roles.list>['query'],
): Promise<{ items: Role[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { items, total } = await pageOfRoles(tx, pharmacyId, query)
    return { items: items.map(roleOf), total }
  })
}

/** The roles of one pharmacy. The caller has checked that the actor may see the pharmacy. */
export async function rolesOfPharmacy({ database }: Context, pharmacyId: string): Promise<Role[]> {
  return (await database.read(pharmacyId, (tx) => allRoles(tx, pharmacyId))).map(roleOf)
}

/** What each role of a pharmacy permits, by its id. */
export async function permissionsByRole(tx: Tx, pharmacyId: string): Promise<ReadonlyMap<string, string[]>> {
  return new Map((await allRoles(tx, pharmacyId)).map(({ id, permissions }) => [id, permissions]))
}

export function readRole(context: Context, id: string): Promise<Role> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireRole(tx, pharmacyId, id))
}

/** Throws `requests:taken` for a name that exists, `auth:forbidden` for a right that the actor does not have. */
export function createRole(context: Context, role: HandlerInput<typeof roles.create>['body']): Promise<Role> {
  refuseUnheld(context.actor, role.permissions)
  return changingRights(context, async (tx, pharmacyId) => {
    const id = randomUUID()
    await insertRole(tx, pharmacyId, { ...role, id })
    return requireRole(tx, pharmacyId, id)
  })
}

/**
 * As `createRole`. Also refuses to remove `role.manage` from a role of the actor: the pharmacy might have no member
 * left with the right to restore it.
 */
export function changeRole(
  context: Context,
  id: string,
  change: HandlerInput<typeof roles.patch>['body'],
): Promise<Role> {
  return changingRights(context, async (tx, pharmacyId) => {
    const before = await requireRole(tx, pharmacyId, id)
    if (change.permissions) {
      refuseUnheld(context.actor, difference(before.permissions, change.permissions))
      const loses = before.permissions.includes('role.manage') && !change.permissions.includes('role.manage')
      if (loses && (await isHeldBy(tx, pharmacyId, id, context.actor.userId))) throw new AppError('requests:conflict')
    }
    await updateRole(tx, pharmacyId, id, change)
    return requireRole(tx, pharmacyId, id)
  })
}

/** Throws `roles:cannotDeleteRoleWithUsers` with the number of members who have the role. */
export function removeRole(context: Context, id: string): Promise<{ id: string }> {
  return changingRights(context, async (tx, pharmacyId) => {
    const role = await requireRole(tx, pharmacyId, id)
    refuseUnheld(context.actor, role.permissions)
    if (role.members > 0) throw new AppError('roles:cannotDeleteRoleWithUsers', { count: role.members })
    await deleteRole(tx, pharmacyId, id)
    return { id }
  })
}

async function requireRole(tx: Tx, pharmacyId: string, id: string): Promise<Role> {
  const row = requireRow(await findRole(tx, pharmacyId, id))
  return roleOf(row)
}

function roleOf(row: RoleRow): Role {
  return { ...row, permissions: [...permissionsOf([row])] }
}

/** Elements that only one of the two lists contains. */
function difference(before: readonly string[], after: readonly string[]): string[] {
  return [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))]
}
