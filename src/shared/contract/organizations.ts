import * as z from 'zod'
import { Bill, BillQuery, OpenBill, Outgoing, OutgoingQuery } from '#shared/contract/clients.ts'
import { PolicyDetail, PolicySort } from '#shared/contract/contract-policies.ts'
import { Contract } from '#shared/contract/contracts.ts'
import { aibs } from '#shared/domain/fiscal/fiscal-document.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { syncedResource } from '#shared/contract/resource.ts'
import { ById, CappedAmount, Id, Money, Note, PageQuery, pageOf, Search, Text } from '#shared/contract/values.ts'

const NewOrganization = z.object({
  name: Text,
  taxId: Note.default(null),
  phone: Note.default(null),
  email: Note.default(null),
  address: Note.default(null),
  /** In minor units; 0: no credit; null: unlimited. A value other than 0 needs `client.credit`. */
  creditLimit: CappedAmount.nullable().default(0),
  paymentDelayDays: z.int().min(0).max(365).default(30),
  tags: z.array(Id).max(20).default([]),
  /** Collected on its invoices, on account of its income tax; only where the platform of the country knows AIB. */
  aib: z.enum(aibs).nullable().default(null),
})

/** An organization, with the contracts that it pays itself. */
export const Organization = NewOrganization.extend({
  id: Id,
  creditLimit: Money.nullable(),
  outgoing: Money,
  /** In the order in which money settles them, at most 12. Earlier servers do not say them. */
  openBills: z.array(OpenBill).optional(),
  archived: z.boolean(),
  contracts: z.array(Contract),
})
export type Organization = z.infer<typeof Organization>

export const organizations = {
  ...syncedResource({
    path: '/organizations',
    noun: 'organization',
    row: Organization,
    item: Organization,
    create: NewOrganization,
    patch: NewOrganization.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'client.edit',
    touches: ['organizations', 'companies'],
  }),
  outgoing: endpoint({
    method: 'GET',
    path: '/organizations/{id}/outgoing',
    summary: 'What an organization owes, and what a new credit payment would make of it',
    permission: 'member',
    params: ById,
    query: OutgoingQuery,
    reply: Outgoing,
  }),
  bills: endpoint({
    method: 'GET',
    path: '/organizations/{id}/bills',
    summary: 'The bills of an organization',
    permission: 'member',
    params: ById,
    query: BillQuery,
    reply: pageOf(Bill),
  }),
  contractPolicies: endpoint({
    method: 'GET',
    path: '/organizations/{id}/contract-policies',
    summary: 'The policies under the contracts that an organization owns',
    permission: 'member',
    params: ById,
    query: PageQuery.extend({ search: Search.optional(), sort: PolicySort.optional() }),
    reply: pageOf(PolicyDetail),
  }),
}
