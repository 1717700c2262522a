import type { Endpoint } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Actor } from '#server/context.ts'

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
      return actor.permissions.has(permission) || (deferred && actor.kind === 'terminal')
  }
}
