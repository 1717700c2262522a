import * as z from 'zod'
import { Contract } from '#shared/contract/contracts.ts'
import { syncedResource } from '#shared/contract/resource.ts'
import { Id, Note, Text } from '#shared/contract/values.ts'

export const NewCompany = z.object({
  name: Text,
  /** Social security pays before every insurer, for the products of its list. */
  kind: z.enum(['insurer', 'social-security']).default('insurer'),
  taxId: Note.default(null),
  phone: Note.default(null),
  email: Note.default(null),
})
export type NewCompany = z.infer<typeof NewCompany>

/** A payer with its contracts that are not archived: all that a till needs to compute coverage offline. */
export const Company = NewCompany.extend({ id: Id, archived: z.boolean(), contracts: z.array(Contract) })
export type Company = z.infer<typeof Company>

export const companies = syncedResource({
  path: '/companies',
  noun: 'company',
  row: Company,
  item: Company,
  create: NewCompany,
  patch: NewCompany.extend({ archived: z.boolean() }).partial(),
  read: 'member',
  write: 'contract.edit',
  touches: ['companies'],
})
