import * as z from 'zod'
import { Id, Instant } from '#shared/contract/values.ts'

/** One accepted parcel of a kind: what came, who sent it, what was answered. A line is never rewritten, so that a kind stays readable as it is. */
export function journalLine<
  Kind extends string,
  Payload extends z.ZodType<{ id: string; revision: number }>,
  Answer extends z.ZodType,
>(kind: Kind, { payload, answer }: { payload: Payload; answer: Answer }) {
  return z.object({ pharmacyId: Id, userId: z.string(), at: Instant, kind: z.literal(kind), payload, answer })
}
