import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, Money, PageQuery, pageOf, Search, sortedBy } from '#shared/contract/values.ts'

/** A search result: a person or an organization. */
export const Client = z.object({
  kind: z.enum(['person', 'organization']),
  id: Id,
  /** « DOSSOU Aurèle », or the organization's name. */
  name: z.string(),
  phone: z.string().nullable(),
  birthDate: Day.nullable(),
  creditLimit: Money.nullable(),
  outgoing: Money,
  /** Number of policies that are not archived. */
  policies: z.int(),
  tags: z.array(Id),
  archived: z.boolean(),
  /** A person made at the counter, whose record nobody of the office has looked at yet. */
  toCheck: z.boolean().optional(),
})
export type Client = z.infer<typeof Client>

/** A client's debt: unpaid credit, billed or not. */
/** A bill that a client owes something of. */
export const OpenBill = z.object({ number: z.string(), dueOn: Day, left: Money })
export type OpenBill = z.infer<typeof OpenBill>

export const Outgoing = z.object({
  limit: Money.nullable(),
  billed: Money,
  unbilled: Money,
  total: Money,
  /** The debt after a new credit payment, when the call names one. `left` null: no limit. */
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

export const BillQuery = PageQuery.extend({
  /** Text searched in the bill number. */
  search: Search.optional(),
  sort: sortedBy('number', 'day', 'amount', 'state').optional(),
})
export type BillQuery = z.output<typeof BillQuery>

export const clientEntryKinds = [
  'purchase',
  'return',
  'till',
  'payment',
  'passed-on',
  'written-off',
  'refused',
] as const
/** What changed the debt of a client: above 0 he owes more. `till`: paid back there; `refused`: by his insurer. */
const ClientEntry = z.object({
  kind: z.enum(clientEntryKinds),
  /** Of the sale or the bill; null for money of a till. */
  id: Id.nullable(),
  /** The number of the sale, the return or the bill. */
  name: z.string().nullable(),
  at: Instant,
  amount: Money,
  /** What he owes after it. */
  balance: Money,
})
export type ClientEntry = z.infer<typeof ClientEntry>

const ClientStatement = z.object({
  name: z.string(),
  /** What he owed before the period, and at its end; below 0: paid ahead. */
  before: Money,
  balance: Money,
  entries: z.array(ClientEntry),
})
export type ClientStatement = z.infer<typeof ClientStatement>

export const clients = {
  statement: endpoint({
    method: 'GET',
    path: '/clients/{id}/statement',
    summary: 'What a client bought on credit and paid in a period, with the balance before and after',
    permission: 'member',
    params: ById,
    query: z.object({ from: Day, to: Day }),
    reply: ClientStatement,
  }),
  list: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'Search persons and organizations: by name, phone, policy or social-security number',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      kind: z.enum(['person', 'organization']).optional(),
      tag: Id.optional(),
      /**
       * `debtors`: only clients with a debt. `to-check`: only persons made at the counter whose record nobody of the office
       * has looked at. `archived`: only archived clients, which are otherwise left out.
       */
      only: z.enum(['insured', 'debtors', 'to-check', 'archived']).optional(),
      sort: sortedBy(
        'name',
        'kind',
        'birthDate',
        'phone',
        'policies',
        'tags',
        'outgoing',
        'creditLimit',
        'state',
      ).optional(),
    }),
    reply: pageOf(Client),
  }),
}
