import type { contractPolicies, PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { companyNamed } from '#server/companies/company.service.ts'
import { addPolicy, requirePolicy } from '#server/contract-policies/policy.service.ts'
import { findContract } from '#server/coverage/contract.repo.ts'
import { addContract } from '#server/contracts/contract.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

type Body = HandlerInput<typeof contractPolicies.companyContract>['body']

/**
 * Writes a company, a contract and a policy in one transaction; each is new or exists already. Throws what the three
 * single calls throw; the paths name the field.
 */
export function createCompanyContract(context: Context, { company, contract, policy }: Body): Promise<PolicyDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const companyId = await companyNamed(tx, pharmacyId, touch, company, today)
    const contractId = await contractOf(tx, pharmacyId, touch, contract, companyId, today)
    return requirePolicy(
      tx,
      context,
      await addPolicy(tx, pharmacyId, touch, { ...policy, contractId }, { actor: context.actor, path: 'body.policy' }),
    )
  })
}

/** A contract of another company is treated as unknown, like one of another pharmacy. */
async function contractOf(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  contract: Body['contract'],
  companyId: string,
  today: string,
): Promise<string> {
  if (!('id' in contract)) return addContract(tx, pharmacyId, touch, { ...contract, companyId }, 'body.contract')
  const found = await findContract(tx, pharmacyId, contract.id, today)
  refuseFields(
    found?.companyId !== companyId
      ? [{ path: 'body.contract.id', message: 'unknown' }]
      : found.archived
        ? [{ path: 'body.contract.id', message: 'archived' }]
        : [],
  )
  return contract.id
}
