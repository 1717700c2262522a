import { AppError } from '#shared/domain/errors.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Actor } from '#server/identity/actor.ts'

/** Prevents privilege escalation: throws `auth:forbidden` with the rights that the actor lacks. */
export function refuseUnheld(actor: Actor, permissions: Iterable<string>): void {
  const unheld = unheldBy(actor, permissions)
  if (unheld.length > 0) throw new AppError('auth:forbidden', { permissions: unheld })
}

/** The rights among these that the actor lacks, each once. */
export function unheldBy(actor: Actor, permissions: Iterable<string>): string[] {
  return [...new Set(permissions)].filter((permission) => !actor.permissions.has(permission as Permission))
}
