import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { ById, Day, Id, Money, Note, Percent, Text } from '#shared/contract/values.ts'

const Ceiling = Money.nonnegative().nullable().default(null)
/** In minor units; null: none. */
export const Ceilings = z.object({ perSale: Ceiling, perDay: Ceiling, perMonth: Ceiling })
export type Ceilings = z.infer<typeof Ceilings>

/** Both days included; null: open. */
export const validity = { validFrom: Day.nullable().default(null), validUntil: Day.nullable().default(null) }

/** What was used of the ceilings, as known on `day`: a later day has used nothing of its own, a later month nothing at all. */
export const PolicyUses = z.object({ day: Day, usedOnDay: Money, usedInMonth: Money })
export type PolicyUses = z.infer<typeof PolicyUses>

/** What a contract says of one product, beside its default. */
export const ContractProduct = z.object({
  pharmacyProductId: Id,
  excluded: z.boolean().default(false),
  coverage: Percent.nullable().default(null),
  referencePrice: Money.nonnegative().nullable().default(null),
})
export type ContractProduct = z.infer<typeof ContractProduct>

/** Who took the contract for its people: an employer, or a private person. */
export const ContractOwner = z.object({ kind: z.enum(['organization', 'person']), id: Id })
export type ContractOwner = z.infer<typeof ContractOwner>

const terms = {
  label: Text,
  number: Note.default(null),
  defaultCoverage: Percent,
  /** Of all its policies together. */
  ceilings: Ceilings.default({ perSale: null, perDay: null, perMonth: null }),
  ...validity,
  /** Its exceptions, whole: what is sent replaces what was. */
  products: z.array(ContractProduct).max(2000).default([]),
}
/** Without a company the owner, an organization, pays itself, on credit. */
export const NewContract = z.object({
  companyId: Id.nullable(),
  owner: ContractOwner.nullable().default(null),
  ...terms,
})
export type NewContract = z.infer<typeof NewContract>

export const Contract = NewContract.extend({
  id: Id,
  ownerName: z.string().nullable(),
  archived: z.boolean(),
  /** Null where no ceiling of a day or a month asks for it. */
  uses: PolicyUses.nullable(),
})
export type Contract = z.infer<typeof Contract>

export const ContractDetail = Contract.extend({
  /** The company, or the organization that pays itself. */
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
