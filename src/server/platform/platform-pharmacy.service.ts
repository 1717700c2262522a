import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { platformPharmacies as calls, PlatformPharmacy } from '#shared/contract/platform.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { issueInvitation } from '#server/invitations/invitation.service.ts'
import { findDomain, insertDomain } from '#server/platform/domain.repo.ts'
import {
  findPlatformPharmacy,
  insertPharmacy,
  insertReasons,
  isCountryKnown,
  pageOfPharmacies,
  updatePharmacy,
  type KnownPharmacy,
} from '#server/platform/platform-pharmacy.repo.ts'
import { addCountries } from '#server/locale/country.repo.ts'
import { insertDefaultRoles } from '#server/roles/default-roles.ts'
import { insertMember } from '#server/users/user.service.ts'

const firstReasons = ['Achat de fournitures', 'Transport', 'Entretien', 'Avance sur salaire', 'Autre']

export function listPharmacies(
  { database, now }: Context,
  query: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: PlatformPharmacy[]; total: number }> {
  return database.platform((tx) => pageOfPharmacies(tx, query, now))
}

/** Throws `requests:notFound`. */
export function readPlatformPharmacy({ database, now }: Context, id: string): Promise<PlatformPharmacy> {
  return database.platform(async (tx) => (await requirePharmacy(tx, id, now)).shown)
}

/**
 * A pharmacy that can begin: its country as it starts when it is the first one there, its roles, its reasons, and its
 * owner, who has every right of the pharmacy and is to be invited. Throws `requests:invalid` at an unknown country or group.
 */
export function createPharmacy(
  context: Context,
  body: HandlerInput<typeof calls.create>['body'],
): Promise<PlatformPharmacy> {
  const { database, now, changes } = context
  const id = randomUUID()
  changes.pharmacies = []
  return database.platform(async (tx) => {
    await addCountries(tx, [body.countryCode])
    refuseFields([
      ...((await isCountryKnown(tx, body.countryCode)) ? [] : [{ path: 'body.countryCode', message: 'unknown' }]),
      ...(body.domainId === null || (await findDomain(tx, body.domainId))
        ? []
        : [{ path: 'body.domainId', message: 'unknown' }]),
    ])
    const domainId = body.domainId ?? randomUUID()
    if (body.domainId === null) await insertDomain(tx, domainId, body.name)
    await insertPharmacy(tx, id, { ...body, domainId }, now)
    await insertReasons(tx, id, firstReasons)
    const { titulaire } = await insertDefaultRoles(tx, id)
    await insertMember(tx, id, {
      firstName: body.ownerFirstName,
      lastName: body.ownerLastName,
      email: body.ownerEmail,
      roleIds: [titulaire],
    })
    return (await requirePharmacy(tx, id, now)).shown
  })
}

/**
 * Changes what the platform knows of a pharmacy. A suspended one is closed to all its accounts within seconds; what its
 * tills sold before is still accepted. Throws `requests:notFound`, and `requests:invalid` at an unknown group.
 */
export async function changePharmacy(
  context: Context,
  id: string,
  { suspended, ...change }: HandlerInput<typeof calls.patch>['body'],
): Promise<PlatformPharmacy> {
  const { database, identity, now, changes } = context
  const changed = await database.platform(async (tx) => {
    const { shown } = await requirePharmacy(tx, id, now)
    if (change.domainId !== undefined && !(await findDomain(tx, change.domainId)))
      refuseFields([{ path: 'body.domainId', message: 'unknown' }])
    const isSuspended = shown.suspendedAt !== null
    const suspendedAt = suspended === undefined || suspended === isSuspended ? undefined : suspended ? now : null
    await updatePharmacy(tx, id, { ...change, suspendedAt })
    return (await requirePharmacy(tx, id, now)).shown
  })
  changes.pharmacies = [id]
  identity.forget(id)
  return changed
}

/**
 * The secret of a link for the owner, in place of the one before. Throws `requests:notFound`, and `requests:conflict` for
 * a pharmacy without an owner to invite: none has the role, or he has an account already.
 */
export function inviteOwner(
  context: Context,
  id: string,
  mailOrigin: string | null,
): Promise<CallReply<typeof calls.inviteOwner>> {
  return context.database.platform(async (tx) => {
    const { shown, ownerId } = await requirePharmacy(tx, id, context.now)
    if (ownerId === null || !shown.owner?.email || shown.owner.hasAccount) throw new AppError('requests:conflict')
    context.changes.pharmacies = [id]
    return issueInvitation(tx, context, id, { userId: ownerId, email: shown.owner.email }, mailOrigin)
  })
}

async function requirePharmacy(tx: Tx, id: string, now: Date): Promise<KnownPharmacy> {
  return requireRow(await findPlatformPharmacy(tx, id, now))
}
