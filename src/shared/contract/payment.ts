import * as z from 'zod'
import type { PaymentOf, PaymentType } from '#shared/domain/payment.ts'
import { Id, Money } from '#shared/contract/values.ts'

const Amount = Money.nonnegative()
const paid = { id: Id, amount: Amount }
const optionalText = z.string().trim().max(100).nullable().default(null)

/**
 * The payer's share of each line, as told to the customer; the shares add up to the amount of the payment. Returns
 * refund by them.
 */
const shares = z
  .array(z.object({ lineId: Id, amount: Amount }))
  .max(600)
  .optional()

/** Details may be missing: then a rule of the domain names the missing detail, instead of a schema error. */
const payments = {
  CASH: z.object({ ...paid, type: z.literal('CASH'), tendered: Amount, stampDuty: Amount.optional() }),
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
