import * as z from 'zod'
import { movementCauses } from '#shared/domain/stock-movements.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  listOf,
  ListQuery,
  Money,
  PageQuery,
  pageOf,
  Percent,
  Quantity,
} from '#shared/contract/values.ts'

/** One lot in stock. Its quantity is negative when it was sold before its delivery was entered. */
export const StockItem = z.object({
  id: Id,
  packaging: z.string(),
  /** Units per package: 30 for a box of 30 tablets, 1 when the package cannot be opened. */
  units: z.int().positive(),
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  quantity: Quantity,
  salePrice: Money,
  archived: z.boolean(),
  /** Where the lot is kept, when it is not kept with its product. */
  storage: z.string().nullable(),
  /** Set aside: no till sells it. */
  blocked: z.enum(['quarantine', 'recall']).nullable(),
  /** A discount that the counter proposes, because the lot expires soon. */
  discountPercent: Percent.nullable(),
})
export type StockItem = z.infer<typeof StockItem>

/**
 * A product that the pharmacy sells: from the referential, or a private label. It has no purchase price, because the
 * terminals of all sellers store this list.
 */
export const PharmacyProduct = z.object({
  id: Id,
  productId: Id.nullable(),
  label: z.string(),
  /** INN as displayed: « Amoxicilline 500 mg + Acide clavulanique 62,5 mg ». */
  inn: z.string(),
  form: z.string().nullable(),
  brand: z.string().nullable(),
  atc: z.string().nullable(),
  codes: z.array(z.string()),
  prescriptionList: z.enum(['none', 'list-1', 'list-2', 'narcotic']),
  storage: z.string().nullable(),
  category: z.string().nullable(),
  tagIds: z.array(Id),
  /** Lot numbers under an open recall, also of lots that are not in stock. */
  recalledLots: z.array(z.string()),
  minimum: Quantity,
  maximum: Quantity,
  archived: z.boolean(),
  stockItems: z.array(StockItem),
  quantitiesByPackaging: z.record(z.string(), Quantity),
})
export type PharmacyProduct = z.infer<typeof PharmacyProduct>

export const StockMovement = z.object({
  id: Id,
  at: Instant,
  cause: z.enum(movementCauses),
  stockItemId: Id,
  lot: z.string().nullable(),
  quantity: Quantity,
  before: Quantity,
  after: Quantity,
  userName: z.string().nullable(),
  /** The sale that caused the movement, for a link: its id and number. */
  saleId: Id.nullable(),
  saleNumber: z.int().nullable(),
  /** Code of the reason of an adjustment, a destruction or a return. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
})
export type StockMovement = z.infer<typeof StockMovement>

/** Costs are null for members without `stock.see-cost`. */
const StockDetail = PharmacyProduct.extend({
  stockItems: z.array(StockItem.extend({ purchasePrice: Money.nullable() })),
  /** Boxes sold in each of the last 12 months, oldest first. */
  soldByMonth: z.array(z.object({ month: z.string(), quantity: Quantity })),
  sold30Days: Quantity,
})
export type StockDetail = z.infer<typeof StockDetail>

const StockStats = z.object({
  products: z.int(),
  /** At purchase price; null for members who may not see costs. */
  stockValue: Money.nullable(),
  /**
   * Value at sale price: of unexpired lots that expire in each of the next 6 months, and of expired lots still in
   * stock.
   */
  expiring: z.array(z.object({ month: z.string(), value: Money, lots: z.int() })),
  expired: z.object({ value: Money, lots: z.int() }),
  /** Products with a stock of 0 or less that were sold in the last 30 days, most sold first. */
  shortages: z.array(z.object({ id: Id, label: z.string(), sold30Days: Quantity, since: Day.nullable() })),
  shortageCount: z.int(),
})

export const pharmacyProducts = {
  list: endpoint({
    method: 'GET',
    path: '/pharmacy-products',
    summary: 'List pharmacy products, by page or by cursor',
    permission: 'member',
    query: ListQuery,
    reply: listOf(PharmacyProduct),
  }),
  read: endpoint({
    method: 'GET',
    path: '/pharmacy-products/{id}',
    summary: 'Read one pharmacy product with its lots and costs',
    permission: 'member',
    params: ById,
    reply: StockDetail,
  }),
  searchByIds: endpoint({
    method: 'POST',
    path: '/pharmacy-products/search/by-ids',
    summary: 'Read several pharmacy products',
    permission: 'member',
    touchesNothing: 'Reads; the ids are too many for a query',
    body: z.object({ ids: z.array(Id).max(200) }),
    reply: z.array(PharmacyProduct),
    status: 200,
  }),
  history: endpoint({
    method: 'GET',
    path: '/pharmacy-products/{id}/history',
    summary: 'Stock movements of a product over a timespan of days',
    permission: 'member',
    params: ById,
    query: PageQuery.extend({ timespan: z.coerce.number().int().min(1).max(3660).default(90) }),
    reply: pageOf(StockMovement),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/pharmacy-products/stats',
    summary: 'Stock value, expiring value and shortages',
    permission: 'report.see',
    reply: StockStats,
  }),
}
