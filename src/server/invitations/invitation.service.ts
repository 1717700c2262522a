import { randomBytes, randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { invitations as calls } from '#shared/contract/invitations.ts'
import { AppError } from '#shared/domain/errors.ts'
import { displayName } from '#shared/domain/person.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { checkCopy } from '#server/http/access.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { accountOf } from '#server/identity/identity.repo.ts'
import {
  endInvitation,
  insertInvitation,
  invitationOf,
  namesOf,
  opensPharmacyBeside,
  setAccepted,
  setAccount,
  type Invitation,
  type InvitationNames,
} from '#server/invitations/invitation.repo.ts'
import { queueMail } from '#server/mails/mail.service.ts'
import { changingRights } from '#server/roles/changing-rights.ts'
import { recordNewPin, requireManageable, setPin } from '#server/users/user.service.ts'

const days = 7

/**
 * The secret of a link, valid for seven days, in place of the one before. Throws `requests:invalid` for a member
 * without an e-mail address, `requests:conflict` for one who left or has an account, `auth:forbidden` for one with
 * rights that the actor does not have.
 */
export function inviteMember(
  context: Context,
  userId: string,
  mailOrigin: string | null,
): Promise<CallReply<typeof calls.invite>> {
  return changingRights(context, async (tx, pharmacyId) => {
    const { active, email, hasAccount } = await requireManageable(tx, context, pharmacyId, userId)
    if (!active || hasAccount) throw new AppError('requests:conflict')
    if (!email) refuseFields([{ path: 'email', message: 'unknown' }])
    return issueInvitation(tx, context, pharmacyId, { userId, email: email! }, mailOrigin)
  })
}

/**
 * Writes the invitation of a user in place of the one before, and queues its e-mail. The caller has checked that he may be
 * invited. `mailOrigin`: the public address of the windows; null when the server sends no e-mail. Never an address that
 * the call names: the e-mail would lead elsewhere.
 */
export async function issueInvitation(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  invited: { userId: string; email: string },
  mailOrigin: string | null,
): Promise<CallReply<typeof calls.invite>> {
  const { actor, now } = context
  const id = randomUUID()
  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  await endInvitation(tx, pharmacyId, invited.userId, now)
  const invitedBy = actor.userId
  await insertInvitation(tx, pharmacyId, { ...invited, id, secret, invitedBy, at: now, expiresAt })
  if (mailOrigin !== null) {
    const names = await namesOf(tx, pharmacyId, { userId: invited.userId, invitedBy })
    // After the « # », so that no server on the way writes the secret into its log.
    const letter = letterOf(names, `${mailOrigin}/backoffice/action#invitation=${secret}`, expiresAt)
    const mail = { id, to: invited.email, ...letter, files: () => Promise.resolve([]) }
    await queueMail(tx, context, pharmacyId, { about: 'invitation', id }, mail)
  }
  return { secret, expiresAt: expiresAt.toISOString(), isMailed: mailOrigin !== null }
}

function letterOf({ by, invited, kind, pharmacyName, timeZone }: InvitationNames, link: string, expiresAt: Date) {
  const until = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(expiresAt)
  const isTill = kind === 'terminal'
  const subject = isTill
    ? `Connecter le poste ${invited.lastName} à ${pharmacyName}`
    : `Invitation à rejoindre ${pharmacyName}`
  const text = [
    isTill ? 'Bonjour,' : `Bonjour ${invited.firstName},`,
    isTill
      ? `${displayName(by)} vous invite à connecter le poste ${invited.lastName} de ${pharmacyName} à Officine.`
      : `${displayName(by)} vous invite à rejoindre ${pharmacyName} sur Officine.`,
    `Ouvrez ce lien pour choisir votre mot de passe${isTill ? '' : ' et votre code'}\u00a0:\n${link}`,
    `Il n’est que pour vous, sert une fois et reste valable jusqu’au ${until}.`,
    'Si vous n’attendiez pas cette invitation, n’ouvrez pas le lien.',
  ]
  // A subject is one line of 200 characters; a name may be as long.
  return { subject: subject.slice(0, 200), text: text.join('\n\n') }
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
 * sign-in service may have failed after the commit. Throws `invitations:over`, that the pharmacy is a copy (`checkCopy`); `invitations:otherAccount` for an
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
  // A public call has no actor whom the route could judge.
  if (found?.copyKind) checkCopy(calls.accept, { copyKind: found.copyKind })
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
