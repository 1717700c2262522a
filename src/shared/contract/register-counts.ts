import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { counted, Denomination, means } from '#shared/contract/counted-money.ts'
import { madeAtTill, Operator } from '#shared/contract/made-at-till.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { Comment, Id, Instant, Money, Reason } from '#shared/contract/values.ts'

const Named = z.object({ id: Id, identifier: z.string().max(40), total: Money })
/**
 * `revision`: the attempt that waits. A refusal of an earlier attempt does not answer it. Earlier terminals do not send
 * it.
 */
const Awaited = Named.extend({ revision: z.int().positive().optional() })
const counting = {
  ...madeAtTill,
  ...counted,
  comment: Comment.default(null),
  /** The right that another member lent to count, hand over or close this register. */
  grant: Grant.optional(),
}
/** A count, recorded before expected amounts are shown. A second count keeps the first. */
export const NewCounting = z.object({
  ...counting,
  /** Why the drawer is counted again after its amounts were shown. Earlier terminals do not send it. */
  reason: Reason.nullable().default(null),
})
export type NewCounting = z.infer<typeof NewCounting>
/**
 * How a colleague took a register over. `given`: the count of who gave it, when the receiver counted himself: the count of
 * the hand-over is then his. Null: he accepted the giver's count. `remark`: why the two counts differ.
 */
const taking = { given: z.object(counted).nullable(), remark: Reason.nullable() }
export const NewHandOver = z.object({
  ...counting,
  receivedBy: Id,
  /** `grant`: the code of the receiver, his right to use a register. Earlier terminals do not send it. */
  taking: z.object({ ...taking, grant: Grant }).optional(),
})
export type NewHandOver = z.infer<typeof NewHandOver>
export const NewClosing = z.object({
  ...counting,
  /**
   * Sales and acts of this terminal in this register without an answer yet: the closing waits for each of them. The
   * maximum is more than a busy till sells in a week offline.
   */
  awaits: z.array(Awaited).max(20_000).default([]),
  /**
   * Open or refused items on the terminal. They block the closing, unless a member with the right overrides it and
   * gives a reason.
   */
  unfinished: z
    .array(Named.extend({ state: z.enum(['open', 'refused']) }))
    .max(500)
    .default([]),
  /** The right to override them (`register.reopen`), lent by another member. */
  passingOver: Grant.optional(),
})
export type NewClosing = z.infer<typeof NewClosing>

/** Sum of the movements of a register with the same kind, type and operator. */
export const Total = z.object({
  kind: z.enum(movementKinds),
  type: z.enum(movementTypes),
  operator: Operator,
  amount: Money,
  count: z.int(),
})
const hidden = Money.nullable()

const Differences = z.array(z.object({ ...means, counted: Money, expected: hidden, gap: hidden }))
/** A count that was put down before the hand-over or closing, with its gap at that moment. */
const EarlierCount = z.object({
  countedAt: Instant,
  byName: z.string(),
  denominations: z.array(Denomination),
  differences: Differences,
  gap: hidden,
  /** Why it was counted again; null for the first count. */
  reason: z.string().nullable(),
})
export type EarlierCount = z.infer<typeof EarlierCount>

/** A recorded drawer count. Sums are null or omitted for members who may not see expected amounts. */
export const RegisterCount = z.object({
  id: Id,
  number: z.int().positive(),
  kind: z.enum(['hand-over', 'closing']),
  byName: z.string(),
  receivedByName: z.string().nullable(),
  countedAt: Instant,
  recordedAt: Instant,
  comment: z.string().nullable(),
  denominations: z.array(Denomination),
  differences: Differences,
  gap: hidden,
  /** The counts before this one since the last hand-over or closing, oldest first: the first is the one that is judged. */
  earlier: z.array(EarlierCount).default([]),
  /**
   * Of a hand-over. `isProven`: the receiver typed his code. Null for closings, and hand-overs of before the receiver was
   * asked.
   */
  taking: z
    .object({ ...taking, isProven: z.boolean() })
    .nullable()
    .default(null),
  /** The drawer was counted again after its amounts were shown. */
  isRecount: z.boolean().default(false),
  /** Disbursements and deposits refused since the last hand-over or closing, as more than the drawer held. */
  refusedTries: z.int().nonnegative().default(0),
  totals: z.array(Total),
  /** The author's right was revoked before the count was sent. */
  usedRevoked: z.boolean().optional(),
  awaits: z.array(Named),
  unfinished: z.array(Named.extend({ state: z.enum(['open', 'refused']) })),
})
export type RegisterCount = z.infer<typeof RegisterCount>
