import { AppError } from '#shared/domain/errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Hints } from '#server/hints/hints.ts'
import type { Actor } from '#server/identity/actor.ts'
import type { Identity } from '#server/identity/identity.ts'

/** What a service gets besides its input. */
export type Context = {
  actor: Actor
  now: Date
  database: Database
  hints: Hints
  identity: Identity
}

/** The pharmacy that a call works in. Throws `auth:forbidden` for the platform's accounts, which have none. */
export function pharmacyOf(context: Context): string {
  if (context.actor.pharmacyId === null) throw new AppError('auth:forbidden')
  return context.actor.pharmacyId
}
