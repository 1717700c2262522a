import { isRefusedInCopies, type Endpoint } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Actor } from '#server/identity/actor.ts'

/**
 * Throws `auth:forbidden` unless this actor may make the call, and `pharmacies:suspended`. An unknown permission always
 * denies the call.
 */
export function checkAccess(
  {
    permission,
    deferred,
    lends,
    byCountingLink,
    byAssistant,
  }: Pick<Endpoint, 'permission' | 'deferred' | 'lends' | 'byCountingLink' | 'byAssistant'>,
  actor: Actor,
): void {
  if (actor.countsOnly !== undefined && !byCountingLink) throw new AppError('auth:forbidden')
  if (actor.asksOnly !== undefined && !byAssistant) throw new AppError('auth:forbidden')
  // What a till did before is a fact: it is accepted, so that nothing is lost.
  if (actor.isSuspended && !deferred) throw new AppError('pharmacies:suspended')
  // The service of a call that lends its right checks who lent it.
  if (lends && actor.kind === 'member') return
  if (!mayCall(permission, deferred === true, actor)) throw new AppError('auth:forbidden')
}

/**
 * What may be called in a restored copy (decision 0091): all but what changes something, as the contract says it; in an
 * exercise all but what reaches out of the server. Throws `server:copy`, `server:past` and `server:exercise`.
 */
export function checkCopy(endpoint: Endpoint, { copyKind }: Pick<Actor, 'copyKind'>): void {
  if (copyKind === undefined) return
  if (copyKind === 'past' && isRefusedInCopies(endpoint)) throw new AppError('server:past')
  if (copyKind === 'copy' && isRefusedInCopies(endpoint) && !endpoint.readiesCopy) throw new AppError('server:copy')
  if (endpoint.leaves) throw new AppError('server:exercise')
}

/** Whether the rights of this actor suffice for a call with this permission. */
export function mayCall(permission: Endpoint['permission'], deferred: boolean, actor: Actor): boolean {
  switch (permission) {
    case 'public':
    case 'terminal':
      return true
    case 'member':
      return actor.kind !== 'terminal'
    default:
      // the service of a deferred call checks the rights of the seller named in the body
      return actor.permissions.has(permission) || deferred
  }
}

/**
 * A deferred call whose body cannot be parsed names no seller, so the rights of the calling member count (a terminal
 * has none to check). Throws `auth:forbidden` without them.
 */
export function checkUnreadable(
  { permission, deferred, byCountingLink }: Pick<Endpoint, 'permission' | 'deferred' | 'byCountingLink'>,
  actor: Actor | null,
): void {
  if (deferred && actor && actor.kind !== 'terminal')
    checkAccess({ permission, ...(byCountingLink && { byCountingLink }) }, actor)
}
