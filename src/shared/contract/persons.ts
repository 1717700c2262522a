import * as z from 'zod'
import { Bill, BillQuery, OpenBill, Outgoing, OutgoingQuery } from '#shared/contract/clients.ts'
import { ContractPolicy, NewPolicy, PolicyDetail } from '#shared/contract/contract-policies.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { personRecordCalls } from '#shared/contract/person-records.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { syncedResource } from '#shared/contract/resource.ts'
import {
  ById,
  CappedAmount,
  Day,
  Id,
  Instant,
  Money,
  multilineTexts,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  RoleNames,
  sortedBy,
} from '#shared/contract/values.ts'
import { relationshipKinds } from '#shared/domain/relationship.ts'

const Name = z.string().trim().max(100)
const identity = {
  lastName: Name.min(1),
  /** Empty when unknown. */
  firstName: Name.default(''),
  birthDate: Day.nullable().default(null),
  sex: z.enum(['F', 'M']).nullable().default(null),
  /** As the domain's `readPhone` normalizes it: `+2290196123456`. */
  phone: Note.default(null),
}
/** An e-mail address; an empty text becomes null. Replies use plain texts: rows from before this check stay readable. */
const Email = z
  .string()
  .trim()
  .max(200)
  .check(({ value, issues }) => {
    if (value !== '' && !z.regexes.email.test(value))
      issues.push({ code: 'invalid_format', format: 'email', input: value, message: 'Invalid email address' })
  })
  .transform((given) => (given === '' ? null : given))
  .nullable()
const NewPerson = z.object({
  ...identity,
  socialSecurityId: Note.default(null),
  email: Email.default(null),
  address: Note.default(null),
  note: z.string().trim().max(2000).register(multilineTexts).nullable().default(null),
  /** In minor units; 0: no credit; null: unlimited. A value other than 0 needs `client.credit`. */
  creditLimit: CappedAmount.nullable().default(0),
  tags: z.array(Id).max(20).default([]),
})
export type NewPerson = z.infer<typeof NewPerson>

/** A row of the list that every till stores: for search, coverage and debts. */
export const Person = NewPerson.omit({ email: true, address: true, note: true }).extend({
  id: Id,
  creditLimit: Money.nullable(),
  outgoing: Money,
  /** In the order in which money settles them, at most 12. Earlier servers do not say them. */
  openBills: z.array(OpenBill).optional(),
  /** Policies that are not archived, in paying order. */
  policies: z.array(ContractPolicy),
  archived: z.boolean(),
  /** Id of the person that this one was merged into. */
  mergedInto: Id.nullable(),
})
export type Person = z.infer<typeof Person>

/** `kind`: what the relative is to the person of the call. */
export const Relationship = z.object({
  id: Id,
  kind: z.enum(relationshipKinds),
  relative: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    birthDate: Day.nullable(),
    archived: z.boolean(),
  }),
})
export type Relationship = z.infer<typeof Relationship>

export const PersonDetail = Person.extend({
  email: z.string().nullable(),
  address: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
  relationships: z.array(Relationship),
  /** Made at the counter, and nobody of the office has looked at the record yet. */
  toCheck: z.boolean().optional(),
  /** Who of the office looked at a record of the counter. */
  checked: z.object({ byName: z.string(), at: Instant }).nullable().optional(),
  /** When what names this person was erased; null: it was not. */
  erasedAt: Instant.nullable().optional(),
})
export type PersonDetail = z.infer<typeof PersonDetail>

/**
 * A patient created at the counter, also offline. The terminal makes the id, and sends the patient before a sale that
 * names the patient. Author and time are stored as in a sale.
 */
export const NewQuickPatient = z.object({
  id: Id,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
  createdAt: Instant,
  ...identity,
  socialSecurityId: Note.default(null),
  /** The policy on the card that the patient shows; its contract exists already. */
  policy: NewPolicy.pick({ contractId: true, number: true, coverage: true, holderId: true })
    .extend({ id: Id })
    .nullable()
    .default(null),
  /** The right to give the policy a rate above its contract's (`contract.edit`), lent for this contract and rate. */
  grant: Grant.optional(),
})
export type NewQuickPatient = z.infer<typeof NewQuickPatient>

