import * as z from 'zod'
import { Id, Instant, Money } from '#shared/contract/values.ts'

/** A row of the list of sales. */
export const SaleSummary = z.object({
  id: Id,
  number: z.int(),
  identifier: z.string(),
  status: z.enum(['CLOSED', 'CANCELED']),
  soldAt: Instant,
  sellerName: z.string(),
  patientName: z.string().nullable(),
  /** The names of the persons and organizations that owe a part of the sale, each once. */
  debtors: z.array(z.string()).default([]),
  lines: z.int(),
  units: z.int(),
  /**
   * Null for members who may not see the takings, while the register of the sale is open, and for members of its drawer
   * until that is counted.
   */
  total: Money.nullable(),
  paymentTypes: z.array(z.string()),
  flags: z.array(z.string()),
  /** The value of its returns; null: there are some, and the total is hidden. */
  returned: Money.nullable().default(0),
  replacedBy: Id.nullable().default(null),
})
export type SaleSummary = z.infer<typeof SaleSummary>
