import { AppError } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import type { Actor } from '#server/identity/actor.ts'
import { rolesByIds } from '#server/roles/role.repo.ts'
import { refuseUnheld } from '#server/roles/unheld-permissions.ts'

/**
 * Throws unless the actor may give all of these roles, which also decides whether the actor may manage a member who has
 * them: `requests:invalid` at `body.roleIds` for a role that the pharmacy does not have, `auth:forbidden` for one with
 * a right that the actor does not have.
 */
export async function refuseUngivable(
  tx: Tx,
  actor: Actor,
  pharmacyId: string,
  roleIds: readonly string[],
): Promise<void> {
  const rows = await rolesByIds(tx, pharmacyId, roleIds)
  if (rows.length < roleIds.length)
    throw new AppError('requests:invalid', { issues: [{ path: 'body.roleIds', message: 'unknown role' }] })
  refuseUnheld(
    actor,
    rows.flatMap((role) => role.permissions),
  )
}
