import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search, sortedBy, Text } from '#shared/contract/values.ts'

const NewBank = z.object({ name: Text })
export const Bank = NewBank.extend({ id: Id, archived: z.boolean() })
export type Bank = z.infer<typeof Bank>

export const banks = {
  ...resource({
    path: '/banks',
    noun: 'bank',
    item: Bank,
    create: NewBank,
    patch: NewBank.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'settings.edit',
    touches: ['banks'],
    query: PageQuery.extend({ search: Search.optional(), sort: sortedBy('name', 'archived').optional() }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/banks/all',
    summary: 'Every bank that is not archived',
    permission: 'member',
    reply: z.array(Bank),
  }),
}
