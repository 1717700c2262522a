import type { Bill, Outgoing } from '#shared/contract/clients.ts'
import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { organizations } from '#shared/contract/organizations.ts'
import { pageOfPolicies } from '#server/coverage/policy.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { billsOf } from '#server/credit/bill.repo.ts'
import { creditStanding } from '#server/credit/credit-standing.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { requireOrganization } from '#server/organizations/organization.service.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/**
 * What an organization owes, and what it would owe after a credit payment in minor units. Throws `requests:notFound`.
 */
export function readOutgoing(
  context: Context,
  id: string,
  { payment }: HandlerInput<typeof organizations.outgoing>['query'],
): Promise<Outgoing> {
  return ofKnown(context, id, async (tx, pharmacyId, { creditLimit }) =>
    creditStanding(creditLimit, (await outgoingOf(tx, pharmacyId, [id])).get(id)!, payment),
  )
}

/** Throws `requests:notFound`. */
export function listBills(
  context: Context,
  id: string,
  page: HandlerInput<typeof organizations.bills>['query'],
): Promise<{ items: Bill[]; total: number }> {
  return ofKnown(context, id, (tx, pharmacyId) => billsOf(tx, pharmacyId, id, page))
}

/** The policies under the contracts of an organization, whoever pays. Throws `requests:notFound`. */
export function listPolicies(
  context: Context,
  id: string,
  page: HandlerInput<typeof organizations.contractPolicies>['query'],
): Promise<{ items: PolicyDetail[]; total: number }> {
  return ofKnown(context, id, async (tx, pharmacyId) =>
    pageOfPolicies(tx, pharmacyId, { ...page, ownerId: id }, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

async function ofKnown<T>(
  context: Context,
  id: string,
  work: (tx: Tx, pharmacyId: string, organization: { creditLimit: number | null }) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    work(tx, pharmacyId, await requireOrganization(tx, context, id)),
  )
}
