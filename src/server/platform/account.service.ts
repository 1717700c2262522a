import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { PlatformAccount, platformAccounts as calls } from '#shared/contract/platform.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { endUnlocks } from '#server/identity/unlock.repo.ts'
import { issueInvitation } from '#server/invitations/invitation.service.ts'
import {
  findAccount,
  insertTillAccount,
  isPharmacyKnown,
  pageOfAccounts,
  setActive,
} from '#server/platform/account.repo.ts'

export function listAccounts(
  { database }: Context,
  query: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: PlatformAccount[]; total: number }> {
  return database.platform((tx) => pageOfAccounts(tx, query))
}

/** Throws `requests:notFound`. */
export function readAccount({ database }: Context, id: string): Promise<PlatformAccount> {
  return database.platform((tx) => requireAccount(tx, id))
}

/** The account of a till, which is then invited. Throws `requests:invalid` at an unknown pharmacy. */
export function createAccount(
  context: Context,
  body: HandlerInput<typeof calls.create>['body'],
): Promise<PlatformAccount> {
  context.changes.pharmacies = [body.pharmacyId]
  return context.database.platform(async (tx) => {
    if (!(await isPharmacyKnown(tx, body.pharmacyId))) refuseFields([{ path: 'body.pharmacyId', message: 'unknown' }])
    const id = randomUUID()
    await insertTillAccount(tx, id, body)
    return requireAccount(tx, id)
  })
}

/**
 * Closes or opens an account; its sessions end within seconds. Throws `requests:notFound`, and `requests:conflict` for
 * the account that calls.
 */
export async function changeAccount(
  context: Context,
  id: string,
  { active }: HandlerInput<typeof calls.patch>['body'],
): Promise<PlatformAccount> {
  const { actor, database, identity, now, changes } = context
  if (id === actor.userId && active === false) throw new AppError('requests:conflict')
  const account = await database.platform(async (tx) => {
    const { pharmacy } = await requireAccount(tx, id)
    if (active !== undefined) await setActive(tx, id, active)
    if (active === false && pharmacy)
      await endUnlocks(tx, pharmacy.id, { of: 'user_id', is: id, reason: 'deactivation' }, now)
    return requireAccount(tx, id)
  })
  changes.pharmacies = account.pharmacy ? [account.pharmacy.id] : []
  if (account.pharmacy) identity.forget(account.pharmacy.id)
  return account
}

/** Throws `requests:notFound`, and `requests:conflict` for one who has an account, is closed, or is no till. */
export function inviteAccount(
  context: Context,
  id: string,
  mailOrigin: string | null,
): Promise<CallReply<typeof calls.invite>> {
  return context.database.platform(async (tx) => {
    const { kind, email, pharmacy, hasAccount, active } = await requireAccount(tx, id)
    if (kind !== 'terminal' || hasAccount || !active || !email || !pharmacy) throw new AppError('requests:conflict')
    context.changes.pharmacies = [pharmacy.id]
    return issueInvitation(tx, context, pharmacy.id, { userId: id, email }, mailOrigin)
  })
}

async function requireAccount(tx: Tx, id: string): Promise<PlatformAccount> {
  return requireRow(await findAccount(tx, id))
}
