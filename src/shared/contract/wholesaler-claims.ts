import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { claimStates } from '#shared/domain/statements/claim-state.ts'
import { claimReasons } from '#shared/domain/statements/claim-reasons.ts'
import { NoteNumber } from '#shared/contract/deliveries.ts'
import { mailCalls, NewMail } from '#shared/contract/mails.ts'
import { picture } from '#shared/contract/photos.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  CappedAmount,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Reason,
  Search,
  severalOf,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const Amount = z.int().positive().max(caps.saleTotal)
const NewClaimLine = z.object({
  reason: z.enum(claimReasons),
  label: Text,
  noteNumber: NoteNumber.nullable().default(null),
  deliveryId: Id.nullable().default(null),
  /** What proves it, in one sentence. */
  evidence: Comment.default(null),
  amount: Amount,
})
export type NewClaimLine = z.infer<typeof NewClaimLine>

const sums = {
  /** Claimed, accepted by the supplier, credited, not credited yet, and refused. */
  claimed: Money,
  accepted: Money,
  credited: Money,
  awaited: Money,
  lost: Money,
}
export const WholesalerClaim = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  supplierId: Id,
  supplierName: z.string(),
  statementId: Id.nullable(),
  statementReference: z.string().nullable(),
  state: z.enum(claimStates),
  note: z.string().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  sentAt: Instant.nullable(),
  sentByName: z.string().nullable(),
  reminders: z.int(),
  remindedAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  answer: z.string().nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  lines: z.int(),
  ...sums,
})
export type WholesalerClaim = z.infer<typeof WholesalerClaim>

export const WholesalerClaimDetail = WholesalerClaim.omit({ lines: true }).extend({
  /** `photos`: how many prove the line. */
  lines: z.array(NewClaimLine.extend({ position: z.int(), accepted: Money.nullable(), photos: z.int() })),
  credits: z.array(
    z.object({ id: Id, number: z.string().nullable(), day: Day, amount: Money, statementId: Id.nullable() }),
  ),
  supplier: z.object({
    name: z.string(),
    customerNumber: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
})
export type WholesalerClaimDetail = z.infer<typeof WholesalerClaimDetail>

const Position = z.int().min(1).max(20_000)
const ClaimPhoto = z.object({ ...picture, position: z.int(), addedAt: Instant })
export type ClaimPhoto = z.infer<typeof ClaimPhoto>

/** Francs claimed in a month from a supplier, and what has come of them by now. `month`: `2026-11`. */
export const ClaimReportRow = z.object({ supplierId: Id, supplierName: z.string(), month: z.string(), ...sums })
export type ClaimReportRow = z.infer<typeof ClaimReportRow>

const byStatements = { permission: 'statement.manage' } as const
const byCost = { permission: 'stock.see-cost' } as const
const gesture = {
  ...byStatements,
  touches: ['wholesaler-claims', 'supplier-payments'],
  params: ById,
  reply: WholesalerClaimDetail,
  status: 200,
} as const

export const wholesalerClaims = {
  ...mailCalls({
    path: '/wholesaler-claims',
    noun: 'a claim, with its letter and photos',
    writing: 'statement.manage',
    reading: 'stock.see-cost',
    touches: ['wholesaler-claims', 'suppliers'],
    body: NewMail,
  }),
  photos: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-claims/{id}/photos',
    summary: 'The photos that prove the lines of a claim',
    params: ById,
    reply: z.array(ClaimPhoto),
  }),
  addPhoto: endpoint({
    ...byStatements,
    method: 'POST',
    path: '/wholesaler-claims/{id}/photos',
    summary: 'Attach a photo to a line of a claim, once',
    touches: ['wholesaler-claims'],
    params: ById,
    body: z.object({ ...picture, position: Position }),
    reply: z.object({ id: Id }),
    status: 201,
  }),
  removePhoto: endpoint({
    ...byStatements,
    method: 'DELETE',
    path: '/wholesaler-claims/{id}/photos/{photoId}',
    summary: 'Take a photo off a claim that was not sent yet',
    touches: ['wholesaler-claims'],
    params: ById.extend({ photoId: Id }),
    reply: z.object({ id: Id }),
  }),
  list: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-claims',
    summary: 'List claims, newest first unless sorted, with their sums',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(claimStates)).optional(),
      supplierId: severalOf(Id).optional(),
      sort: sortedBy(
        'number',
        'supplier',
        'statement',
        'createdAt',
        'sentAt',
        'lines',
        'claimed',
        'credited',
        'awaited',
        'lost',
        'state',
      ).optional(),
    }),
    reply: pageOf(WholesalerClaim).extend(sums),
  }),
  report: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-claims/report',
    summary: 'Francs claimed, recovered and lost, by supplier and month of the claim',
    query: z.object({ from: Day, to: Day }),
    reply: z.array(ClaimReportRow),
  }),
  read: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-claims/{id}',
    summary: 'Read a claim with its lines and credits',
    params: ById,
    reply: WholesalerClaimDetail,
  }),
  create: endpoint({
    ...byStatements,
    method: 'POST',
    path: '/wholesaler-claims',
    summary: 'Begin a claim by hand',
    touches: ['wholesaler-claims'],
    body: z.object({
      id: Id,
      supplierId: Id,
      note: Comment.default(null),
      lines: z.array(NewClaimLine).min(1).max(1000),
    }),
    reply: WholesalerClaimDetail,
    status: 201,
  }),
  patch: endpoint({
    ...byStatements,
    method: 'PATCH',
    path: '/wholesaler-claims/{id}',
    summary: 'Change the note of a claim',
    touches: ['wholesaler-claims'],
    params: ById,
    body: z.object({ note: Comment }).partial(),
    reply: WholesalerClaimDetail,
  }),
  patchLine: endpoint({
    ...gesture,
    method: 'PATCH',
    path: '/wholesaler-claims/{id}/lines/{position}',
    summary: 'Change the cause and the text of a line, until the claim is sent',
    params: ById.extend({ position: z.coerce.number().pipe(Position) }),
    body: z.object({ reason: z.enum(claimReasons), label: Text, evidence: Comment }).partial(),
  }),
  send: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-claims/{id}/send',
    summary: 'Note that a claim was sent; once, however often it is said',
  }),
  remind: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-claims/{id}/remind',
    summary: 'Note that the supplier was reminded of a claim',
    body: z.object({
      /** Of reminders before this one: a repeated call counts once. */
      after: z.int().min(0).max(1000),
    }),
  }),
  answer: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-claims/{id}/answer',
    summary: 'Note what the supplier accepts of each line',
    body: z.object({
      answer: Comment.default(null),
      lines: z
        .array(z.object({ position: Position, accepted: CappedAmount.nullable() }))
        .min(1)
        .max(5000),
    }),
  }),
  credit: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-claims/{id}/credits',
    summary: 'Note a credit note of the supplier for a claim, once',
    body: z.object({ id: Id, number: Note.default(null), day: Day, amount: Amount }),
  }),
  cancel: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-claims/{id}/cancel',
    summary: 'Cancel a claim that has no credit',
    body: z.object({ reason: Reason }),
  }),
}
