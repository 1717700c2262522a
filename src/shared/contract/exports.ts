import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, PageQuery, pageOf, Search, sortedBy, Text, RoleNames } from '#shared/contract/values.ts'

export const exportFormats = ['csv', 'xlsx'] as const

const what = {
  id: Id,
  /** Name of the list, as the screen shows it: « Clients ». */
  list: Text,
  /** The filters in words; empty for the whole list. */
  filters: z.string().trim().max(1000),
  format: z.enum(exportFormats),
  rows: z.int().nonnegative(),
  exportedAt: Instant,
}

/** A list that a member saved as a file. The window records it before it saves the file, also offline. */
export const NewExport = z.object({
  ...what,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
})
export type NewExport = z.infer<typeof NewExport>

/** The trace of an export: who, when, which list, with which filters, how many rows. */
export const ExportTrace = z.object({
  ...what,
  /** `json`: all that is kept of one person. `pdf`: a paper. `zip`: several files. */
  format: z.enum([...exportFormats, 'json', 'pdf', 'zip']),
  byName: z.string(),
})
export type ExportTrace = z.infer<typeof ExportTrace>

export const exports = {
  create: endpoint({
    method: 'POST',
    path: '/exports',
    summary: 'Record that a list was saved as a file, exactly once',
    permission: 'data.export',
    touches: ['exports'],
    deferred: true,
    body: NewExport,
    reply: ExportTrace,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/exports',
    summary: 'Who exported what, newest first unless sorted',
    permission: 'audit.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      sort: sortedBy('exportedAt', 'hour', 'list', 'filters', 'format', 'rows', 'by').optional(),
    }),
    reply: pageOf(ExportTrace),
  }),
}
