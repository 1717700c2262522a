import * as z from 'zod'
import { NewCompany } from '#shared/contract/companies.ts'
import { Ceilings, Contract, NewCeilings, NewContract, PolicyUses, validity } from '#shared/contract/contracts.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Percent, Search, sortedBy, Text } from '#shared/contract/values.ts'

export const NewPolicy = z.object({
  contractId: Id,
  beneficiaryId: Id,
  /** The insured person on whom the beneficiary depends; null: the beneficiary is the insured person. */
  holderId: Id.nullable().default(null),
  number: Text,
  /** Null: the contract's percentage applies. */
  coverage: Percent.nullable().default(null),
  /** Paying order: 1 pays first. Social security pays before every rank. */
  rank: z.int().min(1).max(9).default(1),
  ceilings: NewCeilings,
  ...validity,
  tags: z.array(Id).max(20).default([]),
})
export type NewPolicy = z.infer<typeof NewPolicy>

/** A policy: one person under one contract. */
export const ContractPolicy = NewPolicy.extend({
  id: Id,
  ceilings: Ceilings,
  archived: z.boolean(),
  /** Null when no ceiling of a period needs it. A new number under the same contract keeps what the old one used. */
  uses: PolicyUses.nullable(),
  /** Of the family under the contract; null when it has no ceiling of a period for families. */
  familyUses: PolicyUses.nullable(),
})
export type ContractPolicy = z.infer<typeof ContractPolicy>

/** A policy with the names to show beside it. */
export const PolicyDetail = ContractPolicy.extend({
  contract: Contract.omit({ products: true }),
  payerName: z.string(),
  payerKind: z.enum(['insurer', 'social-security', 'organization']),
  beneficiaryName: z.string(),
  holderName: z.string().nullable(),
})
export type PolicyDetail = z.infer<typeof PolicyDetail>

/**
 * `state` is missing: what remains of a ceiling is computed only for the policies of one page, so the list cannot be
 * sorted by it.
 */
export const PolicySort = sortedBy('beneficiary', 'number', 'holder', 'contract', 'percent', 'from', 'until')
export type PolicySort = z.infer<typeof PolicySort>

const generic = resource({
  path: '/contract-policies',
  noun: 'contract policy',
  item: PolicyDetail,
  create: NewPolicy,
  patch: NewPolicy.omit({ contractId: true, beneficiaryId: true }).extend({ archived: z.boolean() }).partial(),
  read: 'member',
  write: 'client.edit',
  touches: ['persons'],
  query: PageQuery.extend({
    contractId: Id.optional(),
    search: Search.optional(),
    tag: Id.optional(),
    sort: PolicySort.optional(),
  }),
})

const byId = z.object({ id: Id })

export const contractPolicies = {
  ...generic,
  companyContract: endpoint({
    method: 'POST',
    path: '/contract-policies/company-contract',
    summary: 'Company, contract and policy in one call: each new, or one that exists',
    permission: 'contract.edit',
    touches: ['companies', 'persons'],
    status: 201,
    body: z.object({
      company: z.union([byId, NewCompany]),
      contract: z.union([byId, NewContract.omit({ companyId: true })]),
      policy: NewPolicy.omit({ contractId: true }),
    }),
    reply: PolicyDetail,
  }),
}
