import * as z from 'zod'

/** Who made a call, as far as it is needed to make it again; never a token. */
const Caller = z.object({
  kind: z.enum(['terminal', 'member', 'admin']),
  userId: z.string(),
  pharmacyId: z.string().nullable(),
  unlockId: z.string().nullable(),
  signInId: z.string().optional(),
  opensOnly: z.string().optional(),
  countsOnly: z.string().optional(),
  asksOnly: z.string().optional(),
  isSuspended: z.literal(true).optional(),
})
export type Caller = z.infer<typeof Caller>

const Moment = { at: z.iso.datetime(), endedAt: z.iso.datetime() }
const Named = { ...Moment, method: z.string(), path: z.string() }

/** A call with its answer. `at` to `endedAt`: from its arrival until the answer, by the clock of the server. */
const Call = z.object({
  kind: z.literal('call'),
  ...Named,
  caller: Caller,
  skewMs: z.int(),
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
  body: z.unknown().optional(),
  status: z.int(),
  answer: z.unknown(),
})

/**
 * What a file of records holds, in the order of the answers. `gap`: a call that is not kept or was emptied, after which the
 * others cannot be judged. `begin` and `end`: of a process; a begin without the end before it has lost something.
 */
const CallRecord = z.discriminatedUnion('kind', [
  Call,
  z.object({ kind: z.literal('gap'), ...Named }),
  z.object({ kind: z.literal('mark'), ...Named }),
  z.object({ kind: z.literal('begin'), ...Moment }),
  z.object({ kind: z.literal('end'), ...Moment }),
  z.object({ kind: z.literal('lost'), ...Moment }),
])
export type RecordedCall = z.infer<typeof Call>
export type CallRecord = z.infer<typeof CallRecord>

/** Throws when a line is no record. */
export function parseRecord(line: string): CallRecord {
  return CallRecord.parse(JSON.parse(line))
}
