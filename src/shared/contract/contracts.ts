import * as z from 'zod'
import { ceilingYears } from '#shared/domain/coverage/policy-uses.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { ById, CappedAmount, Day, Id, Money, Note, Percent, Text, UnitPrice } from '#shared/contract/values.ts'

const Ceiling = Money.nullable()
/** Ceilings in minor units; null: none. */
export const Ceilings = z.object({ perSale: Ceiling, perDay: Ceiling, perMonth: Ceiling, perYear: Ceiling })
export type Ceilings = z.infer<typeof Ceilings>
const NewCeiling = CappedAmount.nullable().default(null)
export const NewCeilings = z
  .object({ perSale: NewCeiling, perDay: NewCeiling, perMonth: NewCeiling, perYear: NewCeiling })
  .default({ perSale: null, perDay: null, perMonth: null, perYear: null })

/** First and last day, inclusive; null: unbounded. */
export const validity = { validFrom: Day.nullable().default(null), validUntil: Day.nullable().default(null) }

/**
 * Amounts already used of the ceilings, as of `day`. On a later day `usedOnDay` counts as 0, in a later month also
 * `usedInMonth`, in a later year all. `usedInYear`: only where a ceiling of the year needs it.
 */
export const PolicyUses = z.object({ day: Day, usedOnDay: Money, usedInMonth: Money, usedInYear: Money })
export type PolicyUses = z.infer<typeof PolicyUses>

const NewContractProduct = z.object({
  pharmacyProductId: Id,
  excluded: z.boolean().default(false),
  coverage: Percent.nullable().default(null),
  referencePrice: UnitPrice.nullable().default(null),
})
/** A contract's exception for one product. */
export const ContractProduct = NewContractProduct.extend({ referencePrice: Money.nullable() })
export type ContractProduct = z.infer<typeof ContractProduct>

/** Who took out the contract: an employer, or a private person. */
export const ContractOwner = z.object({ kind: z.enum(['organization', 'person']), id: Id })
export type ContractOwner = z.infer<typeof ContractOwner>

const terms = {
  label: Text,
  number: Note.default(null),
  defaultCoverage: Percent,
  /** Ceilings shared by all policies of the contract. */
  ceilings: NewCeilings,
  /** Ceilings of each family: an insured person and those who depend on him. */
  familyCeilings: NewCeilings,
  /** The year of ceilings begins in January, or on the day of the year of `validFrom`. */
  ceilingYear: z.enum(ceilingYears).default('calendar'),
  ...validity,
  /** All exceptions: the sent list replaces the stored one. */
  products: z.array(NewContractProduct).max(2000).default([]),
}
/** Without a company, the owner is an organization that pays for its members itself, on credit. */
export const NewContract = z.object({
  companyId: Id.nullable(),
  owner: ContractOwner.nullable().default(null),
  ...terms,
})
export type NewContract = z.infer<typeof NewContract>

export const Contract = NewContract.extend({
  id: Id,
  ceilings: Ceilings,
  familyCeilings: Ceilings,
  products: z.array(ContractProduct),
  ownerName: z.string().nullable(),
  archived: z.boolean(),
  /** Null when no ceiling of a period needs it. */
  uses: PolicyUses.nullable(),
})
export type Contract = z.infer<typeof Contract>

export const ContractDetail = Contract.extend({
  /** Name of the company, or of the organization that pays itself. */
  payerName: z.string(),
  policies: z.int(),
  products: z.array(ContractProduct.extend({ label: z.string() })),
})
export type ContractDetail = z.infer<typeof ContractDetail>

const generic = resource({
  path: '/contracts',
  noun: 'contract',
  item: ContractDetail,
  create: NewContract,
  patch: NewContract.extend({ archived: z.boolean() }).omit({ companyId: true }).partial(),
  read: 'member',
  write: 'contract.edit',
  touches: ['companies', 'organizations', 'persons'],
})

export const contracts = {
  ...generic,
  list: endpoint({
    ...generic.list,
    reply: z.object({ items: z.array(ContractDetail.omit({ products: true })), total: z.int() }),
  }),
  company: endpoint({
    method: 'GET',
    path: '/contracts/company/{id}',
    summary: 'The contracts of a company, or those that an organization pays itself',
    permission: 'member',
    params: ById,
    reply: z.array(ContractDetail.omit({ products: true })),
  }),
  removePolicy: endpoint({
    method: 'DELETE',
    path: '/contracts/policy/{id}',
    summary: 'Take a policy out of its contract',
    permission: 'client.edit',
    touches: ['persons'],
    params: ById,
    reply: z.object({ id: Id }),
  }),
}
