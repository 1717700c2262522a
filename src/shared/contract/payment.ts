import * as z from 'zod'
import type { PaymentOf, PaymentType } from '#shared/domain/payment.ts'
import { Id, Money } from '#shared/contract/values.ts'

const Amount = Money.nonnegative()
const paid = { id: Id, amount: Amount }
const optionalText = z.string().trim().max(100).nullable().default(null)

/**
 * The part of each line that the payer takes, as the customer was told; the sum is the amount of the payment. Returns
 * use it.
 */
const shares = z
  .array(z.object({ lineId: Id, amount: Amount }))
  .max(600)
  .optional()

/** Optional parts may be missing: the rule of the domain then names what is missing, not a schema error. */
const payments = {
  CASH: z.object({ ...paid, type: z.literal('CASH'), tendered: Amount }),
  CHEQUE: z.object({ ...paid, type: z.literal('CHEQUE'), chequeNumber: optionalText, bank: optionalText }),
  CREDIT_CARD: z.object({ ...paid, type: z.literal('CREDIT_CARD') }),
  MOBILE_MONEY: z.object({
    ...paid,
    type: z.literal('MOBILE_MONEY'),
    phoneOperator: optionalText,
    transactionReference: optionalText,
  }),
  INSURANCE: z.object({
    ...paid,
    type: z.literal('INSURANCE'),
    insuranceMetadata: z.object({
      insurer: optionalText,
      coverage: z.number().min(0).max(100).nullable().default(null),
      contractPolicy: Id.nullable().default(null),
      voucher: optionalText,
    }),
    shares,
  }),
  SOCIAL_SECURITY: z.object({
    ...paid,
    type: z.literal('SOCIAL_SECURITY'),
    socialSecurityMetadata: z.object({ body: optionalText, identifier: optionalText, contractPolicy: Id.nullish() }),
    shares,
  }),
  CREDIT: z.object({
    ...paid,
    type: z.literal('CREDIT'),
    creditMetadata: z.object({ person: Id.nullable().default(null) }),
  }),
  CREDIT_ORG: z.object({
    ...paid,
    type: z.literal('CREDIT_ORG'),
    creditMetadata: z.object({ organization: Id.nullable().default(null), contractPolicy: Id.nullish() }),
    shares,
  }),
  /** `percent`: set when the seller typed a percentage; only the amount is used. */
  DISCOUNT: z.object({ ...paid, type: z.literal('DISCOUNT'), percent: z.number().min(0).max(100).nullish() }),
} satisfies { [Type in PaymentType]: z.ZodType<PaymentOf<Type>> }
type OneOfThem = (typeof payments)[PaymentType]
export const Payment = z.discriminatedUnion('type', Object.values(payments) as [OneOfThem, ...OneOfThem[]])
export type Payment = z.infer<typeof Payment>
