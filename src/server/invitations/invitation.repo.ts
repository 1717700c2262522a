import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

/** The secret is random and long: one hash is enough, and an invitation is found by it. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export async function insertInvitation(
  tx: Tx,
  pharmacyId: string,
  given: { id: string; userId: string; email: string; secret: string; invitedBy: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({
      pharmacy_id: pharmacyId,
      id: given.id,
      user_id: given.userId,
      email: given.email,
      secret_hash: hashOf(given.secret),
      invited_by: given.invitedBy,
      created_at: given.at,
      expires_at: given.expiresAt,
    })
    .execute()
}

export type InvitationNames = {
  by: PersonName
  invited: PersonName
  kind: 'member' | 'terminal'
  pharmacyName: string
  timeZone: string
}

/** Whom the e-mail of an invitation names. */
export async function namesOf(
  tx: Tx,
  pharmacyId: string,
  { userId, invitedBy }: { userId: string; invitedBy: string },
): Promise<InvitationNames> {
  const { rows } = await sql<InvitationNames>`
    select ${personName('b')} as by, ${personName('u')} as invited, u.kind, p.name as "pharmacyName",
      p.time_zone as "timeZone"
    from users u join pharmacies p on p.id = u.pharmacy_id cross join users b
    where u.pharmacy_id = ${pharmacyId} and u.id = ${userId} and b.id = ${invitedBy}`.execute(tx)
  return rows[0]!
}

/** Ends the open invitation of a member; returns whether there was one. */
export async function endInvitation(tx: Tx, pharmacyId: string, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ withdrawn_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Invitation = {
  id: string
  pharmacyId: string
  pharmacyName: string
  domainId: string
  copyKind: CopyKind | null
  userId: string
  firstName: string
  lastName: string
  email: string
  /** It changes when the first one was mistyped. */
  emailNow: string | null
  active: boolean
  hasPin: boolean
  firebaseUid: string | null
  expiresAt: Date
  acceptedAt: Date | null
  withdrawnAt: Date | null
}

export async function invitationOf(tx: Tx, secret: string): Promise<Invitation | undefined> {
  const row = await tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .innerJoin('pharmacies', 'pharmacies.id', 'invitations.pharmacy_id')
    .select([
      'invitations.id',
      'invitations.pharmacy_id as pharmacyId',
      'pharmacies.name as pharmacyName',
      'pharmacies.domain_id as domainId',
      'pharmacies.copy_kind as copyKind',
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'invitations.email',
      'users.email as emailNow',
      'users.active',
      'users.pin_hash as pinHash',
      'users.kind',
      'users.firebase_uid as firebaseUid',
      'invitations.expires_at as expiresAt',
      'invitations.accepted_at as acceptedAt',
      'invitations.withdrawn_at as withdrawnAt',
    ])
    .where('invitations.secret_hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!row) return undefined
  const { pinHash, kind, ...invitation } = row
  // The account of a till is nobody's: it has no PIN.
  return { ...invitation, hasPin: pinHash !== null || kind === 'terminal' }
}

export async function setAccepted(tx: Tx, { pharmacyId, id }: Invitation, at: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ accepted_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function setAccount(tx: Tx, { pharmacyId, userId }: Invitation, firebaseUid: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ firebase_uid: firebaseUid })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', userId)
    .execute()
}

/** Whether an account opens another pharmacy than this one. Needs a transaction of the platform. */
export async function opensPharmacyBeside(tx: Tx, firebaseUid: string, pharmacyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('firebase_uid', '=', firebaseUid)
    .where('active', '=', true)
    .where('pharmacy_id', '<>', pharmacyId)
    .executeTakeFirst()
  return row !== undefined
}
