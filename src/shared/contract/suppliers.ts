import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import {
  ById,
  CappedAmount,
  Comment,
  Id,
  Note,
  PageQuery,
  pageOf,
  Search,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const Contact = z.object({ name: Text, role: Note.default(null), phone: Note.default(null), email: Note.default(null) })
const days = z.int().min(0)

const NewSupplier = z.object({
  name: Text,
  /** The supplier takes a lot back until so many days before its expiry; null: never. */
  returnDays: days.max(3650).nullable().default(null),
  /** The number of the pharmacy at the supplier. */
  customerNumber: Note.default(null),
  phone: Note.default(null),
  email: Note.default(null),
  address: Note.default(null),
  contacts: z.array(Contact).max(20).default([]),
  /** Days of the week on which it delivers: 1 is Monday, 7 Sunday. */
  deliveryDays: z.array(z.int().min(1).max(7)).max(7).default([]),
  /** Days from a delivery to its payment; null: not agreed. */
  paymentDays: days.max(365).nullable().default(null),
  /** Without VAT; null: none. */
  minimumOrder: CappedAmount.nullable().default(null),
  /** What may be owed to it at most; null: not agreed. */
  creditLimit: CappedAmount.nullable().default(null),
  note: Comment.default(null),
  /** The wholesaler of the country that it is. */
  wholesalerId: Id.nullable().default(null),
})
export const Supplier = NewSupplier.extend({ id: Id, archived: z.boolean() })
export type Supplier = z.infer<typeof Supplier>

/** A wholesaler that all pharmacies of a country may take as their supplier. */
export const Wholesaler = z.object({
  id: Id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type Wholesaler = z.infer<typeof Wholesaler>

/** A code that the supplier writes on its notes, with the product that it means. */
export const SupplierCode = z.object({ code: z.string(), productId: Id, productLabel: z.string() })
export type SupplierCode = z.infer<typeof SupplierCode>

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
      sort: sortedBy(
        'name',
        'returnDays',
        'paymentDays',
        'deliveryDays',
        'customerNumber',
        'phone',
        'archived',
      ).optional(),
    }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/suppliers/all',
    summary: 'Every supplier that is not archived',
    permission: 'member',
    reply: z.array(Supplier),
  }),
  ofCountry: endpoint({
    method: 'GET',
    path: '/countries/{id}/suppliers',
    summary: 'The wholesalers of a country, to make suppliers of them',
    permission: 'member',
    params: z.object({ id: z.string().regex(/^[A-Z]{2}$/) }),
    reply: z.array(Wholesaler),
  }),
  codes: endpoint({
    method: 'GET',
    path: '/suppliers/{id}/codes',
    summary: 'The codes of a supplier that were tied to products',
    permission: 'member',
    params: ById,
    query: PageQuery.extend({ search: Search.optional() }),
    reply: pageOf(SupplierCode),
  }),
  forgetCode: endpoint({
    method: 'DELETE',
    path: '/suppliers/{id}/codes/{code}',
    summary: 'Forget which product a code of a supplier means',
    permission: 'delivery.manage',
    touches: ['suppliers'],
    params: ById.extend({ code: z.string().min(1).max(40) }),
    reply: z.object({ code: z.string() }),
  }),
}
