import * as z from 'zod'
import { fiscalMeans } from '#shared/domain/fiscal/fiscal-document.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Reason,
  Search,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

/**
 * `incomplete`: a line has no tax group. `uncertain`: it may have been certified; a person looks at the portal. `settled`:
 * a person decided, or the sale was canceled before anything was sent.
 */
export const fiscalStates = ['incomplete', 'waiting', 'certified', 'rejected', 'uncertain', 'settled'] as const
export type FiscalState = (typeof fiscalStates)[number]
/** `found`: the code stands on the portal. `credited`: undone on the portal. `never`: it was never made. */
export const fiscalSettlements = ['found', 'credited', 'never', 'canceled'] as const

/** What papers print of a certified document. */
const Elements = z.object({
  code: z.string(),
  nim: z.string().nullable(),
  counters: z.string().nullable(),
  /** The hour in the words of the platform. */
  at: z.string(),
  /** The text of the square code. */
  qr: z.string(),
  stickersLeft: z.int().optional(),
  stampDuty: z.int().optional(),
  /** What the till took, when the platform says another duty; and the sum that it certified, when it is not ours. */
  expectedStampDuty: z.int().optional(),
  differingTotal: z.int().optional(),
})
const GroupTotal = z.object({ group: z.enum(taxGroups), rate: z.int(), total: Money, net: Money, tax: Money })

/** A document of a sale or of a return, as papers print it. Amounts in minor units, rates in hundredths of a percent. */
export const FiscalDocumentOfSale = z.object({
  id: Id,
  kind: z.enum(['sale', 'credit']),
  state: z.enum(fiscalStates),
  /** The return that a credit note is about; null: the sale, or its cancellation. */
  returnId: Id.nullable(),
  elements: Elements.nullable(),
  /** Null while a line has no tax group. */
  totals: z.object({ groups: z.array(GroupTotal), aib: Money, specificTax: Money, total: Money }).nullable(),
  lines: z.array(
    z.object({
      label: z.string(),
      quantity: z.number(),
      price: Money,
      group: z.enum(taxGroups),
      rate: z.int(),
      originalPrice: Money.optional(),
    }),
  ),
  payments: z.array(z.object({ means: z.enum(fiscalMeans), amount: Money })),
  client: z
    .object({
      name: z.string().nullable(),
      taxId: z.string().nullable(),
      contact: z.string().nullable(),
      address: z.string().nullable(),
    })
    .nullable(),
  operator: z.string(),
  /** The code of the invoice that a credit note undoes. */
  originalCode: z.string().nullable(),
  /** How often a paper with the code was printed: the second one says DUPLICATA. */
  prints: z.int(),
  /** Certified by a simulator: without any fiscal value. */
  isSimulated: z.boolean(),
  /** Of a drawer that is not counted yet: nothing that tells an amount is shown (decision 0054). */
  withheld: z.literal(true).optional(),
})
export type FiscalDocumentOfSale = z.infer<typeof FiscalDocumentOfSale>

const FiscalRow = z.object({
  id: Id,
  /** Of the sale, or of the return of a credit note. */
  number: z.string(),
  kind: z.enum(['sale', 'credit']),
  state: z.enum(fiscalStates),
  saleId: Id,
  saleNumber: z.int(),
  soldAt: Instant,
  clientName: z.string().nullable(),
  operator: z.string(),
  /** Null also while its drawer is not counted, for those who may not know (decision 0054). */
  total: Money.nullable(),
  code: z.string().nullable(),
  nim: z.string().nullable(),
  /** Why it is not certified, in the words of the platform or ours. */
  trouble: z.string().nullable(),
  attempts: z.int(),
  nextAt: Instant.nullable(),
})
export type FiscalRow = z.infer<typeof FiscalRow>

const Exchange = z.object({
  at: Instant,
  step: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.int().nullable(),
  tookMs: z.int(),
  request: z.string().nullable(),
  answer: z.string(),
})
/** A line of the journal of all exchanges. */
const JournalRow = Exchange.extend({
  id: z.string(),
  documentId: Id,
  ...FiscalRow.pick({ number: true, kind: true, saleNumber: true }).shape,
})
export type JournalRow = z.infer<typeof JournalRow>

