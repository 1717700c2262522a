import type { Endpoint } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Actor } from '#server/identity/actor.ts'

/** Throws `auth:forbidden` unless this actor may make the call. What is not named here is refused: a call with a mistyped right serves nobody. */
export function checkAccess({ permission, deferred }: Pick<Endpoint, 'permission' | 'deferred'>, actor: Actor): void {
  if (!mayCall(permission, deferred === true, actor)) throw new AppError('auth:forbidden')
}

function mayCall(permission: Endpoint['permission'], deferred: boolean, actor: Actor): boolean {
  switch (permission) {
    case 'public':
    case 'terminal':
      return true
    case 'member':
      return actor.kind !== 'terminal'
    default:
      // a deferred call is judged by its service, on the seller that its body names
      return actor.permissions.has(permission) || deferred
  }
}

/** A deferred call whose body cannot be read names nobody: what is left is the right of its caller. Throws `auth:forbidden` without it. */
export function checkUnreadable(
  { permission, deferred }: Pick<Endpoint, 'permission' | 'deferred'>,
  actor: Actor | null,
): void {
  if (deferred && actor && actor.kind !== 'terminal') checkAccess({ permission }, actor)
}
