import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { auditedThings } from '#shared/domain/audited-things.ts'
import { Day, Id, Instant, PageQuery, pageOf, Search } from '#shared/contract/values.ts'

/**
 * A value is the text that the database keeps: a day, an amount in the smallest unit; null where there is none. A
 * reference is told by the name of the record today, or by its id where that has none.
 */
const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/** One change of one row: who, when, at which terminal, by which call, before and after. */
export const AuditEntry = z.object({
  /** The place in the pharmacy's chain of entries, from 1. */
  id: z.string(),
  at: Instant,
  /** « DOSSOU Afi »; null for a call without a person. */
  byName: z.string().nullable(),
  /** The code that the terminal shows: `K7QF`; null where no terminal is known. */
  terminalCode: z.string().nullable(),
  call: z.string(),
  thing: z.enum(auditedThings),
  recordId: Id,
  /** What the record is called now; null for a record that is gone or has no name. */
  recordName: z.string().nullable(),
  /** The table of the row, where it only belongs to the record: `user_roles` of `users`. */
  part: z.string(),
  action: z.enum(['insert', 'update', 'delete']),
  changes: z.array(FieldChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  head: endpoint({
    method: 'GET',
    path: '/audit/head',
    summary: 'The last entry of the chain: its hash, noted elsewhere, shows later that none was lost',
    permission: 'audit.see',
    reply: z.object({
      entries: z.int(),
      /** Persons whose names were erased. */
      erasures: z.int(),
      /** Null while there is no entry. */
      last: z.object({ hash: z.string(), at: Instant }).nullable(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, the latest first',
    permission: 'audit.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      /** Words of the name of who made the change, or the code of the terminal. */
      search: Search.optional(),
      thing: z.enum(auditedThings).optional(),
      recordId: Id.optional(),
    }),
    reply: pageOf(AuditEntry),
  }),
}
