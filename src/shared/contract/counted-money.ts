import * as z from 'zod'
import { countedTypes } from '#shared/domain/register/totals.ts'
import { CappedAmount, Instant, Money, Reason } from '#shared/contract/values.ts'

/** An amount in a drawer or handed over, in minor units. Never negative: the kind of the act gives the direction. */
export const TillAmount = CappedAmount
export const Operator = z.string().trim().min(1).max(100).nullable()
export const means = { type: z.enum(countedTypes), operator: Operator }

export const Denomination = z.object({
  form: z.enum(['note', 'coin']),
  value: Money.positive().max(1_000_000_000),
  count: z.int().nonnegative().max(999_999),
})
/** What somebody counted. */
export const counted = {
  countedAt: Instant,
  /** The drawer by notes and coins; each other means by its total. */
  denominations: z.array(Denomination).max(40),
  others: z
    .array(z.object({ ...means, counted: TillAmount }))
    .max(50)
    .default([]),
}

/**
 * How a colleague took a register over. `given`: the count of who gave it, when the receiver counted himself: the count of
 * the hand-over is then his. Null: he accepted the giver's count. `remark`: why the two counts differ.
 */
export const taking = { given: z.object(counted).nullable(), remark: Reason.nullable() }
