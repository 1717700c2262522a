import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Money, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/** A person or an organization, as one search finds both. */
export const Client = z.object({
  kind: z.enum(['person', 'organization']),
  id: Id,
  /** « DOSSOU Aurèle », or the organization's. */
  name: z.string(),
  phone: z.string().nullable(),
  birthDate: Day.nullable(),
  creditLimit: Money.nullable(),
  outgoing: Money,
  /** Policies that are not archived. */
  policies: z.int(),
  tags: z.array(Id),
  archived: z.boolean(),
})
export type Client = z.infer<typeof Client>

/** What a client owes: unpaid credit, billed or not. */
export const Outgoing = z.object({
  limit: Money.nullable(),
  billed: Money,
  unbilled: Money,
  total: Money,
  /** What a new credit payment would make of it, where one was asked about; `left` null: no limit. */
  after: z.object({ total: Money, left: Money.nullable(), excess: Money }).nullable(),
})
export type Outgoing = z.infer<typeof Outgoing>

export const OutgoingQuery = z.object({ payment: z.coerce.number().int().min(0).max(1_000_000_000_000).optional() })

export const Bill = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(['open', 'closed', 'canceled']),
  amount: Money,
  issuedOn: Day,
})
export type Bill = z.infer<typeof Bill>

export const BillQuery = PageQuery.extend({ sort: sortedBy('number', 'day', 'amount', 'state').optional() })
export type BillQuery = z.output<typeof BillQuery>

export const clients = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'Search persons and organizations: by name, phone, policy or social-security number',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      kind: z.enum(['person', 'organization']).optional(),
      tag: Id.optional(),
      /** With `debtors` only those who owe; with `archived` only the archived, who are left out otherwise. */
      only: z.enum(['insured', 'debtors', 'archived']).optional(),
      sort: sortedBy('name', 'birthDate', 'phone', 'policies', 'tags', 'outgoing', 'creditLimit', 'state').optional(),
    }),
    reply: pageOf(Client),
  }),
}
