import { AppError } from '#shared/domain/errors.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Actor } from '#server/identity/actor.ts'

/** Prevents privilege escalation: throws `auth:forbidden` with the rights that the actor lacks. */
export function refuseUnheld(actor: Actor, permissions: Iterable<string>): void {
  const unheld = [...new Set(permissions)].filter((permission) => !actor.permissions.has(permission as Permission))
  if (unheld.length > 0) throw new AppError('auth:forbidden', { permissions: unheld })
}
