import * as z from 'zod'
import type { VoucherFault } from '#shared/domain/billing/voucher-faults.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { payer } from '#shared/contract/bill-payer.ts'
import { Day, Id, Instant, Money } from '#shared/contract/values.ts'

const faults = [
  'number',
  'insured-number',
  'beneficiary',
  'prescriber',
  'photo',
  'ceiling',
  'foreclosed',
] as const satisfies readonly VoucherFault[]

/** A share of a sale that a payer owes, with what its payer would refuse it for. */
export const voucher = {
  saleId: Id,
  paymentId: Id,
  saleNumber: z.int(),
  soldAt: Instant,
  type: z.enum(movementTypes),
  voucher: z.string().nullable(),
  insuredNumber: z.string().nullable(),
  beneficiary: z.string().nullable(),
  employer: z.string().nullable(),
  contract: z.string().nullable(),
  prescriber: z.string().nullable(),
  /** What its payer would refuse it for; empty: complete. */
  faults: z.array(z.enum(faults)),
}
/** A share of a sale that a payer owes and no bill holds. `left`: what is owed of it, in minor units. */
export const UnbilledVoucher = z.object({
  ...voucher,
  ...payer,
  payerId: Id.nullable(),
  id: z.string(),
  left: Money,
  /** Why its payer refused it on an earlier bill; null: it was on none. */
  refusal: z.string().nullable(),
  /** The last day on which its payer accepts it; null: without a limit. */
  until: Day.nullable(),
})
export type UnbilledVoucher = z.infer<typeof UnbilledVoucher>
