import { AppError } from '#shared/domain/errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Changes } from '#server/hints/changes.ts'
import type { Actor } from '#server/identity/actor.ts'
import type { Identity } from '#server/identity/identity.ts'

/** The input that every service gets besides its own parameters. */
export type Context = {
  actor: Actor
  now: Date
  /** By how many ms the clock of the server was ahead of the terminal's when the call came; 0 when it did not say. */
  clockSkewMs?: number
  database: Database
  /** What this call changes; the route sends the hints to the windows. */
  changes: Changes
  identity: Identity
}

/** The pharmacy of the call. Throws `auth:forbidden` for the platform accounts, which have none. */
export function pharmacyOf(context: Context): string {
  if (context.actor.pharmacyId === null) throw new AppError('auth:forbidden')
  return context.actor.pharmacyId
}
