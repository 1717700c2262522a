import * as z from 'zod'
import { ListLayout, ListPath } from '#shared/contract/list-layouts.ts'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search } from '#shared/contract/values.ts'

const NewProductView = z.object({
  list: ListPath,
  name: z.string().trim().min(1).max(60),
  /** The part of the address after `?`: filters and sorting. */
  search: z.string().max(1000),
  /** Columns of the list; null keeps them as they stand. */
  columns: ListLayout.omit({ list: true }).nullable().default(null),
  /** Whether every member of the pharmacy sees it; needs the right `settings.edit`. */
  shared: z.boolean().default(false),
})

/** A named selection of a list. `own`: made by the member who asks. */
export const ProductView = NewProductView.extend({ id: Id, own: z.boolean(), ownerName: z.string() })
export type ProductView = z.infer<typeof ProductView>

/** Named selections of the lists: one's own, and those shared with the pharmacy. */
export const productViews = resource({
  path: '/product-views',
  noun: 'view',
  item: ProductView,
  create: NewProductView,
  patch: NewProductView.omit({ list: true }).partial(),
  read: 'member',
  write: 'member',
  touches: ['product-views'],
  query: PageQuery.extend({ list: ListPath.optional(), search: Search.optional() }),
})
