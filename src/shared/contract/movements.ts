import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { collectionTypes, movementKinds } from '#shared/domain/register/movements.ts'
import { madeAtTill, Operator, TillAmount } from '#shared/contract/made-at-till.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { Comment, Day, Id, Instant, Money, Search, severalOf } from '#shared/contract/values.ts'

const gesture = {
  ...madeAtTill,
  registerId: Id,
  amount: TillAmount.positive(),
  occurredAt: Instant,
  note: Comment.default(null),
  /** The right that another member lent, for a bank deposit. */
  grant: Grant.optional(),
  /** The right that another member lent to deposit more than the drawer holds. */
  exceeding: Grant.optional(),
}
/** A cash operation entered by hand: cash put into the drawer, a bank deposit, or a client's repayment of a debt. */
export const NewMovement = z.discriminatedUnion('kind', [
  z.object({ ...gesture, kind: z.literal('cash-in') }),
  z.object({ ...gesture, kind: z.literal('deposit') }),
  z.object({
    ...gesture,
    kind: z.literal('collection'),
    type: z.enum(collectionTypes),
    operator: Operator.default(null),
    clientId: Id,
  }),
])
export type NewMovement = z.infer<typeof NewMovement>

/** One line of the ledger; negative for outgoing money. */
export const Movement = z.object({
  id: Id,
  occurredAt: Instant,
  recordedAt: Instant,
  kind: z.enum(movementKinds),
  type: z.enum(movementTypes),
  operator: Operator,
  amount: Money,
  userId: Id,
  userName: z.string(),
  registerId: Id,
  saleId: Id.nullable(),
  saleNumber: z.int().nullable(),
  clientId: Id.nullable(),
  clientName: z.string().nullable(),
  note: z.string().nullable(),
})
export type Movement = z.infer<typeof Movement>

/** Days in the pharmacy's time zone, by the time at the counter. */
const filters = z.object({
  from: Day.optional(),
  to: Day.optional(),
  search: Search.optional(),
  type: severalOf(z.enum(movementTypes)).optional(),
  kind: severalOf(z.enum(movementKinds)).optional(),
  /** The exact name of an operator of mobile money. */
  operator: z.string().min(1).max(100).optional(),
  userId: Id.optional(),
  clientId: Id.optional(),
  registerId: Id.optional(),
})
const Cursor = z.string().regex(/^\d{1,13}\.\d{1,15}$/)

const MovementReport = z.object({
  count: z.int(),
  totals: z.array(
    z.object({ kind: z.enum(movementKinds), type: z.enum(movementTypes), amount: Money, count: z.int() }),
  ),
  /** Totals per hour of the day and type; hours without a movement are omitted. */
  hours: z.array(z.object({ hour: z.int().min(0).max(23), type: z.enum(movementTypes), amount: Money })),
  /** True: without drawers that the member sees only after their count. */
  withheld: z.literal(true).optional(),
})
export type MovementReport = z.infer<typeof MovementReport>

export const movements = {
  create: endpoint({
    method: 'POST',
    path: '/movements',
    summary: 'Cash in, a bank deposit or the collection of a credit, exactly once',
    permission: 'register.use',
    touches: ['cash-registers', 'persons', 'organizations'],
    deferred: true,
    body: NewMovement,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  report: endpoint({
    method: 'GET',
    path: '/movements/report',
    summary: 'Sums of the movements that the filters keep',
    permission: 'register.seeExpected',
    query: filters,
    reply: MovementReport,
  }),
  movementReportData: endpoint({
    method: 'GET',
    path: '/movements/movement-report-data',
    summary: 'The movements that the filters keep, newest first, by cursor',
    permission: 'register.seeExpected',
    query: filters.extend({ cursor: Cursor.optional(), size: z.coerce.number().int().min(1).max(2000).default(50) }),
    reply: z.object({
      items: z.array(Movement),
      /** Cursor of the next page; null at the end. */
      next: Cursor.nullable(),
    }),
  }),
  movementReportCsv: endpoint({
    method: 'GET',
    path: '/movements/movement-report-csv',
    summary: 'The same as a CSV file',
    permission: 'register.seeExpected',
    query: filters,
    csv: true,
    reply: z.string(),
  }),
}