/**
 * A product as the patient last bought it: quantity after returns, price and posology of that sale. `times`: number of
 * sales.
 */
export const Purchase = z.object({
  pharmacyProductId: Id,
  label: z.string(),
  quantity: Quantity,
  price: Money,
  soldAt: Instant,
  saleId: Id,
  saleNumber: z.int(),
  posology: z.string().nullable(),
  times: z.int().positive(),
})
export type Purchase = z.infer<typeof Purchase>

/** Persons who may be the same: same phone, same number, or same name and birth date. */
const Duplicates = z.object({
  reason: z.enum(['phone', 'social-security-id', 'policy-number', 'name']),
  persons: z.array(Person),
})
export type Duplicates = z.infer<typeof Duplicates>

export const DuplicateSort = sortedBy('persons', 'count', 'reason')
export type DuplicateSort = z.infer<typeof DuplicateSort>

export const persons = {
  ...personRecordCalls,
  ...syncedResource({
    path: '/persons',
    noun: 'person',
    row: Person,
    item: PersonDetail,
    create: NewPerson,
    patch: NewPerson.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'client.edit',
    touches: ['persons', 'companies'],
  }),
  createPatientByQuickWay: endpoint({
    method: 'POST',
    path: '/persons/createPatientByQuickWay',
    summary: 'Create a patient at the counter, exactly once',
    permission: 'sale.sell',
    touches: ['persons'],
    deferred: true,
    body: NewQuickPatient,
    reply: Person,
    status: 201,
  }),
  outgoing: endpoint({
    method: 'GET',
    path: '/persons/{id}/outgoing',
    summary: 'What a person owes, and what a new credit payment would make of it',
    permission: 'member',
    params: ById,
    query: OutgoingQuery,
    reply: Outgoing,
  }),
  bills: endpoint({
    method: 'GET',
    path: '/persons/{id}/bills',
    summary: 'The bills of a person',
    permission: 'member',
    params: ById,
    query: BillQuery,
    reply: pageOf(Bill),
  }),
  purchases: endpoint({
    method: 'GET',
    path: '/persons/{id}/purchases',
    summary: 'The last 50 products that a patient bought, newest first',
    permission: 'member',
    params: ById,
    reply: z.array(Purchase),
  }),
  contractPolicies: endpoint({
    method: 'GET',
    path: '/persons/{id}/contract-policies',
    summary: 'The policies of a person, in the order they pay',
    permission: 'member',
    params: ById,
    reply: z.array(PolicyDetail),
  }),
  relationships: endpoint({
    method: 'GET',
    path: '/persons/{id}/relationships',
    summary: 'The relatives of a person',
    permission: 'member',
    params: ById,
    reply: z.array(Relationship),
  }),
  relate: endpoint({
    method: 'POST',
    path: '/persons/{id}/relationships',
    summary: 'Relate a person to another',
    permission: 'client.edit',
    touches: ['persons'],
    params: ById,
    body: z.object({ relativeId: Id, kind: z.enum(relationshipKinds) }),
    reply: Relationship,
    status: 201,
  }),
  unrelate: endpoint({
    method: 'DELETE',
    path: '/persons/relationships/{id}',
    summary: 'End a relationship',
    permission: 'client.edit',
    touches: ['persons'],
    params: ById,
    reply: z.object({ id: Id }),
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/persons/duplicates',
    summary: 'Persons who may be the same, most certain reason first unless sorted',
    permission: 'member',
    query: PageQuery.extend({ sort: DuplicateSort.optional() }),
    reply: pageOf(Duplicates),
  }),
  erase: endpoint({
    method: 'POST',
    path: '/persons/{id}/erase',
    summary: 'Erase what names a person: ledgers keep their rows and sums, the person becomes « Inconnu »',
    permission: 'settings.edit',
    touches: ['persons', 'sales', 'dues', 'companies'],
    params: ById,
    reply: z.object({ id: Id }),
    status: 200,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/persons/{id}/merge',
    summary: 'Make two persons one: what belongs to the duplicate is the person’s from then on',
    permission: 'client.edit',
    touches: ['persons', 'sales', 'companies'],
    params: ById,
    body: z.object({ duplicateId: Id }),
    reply: PersonDetail,
    status: 200,
  }),
}
