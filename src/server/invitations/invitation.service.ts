import { randomBytes } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { invitations as calls } from '#shared/contract/invitations.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { accountOf } from '#server/identity/identity.repo.ts'
import {
  endInvitation,
  insertInvitation,
  invitationOf,
  opensPharmacyBeside,
  setAccepted,
  setAccount,
  type Invitation,
} from '#server/invitations/invitation.repo.ts'
import { changingRights } from '#server/roles/changing-rights.ts'
import { recordNewPin, requireManageable, setPin } from '#server/users/user.service.ts'

const days = 7

/**
 * The secret of a link, valid for seven days, in place of the one before. Throws `requests:invalid` for a member
 * without an e-mail address, `requests:conflict` for one who left or has an account, `auth:forbidden` for one with
 * rights that the actor does not have.
 */
export function inviteMember(context: Context, userId: string): Promise<CallReply<typeof calls.invite>> {
  return changingRights(context, async (tx, pharmacyId) => {
    const { active, email, hasAccount } = await requireManageable(tx, context, pharmacyId, userId)
    if (!active || hasAccount) throw new AppError('requests:conflict')
    if (!email) refuseFields([{ path: 'email', message: 'unknown' }])
    return issueInvitation(tx, context, pharmacyId, { userId, email: email! })
  })
}

/** Writes the invitation of a user in place of the one before. The caller has checked that he may be invited. */
export async function issueInvitation(
  tx: Tx,
  { actor, now }: Context,
  pharmacyId: string,
  invited: { userId: string; email: string },
): Promise<CallReply<typeof calls.invite>> {
  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  await endInvitation(tx, pharmacyId, invited.userId, now)
  await insertInvitation(tx, pharmacyId, { ...invited, secret, invitedBy: actor.userId, at: now, expiresAt })
  return { secret, expiresAt: expiresAt.toISOString() }
}

/** Throws `requests:notFound` when no invitation of the member is open. */
export function withdrawInvitation(context: Context, userId: string): Promise<{ id: string }> {
  return changingRights(context, async (tx, pharmacyId) => {
    await requireManageable(tx, context, pharmacyId, userId)
    if (!(await endInvitation(tx, pharmacyId, userId, context.now))) throw new AppError('requests:notFound')
    return { id: userId }
  })
}

/** Throws `invitations:over` for a secret that is unknown, used, withdrawn or too old. */
export async function lookAtInvitation(context: Context, secret: string): Promise<CallReply<typeof calls.look>> {
  const invitation = await context.database.platform((tx) => invitationOf(tx, secret))
  const { pharmacyName, firstName, lastName, email, hasPin } = requireOpen(invitation, context.now)
  return { pharmacyName, firstName, lastName, email, needsPin: !hasPin }
}

/**
 * Ties the account to the member and writes the pharmacy into its claims. The same account may ask again, because the
 * sign-in service may have failed after the commit. Throws `invitations:over`; `invitations:otherAccount` for an
 * account of another address, or of the platform or a till; `users:trivialPinCode`, `users:duplicatePinCode`, and
 * `requests:invalid` when the member has no PIN and chose none.
 */
export async function acceptInvitation(
  context: Context,
  { secret, accountToken, pin }: HandlerInput<typeof calls.accept>['body'],
): Promise<{ pharmacyId: string }> {
  const { database, identity, now, changes } = context
  const { uid, email } = await identity.accountIn(accountToken, now)
  const found = await database.platform((tx) => invitationOf(tx, secret))
  changes.made = false
  if (found && found.acceptedAt !== null && found.firebaseUid === uid && found.active) return claim(context, found, uid)
  const { pharmacyId, hasPin, email: invited } = requireOpen(found, now)
  if (email?.toLowerCase() !== invited.toLowerCase()) throw new AppError('invitations:otherAccount')
  if (!hasPin && pin === undefined) refuseFields([{ path: 'pin', message: 'unknown' }])
  const record = hasPin || pin === undefined ? undefined : await recordNewPin(context, pharmacyId, pin)
  const accepted = await database.write(pharmacyId, async (tx) => {
    const invitation = requireOpen(await invitationOf(tx, secret), now)
    if (await isOtherwiseUsed(tx, uid, pharmacyId)) throw new AppError('invitations:otherAccount')
    if (record) await setPin(tx, pharmacyId, invitation.userId, record)
    await setAccount(tx, invitation, uid)
    await setAccepted(tx, invitation, now)
    return invitation
  })
  Object.assign(changes, { made: true, pharmacies: [pharmacyId] })
  identity.forget(pharmacyId)
  return claim(context, accepted, uid)
}

function requireOpen(invitation: Invitation | undefined, now: Date): Invitation {
  const isOpen =
    invitation?.active === true &&
    invitation.acceptedAt === null &&
    invitation.withdrawnAt === null &&
    invitation.firebaseUid === null &&
    invitation.email === invitation.emailNow &&
    invitation.expiresAt > now
  if (!isOpen) throw new AppError('invitations:over')
  return invitation
}

/** An account of the platform keeps its place; one account is one member of a pharmacy. */
async function isOtherwiseUsed(tx: Tx, uid: string, pharmacyId: string): Promise<boolean> {
  return (await accountOf(tx, uid, null)) !== undefined || (await accountOf(tx, uid, pharmacyId)) !== undefined
}

/**
 * An account that opens another pharmacy already keeps its claim: its terminals there would otherwise find themselves in
 * this one. It enters this one by a sign-in of its own (`POST /pharmacies/{id}/entry`).
 */
async function claim(
  { database, identity }: Context,
  { pharmacyId, domainId }: Invitation,
  uid: string,
): Promise<{ pharmacyId: string }> {
  const opensAnother = await database.platform((tx) => opensPharmacyBeside(tx, uid, pharmacyId))
  if (!opensAnother) await identity.claimAccount(uid, { pharmacyId, domainId })
  return { pharmacyId }
}
