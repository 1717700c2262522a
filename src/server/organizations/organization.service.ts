import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Organization, organizations } from '#shared/contract/organizations.ts'
import { archivingRefusal } from '#shared/domain/archiving.ts'
import { noCredit } from '#shared/domain/credit.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { AppError } from '#shared/domain/errors.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { refuseOpenContracts } from '#server/companies/company.service.ts'
import { companiesOfOwner } from '#server/coverage/contract-links.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { taken } from '#server/http/taken-fields.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { readList } from '#server/lists/synced-list.ts'
import {
  findOrganization,
  insertOrganization,
  isOrganizationKnown,
  organizationReader,
  organizationsInUse,
  unclosedOf,
  updateOrganization,
  updateOrganizationEmail,
  type OrganizationHead,
} from '#server/organizations/organization.repo.ts'
import { fiscalPlatformOf } from '#server/locale/pharmacy-country.repo.ts'
import { keptPhone } from '#server/locale/kept-phone.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { tagIssues } from '#server/tags/tag-issues.ts'

/** Lists organizations by page, or by cursor those that changed since. */
export function listOrganizations(
  context: Context,
  query: HandlerInput<typeof organizations.list>['query'],
): Promise<CallReply<typeof organizations.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    readList(tx, pharmacyId, organizationReader(await pharmacyToday(tx, pharmacyId, context.now)), query),
  )
}

export function everyOrganization(context: Context): Promise<Organization[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    organizationsInUse(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

export function readOrganization(context: Context, id: string): Promise<Organization> {
  return context.database.read(pharmacyOf(context), (tx) => requireOrganization(tx, context, id))
}

/**
 * Throws `auth:forbidden` for a credit limit without the right to set it, `requests:taken` for an organization with
 * the same name, tax id and phone.
 */
export function createOrganization(
  context: Context,
  body: HandlerInput<typeof organizations.create>['body'],
): Promise<Organization> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const organization = { id: randomUUID(), archived: false, ...body }
    await checkOrganization(tx, context, organization, null)
    await insertOrganization(tx, pharmacyId, organization)
    touch('organizations', [organization.id])
    return requireOrganization(tx, context, organization.id)
  })
}

/**
 * Archiving throws `organizations:archiveUnclosedBillsOrSales` while bills or parked sales are open or credit is
 * unbilled, `companies:archiveOpenContracts` while the organization pays by open contracts.
 */
export function changeOrganization(
  context: Context,
  id: string,
  change: HandlerInput<typeof organizations.patch>['body'],
): Promise<Organization> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { contracts: _, outgoing: __, rev: ___, ...organization } = await requireOrganization(tx, context, id)
    const changed = applyChange<OrganizationHead>(organization, change)
    await checkOrganization(tx, context, changed, organization)
    if (changed.archived && !organization.archived) await refuseArchiving(tx, pharmacyId, id)
    await updateOrganization(tx, pharmacyId, changed)
    touch('organizations', [id])
    if (changed.name !== organization.name) touch('companies', await companiesOfOwner(tx, pharmacyId, id))
    return requireOrganization(tx, context, id)
  })
}

/** The address to which its bills go. */
export async function keepOrganizationEmail(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  id: string,
  email: string,
): Promise<void> {
  await updateOrganizationEmail(tx, pharmacyId, id, email)
  touch('organizations', [id])
}

export async function removeOrganization(context: Context, id: string): Promise<{ id: string }> {
  await changeOrganization(context, id, { archived: true })
  return { id }
}

/** Throws `requests:notFound`. */
export async function requireOrganization(
  tx: Tx,
  context: Context,
  id: string,
): Promise<Organization & { rev: number }> {
  const pharmacyId = pharmacyOf(context)
  return requireRow(await findOrganization(tx, pharmacyId, id, await pharmacyToday(tx, pharmacyId, context.now)))
}

/**
 * Refuses invalid values and converts the phone to its stored form. `before`: the organization before the change, null
 * for a new one; unchanged values are not checked again.
 */
async function checkOrganization(
  tx: Tx,
  context: Context,
  organization: OrganizationHead,
  before: OrganizationHead | null,
): Promise<void> {
  const pharmacyId = pharmacyOf(context)
  if (
    organization.creditLimit !== (before ? before.creditLimit : noCredit) &&
    !context.actor.permissions.has('client.credit')
  )
    throw new AppError('auth:forbidden', { permission: 'client.credit' })
  organization.tags = [...new Set(organization.tags)]
  refuseFields(await tagIssues(tx, pharmacyId, 'organization', organization.tags))
  if (organization.aib !== null && organization.aib !== before?.aib)
    refuseFields(
      fiscalProfile(await fiscalPlatformOf(tx, pharmacyId)).aib ? [] : [{ path: 'body.aib', message: 'unknown' }],
    )
  if (organization.phone !== (before?.phone ?? null))
    organization.phone = await keptPhone(tx, pharmacyId, organization.phone, 'body.phone')
  if (
    !organization.archived &&
    (!before || isAnotherNow(organization, before)) &&
    (await isOrganizationKnown(tx, pharmacyId, organization))
  )
    throw taken('body.name')
}

/** Two organizations that an import left identical can still be changed in their other fields. */
function isAnotherNow(organization: OrganizationHead, before: OrganizationHead): boolean {
  return (
    before.archived ||
    organization.name !== before.name ||
    organization.taxId !== before.taxId ||
    organization.phone !== before.phone
  )
}

async function refuseArchiving(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  const owing = await outgoingOf(tx, pharmacyId, [id])
  const refusal = archivingRefusal('organization', {
    ...(await unclosedOf(tx, pharmacyId, id)),
    outgoing: owing.get(id)?.unbilled ?? 0,
  })
  if (refusal) throw new AppError(refusal.message, refusal.details)
  await refuseOpenContracts(tx, pharmacyId, id)
}
