import type { Permission } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Hints } from '#server/events/hints.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Journal } from '#server/inbox/journal.ts'

/** Who calls, as our database knows them now; the claims of the token only led here. */
export type Actor = {
  kind: 'terminal' | 'member' | 'admin'
  userId: string
  /** Null for the platform's accounts. */
  pharmacyId: string | null
  permissions: ReadonlySet<Permission>
  roles: readonly string[]
  /** The unlock a member works under; null without a PIN. */
  unlockId: string | null
  /** « DOSSOU Afi » */
  name: string
}

/** What a service gets besides its input. */
export type Context = {
  actor: Actor
  now: Date
  database: Database
  hints: Hints
  identity: Identity
  /** The fsynced memory beside PGlite; none with PostgreSQL, whose own log does this. */
  journal: Journal | undefined
}

/** The pharmacy that a call works in. Throws `auth:forbidden` for the platform's accounts, which have none. */
export function pharmacyOf(context: Context): string {
  if (context.actor.pharmacyId === null) throw new AppError('auth:forbidden')
  return context.actor.pharmacyId
}
