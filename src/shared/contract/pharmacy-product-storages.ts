import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, Instant, Money, PageQuery, pageOf, Percent, Quantity, Search, sortedBy } from '#shared/contract/values.ts'

const NewStorage = z.object({ label: z.string().trim().min(1).max(60) })
/** A place where the pharmacy keeps products: « Tiroir A3 », « Frigo ». */
export const Storage = NewStorage.extend({ id: Id, archived: z.boolean() })
export type Storage = z.infer<typeof Storage>

/** What lies in a storage: its own lots, and those of its products that have no place of their own. */
export const StorageFigures = Storage.extend({
  /** Products kept here, or with a lot here. */
  products: z.int(),
  /** Packages in stock. */
  units: Quantity,
  /** Null for members without `stock.see-cost`. */
  costValue: Money.nullable(),
  priceValue: Money,
  /** Percent of lots without a difference in the last 90 days (docs/stock.md); null without lots. */
  accuracy: Percent.nullable(),
  /** Lots of this storage, and those with a difference. */
  lots: z.int(),
  wrongLots: z.int(),
})
export type StorageFigures = z.infer<typeof StorageFigures>

/** A lot, or a product as a whole, that went from one storage to another. A storage is null when there was none. */
export const StorageMove = z.object({
  id: Id,
  at: Instant,
  userName: z.string(),
  pharmacyProductId: Id,
  label: z.string(),
  lot: z.string().nullable(),
  /** The usual place of the product changed, not only that of the lot. */
  whole: z.boolean(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type StorageMove = z.infer<typeof StorageMove>

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
  figures: endpoint({
    method: 'GET',
    path: '/pharmacy-product-storages/figures',
    summary: 'The storages with their products, value and accuracy',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      state: z.enum(['used', 'archived']).optional(),
      sort: sortedBy('label', 'products', 'units', 'costValue', 'priceValue', 'accuracy', 'archived').optional(),
    }),
    reply: pageOf(StorageFigures).extend({
      /** Products with stock that no storage keeps. */
      unplaced: z.int(),
    }),
  }),
  moves: endpoint({
    method: 'GET',
    path: '/pharmacy-product-storages/moves',
    summary: 'What was moved from one storage to another, newest first',
    permission: 'member',
    query: PageQuery.extend({ storageId: Id.optional(), pharmacyProductId: Id.optional() }),
    reply: pageOf(StorageMove),
  }),
  all: endpoint({
    method: 'GET',
    path: '/pharmacy-product-storages/all',
    summary: 'Every storage that is not archived',
    permission: 'member',
    reply: z.array(Storage),
  }),
}
