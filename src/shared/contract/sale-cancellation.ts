import * as z from 'zod'
import { Grant } from '#shared/contract/tokens.ts'
import { Id, Reason } from '#shared/contract/values.ts'

/**
 * A cancellation. Its own id and revision make a repeated request count once. The money leaves `registerId`, the
 * register of the member who cancels.
 */
export const SaleCancellation = z.object({
  id: Id,
  revision: z.int().positive(),
  registerId: Id,
  reason: Reason,
  /** The right that another member lent for this cancellation. */
  grant: Grant.optional(),
})
export type SaleCancellation = z.infer<typeof SaleCancellation>
