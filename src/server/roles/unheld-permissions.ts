import { AppError } from '#shared/domain/errors.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Actor } from '#server/identity/actor.ts'

/** Nobody gives a right that they do not hold, nor takes over who holds one: throws `auth:forbidden` naming the rights that are missing. */
export function refuseUnheld(actor: Actor, permissions: Iterable<string>): void {
  const unheld = [...new Set(permissions)].filter((permission) => !actor.permissions.has(permission as Permission))
  if (unheld.length > 0) throw new AppError('auth:forbidden', { permissions: unheld })
}
