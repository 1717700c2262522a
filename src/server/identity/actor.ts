import type { Permission } from '#shared/domain/permissions.ts'

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
