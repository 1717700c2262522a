import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { Id, Instant, Money, Quantity, Reason } from '#shared/contract/values.ts'

/** A return of lines of a sale: a credit note with its own number. */
export const SaleReturn = z.object({
  id: Id,
  number: z.int().positive(),
  returnedAt: Instant,
  byName: z.string(),
  reason: z.string(),
  /** The value of the lines, and the cash rounding of the amount handed back. */
  total: Money,
  rounding: Money,
  lines: z.array(z.object({ lineId: Id, quantity: Quantity, amount: Money, toStock: z.boolean() })),
  /** The refund of each payment; `type`: how the money was refunded. */
  refunds: z.array(z.object({ paymentId: Id, type: z.enum(movementTypes), amount: Money })),
})
export type SaleReturn = z.infer<typeof SaleReturn>

export const NewSaleReturn = z.object({
  id: Id,
  revision: z.int().positive(),
  registerId: Id,
  reason: Reason,
  returnedAt: Instant,
  lines: z
    .array(z.object({ lineId: Id, quantity: z.int().positive().max(1_000_000), toStock: z.boolean() }))
    .min(1)
    .max(600),
  /** True: the customer's own part is refunded in cash, whatever he paid with. False: by the means that he used. */
  inCash: z.boolean(),
  /** The right that another member lent for this return. */
  grant: Grant.optional(),
})
export type NewSaleReturn = z.infer<typeof NewSaleReturn>
