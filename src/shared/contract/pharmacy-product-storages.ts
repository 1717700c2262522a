import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search, sortedBy } from '#shared/contract/values.ts'

const NewStorage = z.object({ label: z.string().trim().min(1).max(60) })
/** A place where the pharmacy keeps products: « Tiroir A3 », « Frigo ». */
export const Storage = NewStorage.extend({ id: Id, archived: z.boolean() })
export type Storage = z.infer<typeof Storage>

export const pharmacyProductStorages = {
  ...resource({
    path: '/pharmacy-product-storages',
    noun: 'storage',
    item: Storage,
    create: NewStorage,
    patch: NewStorage.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'product.edit',
    touches: ['storages', 'pharmacy-products'],
    query: PageQuery.extend({ search: Search.optional(), sort: sortedBy('label').optional() }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/pharmacy-product-storages/all',
    summary: 'Every storage that is not archived',
    permission: 'member',
    reply: z.array(Storage),
  }),
}
