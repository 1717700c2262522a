import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search, sortedBy, Text } from '#shared/contract/values.ts'

const NewSupplier = z.object({
  name: Text,
  /** The supplier takes a lot back until so many days before its expiry; null: never. */
  returnDays: z.int().min(0).max(3650).nullable().default(null),
})
export const Supplier = NewSupplier.extend({ id: Id, archived: z.boolean() })
export type Supplier = z.infer<typeof Supplier>

export const suppliers = {
  ...resource({
    path: '/suppliers',
    noun: 'supplier',
    item: Supplier,
    create: NewSupplier,
    patch: NewSupplier.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'delivery.manage',
    touches: ['suppliers'],
    query: PageQuery.extend({
      search: Search.optional(),
      sort: sortedBy('name', 'returnDays', 'archived').optional(),
    }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/suppliers/all',
    summary: 'Every supplier that is not archived',
    permission: 'member',
    reply: z.array(Supplier),
  }),
}
