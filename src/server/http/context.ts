import { AppError } from '#shared/domain/errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Changes } from '#server/hints/changes.ts'
import type { Actor } from '#server/identity/actor.ts'
import type { Identity } from '#server/identity/identity.ts'

/** What a service gets besides its input. */
export type Context = {
  actor: Actor
  now: Date
  database: Database
  /** What this call changes; the route tells the windows of it. */
  changes: Changes
  identity: Identity
}

/** The pharmacy that a call works in. Throws `auth:forbidden` for the platform's accounts, which have none. */
export function pharmacyOf(context: Context): string {
  if (context.actor.pharmacyId === null) throw new AppError('auth:forbidden')
  return context.actor.pharmacyId
}
