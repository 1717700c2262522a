import * as z from 'zod'
import { countedTypes } from '#shared/domain/register/totals.ts'
import { Operator, TillAmount } from '#shared/contract/made-at-till.ts'
import { Instant, Money } from '#shared/contract/values.ts'

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
