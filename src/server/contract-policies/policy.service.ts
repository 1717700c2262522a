import { randomUUID } from 'node:crypto'
import type { contractPolicies, NewPolicy, PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { isAboveContract } from '#shared/domain/coverage/policy-terms.ts'
import { AppError } from '#shared/domain/errors.ts'
import { applyChange } from '#server/base/apply-change.ts'
import {
  insertPolicy,
  policyParties,
  updatePolicy,
  type PolicyParties,
  type PolicyTerms,
} from '#server/contract-policies/policy-write.repo.ts'
import { pageOfPolicies, policyDetails } from '#server/coverage/policy.repo.ts'
import { validityIssues } from '#server/contracts/validity-issues.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { writtenAt } from '#server/http/taken-fields.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields, type FieldIssue } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Actor } from '#server/identity/actor.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { tagIssues } from '#server/tags/tag-issues.ts'

export function listPolicies(
  context: Context,
  query: HandlerInput<typeof contractPolicies.list>['query'],
): Promise<{ items: PolicyDetail[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    pageOfPolicies(tx, pharmacyId, query, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

export function readPolicy(context: Context, id: string): Promise<PolicyDetail> {
  return context.database.read(pharmacyOf(context), (tx) => requirePolicy(tx, context, id))
}

/**
 * Throws `requests:invalid` at the field, `requests:taken` for a policy that exists already, `auth:forbidden` for a
 * rate above the contract's by an actor who may not edit contracts.
 */
export function createPolicy(context: Context, body: NewPolicy): Promise<PolicyDetail> {
  return changing(context, async (tx, pharmacyId, touch) =>
    requirePolicy(tx, context, await addPolicy(tx, pharmacyId, touch, body, { actor: context.actor, path: 'body' })),
  )
}

/** Adds a policy inside a transaction and returns its id. `path`: where the policy stands in the request. */
export async function addPolicy(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  body: NewPolicy,
  { actor, path }: { actor: Actor; path: string },
): Promise<string> {
  const policy = normalized({ id: randomUUID(), archived: false, ...body })
  const parties = await policyParties(tx, pharmacyId, policy)
  refuseFields(await policyIssues(tx, pharmacyId, policy, { parties, before: null, path }))
  refuseRaisedRate(actor, policy, { parties, before: null })
  await writtenAt(path, insertPolicy(tx, pharmacyId, policy))
  touch('persons', [policy.beneficiaryId])
  return policy.id
}

export function changePolicy(
  context: Context,
  id: string,
  change: HandlerInput<typeof contractPolicies.patch>['body'],
): Promise<PolicyDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const policy = termsOf(await requirePolicy(tx, context, id))
    const changed = normalized(applyChange<PolicyTerms>(policy, change))
    const parties = await policyParties(tx, pharmacyId, changed)
    refuseFields(await policyIssues(tx, pharmacyId, changed, { parties, before: policy, path: 'body' }))
    refuseRaisedRate(context.actor, changed, { parties, before: policy })
    await updatePolicy(tx, pharmacyId, changed)
    touch('persons', [policy.beneficiaryId])
    return requirePolicy(tx, context, id)
  })
}

/** Archives the policy: past sales keep the policy that paid for them. */
export async function removePolicy(context: Context, id: string): Promise<{ id: string }> {
  await changePolicy(context, id, { archived: true })
  return { id }
}

/** Throws `requests:notFound`. */
export async function requirePolicy(tx: Tx, context: Context, id: string): Promise<PolicyDetail> {
  const pharmacyId = pharmacyOf(context)
  return requireRow((await policyDetails(tx, pharmacyId, [id], await pharmacyToday(tx, pharmacyId, context.now)))[0])
}

async function policyIssues(
  tx: Tx,
  pharmacyId: string,
  policy: PolicyTerms,
  { parties, before, path }: { parties: PolicyParties; before: PolicyTerms | null; path: string },
): Promise<FieldIssue[]> {
  const { contract, beneficiary, holder } = parties
  const party = (field: keyof NewPolicy, found: { archived: boolean } | null, takesArchived: boolean): FieldIssue[] => {
    const message = !found ? 'unknown' : found.archived && !takesArchived ? 'archived' : null
    return message ? [{ path: `${path}.${field}`, message }] : []
  }
  return [
    ...party('contractId', contract, policy.archived),
    ...party('beneficiaryId', beneficiary, policy.archived || before !== null),
    // The insured may be archived (moved away or died) while the family is still covered.
    ...(policy.holderId === null ? [] : party('holderId', holder, true)),
    ...validityIssues(policy, path),
    ...(await tagIssues(tx, pharmacyId, 'contract-policy', policy.tags, `${path}.tags`)),
  ]
}

/** A rate that was set before stays, whoever changes the rest of the policy. */
function refuseRaisedRate(
  actor: Actor,
  { coverage }: PolicyTerms,
  { parties: { contract }, before }: { parties: PolicyParties; before: PolicyTerms | null },
): void {
  if (!contract || !isAboveContract(coverage, contract) || coverage === before?.coverage) return
  if (!actor.permissions.has('contract.edit')) throw new AppError('auth:forbidden', { permission: 'contract.edit' })
}

/** A policy that names the beneficiary as the insured has no separate insured. */
function normalized(policy: PolicyTerms): PolicyTerms {
  return {
    ...policy,
    holderId: policy.holderId === policy.beneficiaryId ? null : policy.holderId,
    tags: [...new Set(policy.tags)],
  }
}

function termsOf({
  id,
  contractId,
  beneficiaryId,
  holderId,
  number,
  coverage,
  rank,
  ceilings,
  validFrom,
  validUntil,
  tags,
  archived,
}: PolicyDetail): PolicyTerms {
  return {
    id,
    contractId,
    beneficiaryId,
    holderId,
    number,
    coverage,
    rank,
    ceilings,
    validFrom,
    validUntil,
    tags,
    archived,
  }
}
