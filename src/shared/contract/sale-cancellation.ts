import * as z from 'zod'
import { Id } from '#shared/contract/values.ts'

/**
 * A cancellation. Its own id and revision make a repeated request count once. The money leaves `registerId`, the
 * register of the member who cancels.
 */
export const SaleCancellation = z.object({
  id: Id,
  revision: z.int().positive(),
  registerId: Id,
  reason: z.string().trim().min(1).max(200),
})
export type SaleCancellation = z.infer<typeof SaleCancellation>
