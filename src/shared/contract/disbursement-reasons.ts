import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search, sortedBy, Text } from '#shared/contract/values.ts'

const NewReason = z.object({ label: Text })
export const DisbursementReason = NewReason.extend({ id: Id, archived: z.boolean() })
export type DisbursementReason = z.infer<typeof DisbursementReason>

export const disbursementReasons = {
  ...resource({
    path: '/disbursement-reasons',
    noun: 'disbursement reason',
    item: DisbursementReason,
    create: NewReason,
    patch: NewReason.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'settings.edit',
    touches: ['disbursement-reasons'],
    query: PageQuery.extend({ search: Search.optional(), sort: sortedBy('label', 'archived').optional() }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/disbursement-reasons/all',
    summary: 'Every reason that is not archived',
    permission: 'member',
    reply: z.array(DisbursementReason),
  }),
}
