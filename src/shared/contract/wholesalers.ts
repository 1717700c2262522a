import * as z from 'zod'
import { availabilities } from '#shared/domain/price-lists/price-list.ts'
import { priceListFields } from '#shared/domain/price-lists/price-list-fields.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { NoteNumber } from '#shared/contract/deliveries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { importRunCalls, refusedRows } from '#shared/contract/import-runs.ts'
import { resource } from '#shared/contract/resource.ts'
import {
  ById,
  Day,
  Id,
  Money,
  multilineTexts,
  Note,
  PageQuery,
  pageOf,
  Search,
  sortedBy,
  SupplierPrice,
  Text,
  UnitPrice,
} from '#shared/contract/values.ts'

const CountryCode = z.string().regex(/^[A-Z]{2}$/)
const NewWholesaler = z.object({
  name: Text,
  countryCode: CountryCode,
  phone: Note.default(null),
  email: Note.default(null),
})

/** A wholesaler of a country, which all pharmacies of the platform share. `products`: on its last price list. */
export const SharedWholesaler = NewWholesaler.extend({ id: Id, archived: z.boolean(), products: z.int() })
export type SharedWholesaler = z.infer<typeof SharedWholesaler>

export const wholesalers = resource({
  path: '/wholesalers',
  noun: 'wholesaler',
  item: SharedWholesaler,
  create: NewWholesaler,
  patch: NewWholesaler.extend({ archived: z.boolean() }).partial(),
  read: 'member',
  write: 'referential.edit',
  touches: ['wholesalers', 'suppliers'],
  query: PageQuery.extend({
    search: Search.optional(),
    sort: sortedBy('name', 'countryCode', 'phone', 'email', 'products', 'archived').optional(),
  }),
})

const terms = {
  /** Of one box, without VAT. */
  price: SupplierPrice,
  publicPrice: UnitPrice.nullable().default(null),
  /** So many free boxes for every `per` paid ones; 0: none. */
  per: z.int().min(0).max(10_000).default(0),
  free: z.int().min(0).max(10_000).default(0),
  /** Hundredths of a percent. */
  rebate: z.int().min(0).max(10_000).default(0),
}
const NewWholesalerProduct = z.object({
  code: NoteNumber,
  label: Text,
  pack: Note.default(null),
  availability: z.enum(availabilities).default('available'),
  ...terms,
})
export type NewWholesalerProduct = z.infer<typeof NewWholesalerProduct>

/** A code of a wholesaler, with the product of the referential that it means. */
export const WholesalerProduct = NewWholesalerProduct.extend({
  wholesalerId: Id,
  productId: Id.nullable(),
  productLabel: z.string().nullable(),
  listedOn: Day,
  /** Not on the last list. */
  archived: z.boolean(),
})
export type WholesalerProduct = z.infer<typeof WholesalerProduct>

const PriceListProfile = z.object({
  columns: z.partialRecord(z.enum(priceListFields), z.string().max(200).register(multilineTexts).optional()),
  decimals: z.enum(decimalMarks),
})

const byPlatform = { permission: 'referential.edit' } as const
const ByCode = ById.extend({ code: z.string().min(1).max(40) })

export const wholesalerProducts = {
  list: endpoint({
    ...byPlatform,
    method: 'GET',
    path: '/wholesaler-products',
    summary: 'The codes and prices of a wholesaler',
    query: PageQuery.extend({
      wholesalerId: Id,
      search: Search.optional(),
      show: z.enum(['listed', 'untied', 'archived']).default('listed'),
      sort: sortedBy('code', 'label', 'productLabel', 'price', 'publicPrice', 'availability', 'listedOn').optional(),
    }),
    reply: pageOf(WholesalerProduct),
  }),
  history: endpoint({
    ...byPlatform,
    method: 'GET',
    path: '/wholesalers/{id}/products/{code}/prices',
    summary: 'What a code cost from which day on, the newest first',
    params: ByCode,
    reply: z.array(z.object({ from: Day, ...terms, publicPrice: Money.nullable() })),
  }),
  profile: endpoint({
    ...byPlatform,
    method: 'GET',
    path: '/wholesalers/{id}/price-list-profile',
    summary: 'How the last price list of a wholesaler was read; null for the first one',
    params: ById,
    reply: z.object({ profile: PriceListProfile.nullable() }),
  }),
  takeList: endpoint({
    ...byPlatform,
    method: 'POST',
    path: '/wholesalers/{id}/price-lists',
    summary: 'Take a price list: new codes, changed prices with their history, and codes that left; twice is once',
    touches: ['wholesalers', 'orders', 'order-preparations'],
    cleansTexts: true,
    largeBody: { megabytes: 16, values: 600_000 },
    params: ById,
    body: z.object({
      /** The first day of its prices. */
      day: Day,
      /** Codes that it does not have are no longer sold; not while a row is left out, which may be the one of a code. */
      isWhole: z.boolean().default(true),
      lines: z.array(NewWholesalerProduct).min(1).max(30_000),
      profile: PriceListProfile.nullable().default(null),
      fileName: Note.default(null),
      refused: refusedRows(30_000),
    }),
    unreplayed: 'file',
    reply: z.object({
      added: z.int(),
      repriced: z.int(),
      unchanged: z.int(),
      left: z.int(),
      /** Tied to a product by its code just now, and without a product. */
      tied: z.int(),
      untied: z.int(),
    }),
    status: 200,
  }),
  tie: endpoint({
    ...byPlatform,
    method: 'PUT',
    path: '/wholesalers/{id}/products/{code}',
    summary: 'Say which product a code means, for all pharmacies',
    touches: ['wholesalers', 'orders', 'order-preparations'],
    params: ByCode,
    body: z.object({ productId: Id.nullable() }),
    reply: WholesalerProduct,
    status: 200,
  }),
}

export const priceListImports = importRunCalls({
  path: '/price-list-imports',
  noun: 'the prices of a wholesaler',
  query: PageQuery.extend({ wholesalerId: Id }),
  read: 'referential.edit',
  write: 'referential.edit',
  touches: ['wholesalers', 'orders', 'order-preparations'],
})
