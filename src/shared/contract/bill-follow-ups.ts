import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { reminderSteps } from '#shared/domain/billing/reminder-step.ts'
import { payer } from '#shared/contract/bill-payer.ts'
import { AgedRow } from '#shared/contract/bill-reports.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Comment, Day, Id, Instant, Money } from '#shared/contract/values.ts'

export const reminderChannels = ['letter', 'mail', 'message', 'phone'] as const

const FollowUp = z.object({
  id: Id,
  kind: z.enum(['reminder', 'promise', 'dispute']),
  step: z.literal(reminderSteps).nullable(),
  channel: z.enum(reminderChannels).nullable(),
  amount: Money.nullable(),
  promisedOn: Day.nullable(),
  /** Of a promise that was not ended: whether the money came since. */
  promise: z.enum(['open', 'kept', 'broken']).nullable(),
  billId: Id.nullable(),
  billNumber: z.string().nullable(),
  note: z.string().nullable(),
  on: Day,
  createdAt: Instant,
  createdByName: z.string(),
  endedAt: Instant.nullable(),
  endedByName: z.string().nullable(),
  endNote: z.string().nullable(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** A bill that awaits money. `late`: days after its due day, below 0 before. */
const OwedBill = z.object({
  id: Id,
  number: z.string(),
  issuedOn: Day,
  dueOn: Day,
  late: z.int(),
  amount: Money,
  left: Money,
  isDisputed: z.boolean(),
})
export type OwedBill = z.infer<typeof OwedBill>

/** What a payer owes, what was done about it, and what comes next. */
const Collection = z.object({
  ...payer,
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  left: Money,
  /** What it owes that no bill holds, and what it has ahead of its payments. */
  unbilled: Money,
  ahead: Money,
  /** Left of bills that are due, without disputed ones. */
  overdue: Money,
  bills: z.array(OwedBill),
  followUps: z.array(FollowUp),
  /** The next reminder, and the day from which it is due; null: none. */
  next: z.object({ step: z.literal(reminderSteps), from: Day }).nullable(),
  days: AgedRow.shape.days,
  refused: AgedRow.shape.refused,
  /** Of a client; null for an insurer, and without a limit. */
  creditLimit: Money.nullable(),
  /** What its habits justify; null for an insurer, and without bills. */
  proposedLimit: Money.nullable(),
})
export type Collection = z.infer<typeof Collection>

const made = { id: Id, payerId: Id, note: Comment.default(null) }
const writing = { permission: 'bill.manage', touches: ['bills'] } as const

export const billFollowUps = {
  collection: endpoint({
    method: 'GET',
    path: '/bills/collections/{id}',
    summary: 'What a payer owes, the reminders, promises and disputes, and what comes next',
    permission: 'report.see',
    params: ById,
    reply: Collection,
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/bills/follow-ups',
    summary: 'Note a reminder, a promise or a dispute of a payer, once',
    body: z.discriminatedUnion('kind', [
      z.object({
        ...made,
        kind: z.literal('reminder'),
        step: z.literal(reminderSteps),
        channel: z.enum(reminderChannels),
      }),
      z.object({
        ...made,
        kind: z.literal('promise'),
        amount: z.int().positive().max(caps.saleTotal),
        promisedOn: Day,
      }),
      z.object({ ...made, kind: z.literal('dispute'), billId: Id.nullable().default(null) }),
    ]),
    reply: Collection,
    status: 201,
  }),
  end: endpoint({
    ...writing,
    method: 'POST',
    path: '/bills/follow-ups/{id}/end',
    summary: 'End a promise or a dispute, once',
    params: ById,
    body: z.object({ note: Comment.default(null) }),
    reply: Collection,
    status: 200,
  }),
}
