import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { Permission } from '#shared/domain/permissions.ts'

/** The caller, with the rights that the database gives now; the claims of the token serve only to find the rows. */
export type Actor = {
  kind: 'terminal' | 'member' | 'admin'
  userId: string
  /** Null for the platform accounts. */
  pharmacyId: string | null
  permissions: ReadonlySet<Permission>
  roles: readonly string[]
  /** The id of the unlock under which a member works; null without a PIN. */
  unlockId: string | null
  /** The phone of a counting link: the only inventory that it may count, and all that it may do. */
  countsOnly?: string
  /** An assistant, by the id of its token: it asks reports, and nothing else. */
  asksOnly?: string
  /** The sign-in of a terminal's account, the same until it signs out. A caller can choose its terminal id, not this. */
  signInId?: string
  /** The account of a member, before a PIN is typed: the only member who may unlock with it. */
  opensOnly?: string
  /** The pharmacy may not work for now: what a till did before is still accepted. */
  isSuspended?: true
  /** The pharmacy, or the whole server of a platform account, is a restored copy: what for. */
  copyKind?: CopyKind
  /** Of this server for the pharmacy (decision 0092). */
  generation?: number
  /** A newer server has replaced this one for the pharmacy. */
  isReplaced?: true
  /** « DOSSOU Afi » */
  name: string
}