const FiscalDetail = FiscalDocumentOfSale.extend({
  ...FiscalRow.shape,
  /** The fields that were refused, each with the words of the platform. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The lines without a tax group. */
  incompleteLines: z.array(z.string()),
  /** What the till took as AIB, when the document has another. */
  paidAib: Money.optional(),
  /** What a person needs to find it on the portal. */
  evidence: z.record(z.string(), z.unknown()).nullable(),
  settlement: z
    .object({
      way: z.enum(fiscalSettlements),
      reason: z.string(),
      creditCode: z.string().nullable(),
      byName: z.string().nullable(),
      at: Instant,
    })
    .nullable(),
  /** The calls of the platform about it, the latest first, word for word but for the token. */
  exchanges: z.array(Exchange),
})
export type FiscalDetail = z.infer<typeof FiscalDetail>

const reading = { permission: 'report.see', method: 'GET' } as const
const deciding = {
  permission: 'fiscal.manage',
  method: 'POST',
  params: ById,
  reply: FiscalDetail,
  status: 200,
  touches: ['fiscal-documents'],
} as const

export const fiscalDocuments = {
  list: endpoint({
    ...reading,
    path: '/fiscal-documents',
    summary: 'List the documents of the fiscal platform, newest first unless sorted',
    query: PageQuery.extend({
      /** A code, a machine, a client, a number or a sum. */
      search: Search.optional(),
      /** States, separated by commas. */
      state: z
        .string()
        .max(100)
        .regex(/^[a-z,]+$/)
        .optional(),
      kind: z.enum(['sale', 'credit']).optional(),
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy('number', 'sale', 'soldAt', 'client', 'operator', 'total', 'code', 'nim', 'state').optional(),
    }),
    reply: pageOf(FiscalRow).extend({ total: z.int() }),
  }),
  read: endpoint({
    ...reading,
    path: '/fiscal-documents/{id}',
    summary: 'Read a document: what was frozen, what the platform gave, and every exchange about it',
    params: ById,
    reply: FiscalDetail,
  }),
  journal: endpoint({
    ...reading,
    path: '/fiscal-documents/exchanges',
    summary: 'Every exchange with the platform, word for word but for the token, newest first unless sorted',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      sort: sortedBy('at', 'number', 'sale', 'step', 'status', 'tookMs').optional(),
    }),
    /** Without documents of drawers that are not counted yet, for those who may not know their amounts. */
    reply: pageOf(JournalRow).extend({ total: z.int(), withheld: z.literal(true).optional() }),
  }),
  ofSale: endpoint({
    method: 'GET',
    permission: 'member',
    path: '/sales/{id}/fiscal-documents',
    summary: 'The documents of a sale and of its returns, as papers print them',
    params: ById,
    reply: z.array(FiscalDocumentOfSale),
  }),
  ask: endpoint({
    method: 'POST',
    permission: 'sale.sell',
    path: '/sales/{id}/fiscal-documents',
    summary: 'Make the document of a sale and of its returns, where they are made on request; exactly once',
    // A sale says that it has an invoice.
    touches: ['fiscal-documents', 'sales'],
    params: ById,
    unreplayed: 'outside',
    reply: z.array(FiscalDocumentOfSale),
    status: 200,
  }),
  printed: endpoint({
    method: 'POST',
    permission: 'member',
    path: '/fiscal-documents/{id}/prints',
    summary: 'Count a paper that was printed with the code; the answer is how many were printed before',
    touches: ['fiscal-documents'],
    params: ById,
    unreplayed: 'outside',
    reply: z.object({ before: z.int() }),
    status: 200,
  }),
  retry: endpoint({
    unreplayed: 'outside',
    ...deciding,
    path: '/fiscal-documents/{id}/retry',
    summary: 'Complete a document with the tax groups of today, or send one again that was rejected or waits',
    body: z.object({ withoutTaxId: z.boolean().default(false) }),
  }),
  settle: endpoint({
    unreplayed: 'outside',
    ...deciding,
    path: '/fiscal-documents/{id}/settlement',
    summary: 'Decide a document that may have been certified: typed from the portal, credited there, or never made',
    body: z.discriminatedUnion('way', [
      z.object({
        way: z.literal('found'),
        code: Text,
        counters: Text.nullable().default(null),
        at: Text,
        reason: Reason,
      }),
      z.object({ way: z.literal('credited'), creditCode: Text, reason: Reason }),
      z.object({ way: z.literal('never'), reason: Reason }),
    ]),
  }),
}
