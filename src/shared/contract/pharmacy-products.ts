import * as z from 'zod'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { movementCauses } from '#shared/domain/stock-movements.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { BatchRefusal, BatchUpdate, mostInBatch, Threshold } from '#shared/contract/product-batch.ts'
import { NewPrice, PriceChange, PricePolicy } from '#shared/contract/product-prices.ts'
import { ProductStats, StockEntry, StockStats } from '#shared/contract/stock-figures.ts'
import { SectionCode } from '#shared/contract/sections.ts'
import { syncedResource } from '#shared/contract/resource.ts'
import { ById, Day, Id, Instant, Money, PageQuery, pageOf, Percent, Quantity, Text } from '#shared/contract/values.ts'

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
  /**
   * The tax group of its section; the regime of the pharmacy goes before it. Null: nobody knows. Earlier servers do not
   * say it.
   */
  taxGroup: z.enum(taxGroups).nullable().optional(),
  stockItems: z.array(StockItem),
  quantitiesByPackaging: z.record(z.string(), Quantity),
})
export type PharmacyProduct = z.infer<typeof PharmacyProduct>

/** The products whose habit of being sold a terminal knows; the others come in the order of their labels. */
export const mostBestSellers = 2000

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
  stockItems: z.array(StockItem.extend({ purchasePrice: Money.nullable(), storageId: Id.nullable() })),
  storageId: Id.nullable(),
  /** The category that the pharmacy chose; null: that of the referential. */
  categoryId: Id.nullable(),
  section: z.string().nullable(),
  /** Codes of this pharmacy only, beside those of the referential. */
  ownCodes: z.array(z.string()),
  pricePolicy: PricePolicy,
  /** The coefficient that the policy applies now, in thousandths; null: prices are typed. */
  appliedCoefficient: z.int().nullable(),
  /** Boxes sold in each of the last 12 months, oldest first. */
  soldByMonth: z.array(z.object({ month: z.string(), quantity: Quantity })),
  sold30Days: Quantity,
})
export type StockDetail = z.infer<typeof StockDetail>

const Code = z
  .string()
  .trim()
  .regex(/^[\dA-Za-z.-]{3,40}$/)

/** Either `productId`, of the referential, or a private `label`. */
const NewPharmacyProduct = z.object({
  productId: Id.nullable().default(null),
  label: Text.nullable().default(null),
  codes: z.array(Code).max(20).default([]),
  storageId: Id.nullable().default(null),
  minimum: Threshold.default(0),
  maximum: Threshold.default(0),
  categoryId: Id.nullable().default(null),
  section: SectionCode.nullable().default(null),
  tagIds: z.array(Id).max(20).default([]),
  pricePolicy: PricePolicy.default({ mode: 'free', coefficient: null, roundingStep: null }),
})
export type NewPharmacyProduct = z.output<typeof NewPharmacyProduct>

/** `acceptsBelowCost`: a price below the cost of a lot is wanted. */
const PharmacyProductPatch = NewPharmacyProduct.omit({ productId: true }).extend({
  archived: z.boolean(),
  acceptsBelowCost: z.boolean(),
})

const family = syncedResource({
  path: '/pharmacy-products',
  noun: 'pharmacy product',
  row: PharmacyProduct,
  item: StockDetail,
  create: NewPharmacyProduct,
  patch: PharmacyProductPatch.partial(),
  read: 'member',
  write: 'product.edit',
  touches: ['pharmacy-products'],
})

export const pharmacyProducts = {
  ...family,
  searchByIds: endpoint({
    method: 'POST',
    path: '/pharmacy-products/search/by-ids',
    summary: 'Read several pharmacy products, by their ids, by those of lots or by their numbers; with every lot',
    permission: 'member',
    inCopy: 'Asks',
    touchesNothing: 'Reads; the ids are too many for a query',
    body: z.object({
      ids: z.array(Id).max(200).default([]),
      stockItemIds: z.array(Id).max(500).default([]),
      /** The number of a lot, however it is written. */
      lot: z.string().min(3).max(40).optional(),
    }),
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
  productStats: endpoint({
    method: 'GET',
    path: '/pharmacy-products/{id}/stats',
    summary: 'Sales, margin and rotation of one product over 12 months',
    permission: 'member',
    params: ById,
    reply: ProductStats,
  }),
  // Not under the path of the products: it is read once an hour, not after each sale.
  bestSellers: endpoint({
    method: 'GET',
    path: '/best-sellers',
    summary: 'The products that were on most sales of the last 90 days, most sold first',
    permission: 'member',
    reply: z.object({ ids: z.array(Id).max(mostBestSellers) }),
  }),
  countByStockQuantity: endpoint({
    method: 'GET',
    path: '/pharmacy-products/count-by-stock-quantity',
    summary: 'The number of products whose stock lies between two quantities, both included',
    permission: 'member',
    query: z.object({ min: z.coerce.number().int().optional(), max: z.coerce.number().int().optional() }),
    reply: z.object({ count: z.int() }),
  }),
  deliveryRecord: endpoint({
    method: 'GET',
    path: '/pharmacy-products/deliveryRecord/{id}',
    summary: 'What came in of a product, newest first',
    permission: 'member',
    params: ById,
    query: PageQuery,
    reply: pageOf(StockEntry),
  }),
  associateProduct: endpoint({
    method: 'POST',
    path: '/pharmacy-products/associate-product',
    summary: 'Say which product of the referential a private product is; its past stays',
    permission: 'product.edit',
    touches: ['pharmacy-products'],
    body: z.object({ pharmacyProductId: Id, productId: Id }),
    reply: StockDetail,
    status: 200,
  }),
  archivedProducts: endpoint({
    method: 'POST',
    path: '/pharmacy-products/archivedProducts',
    summary: 'Archive several products: all or none',
    permission: 'product.edit',
    touches: ['pharmacy-products'],
    body: z.object({ pharmacyProductIds: z.array(Id).min(1).max(mostInBatch) }),
    reply: z.object({ archived: z.int() }),
    status: 200,
  }),
  batchUpdate: endpoint({
    method: 'POST',
    path: '/pharmacy-products/batch-update',
    summary: 'Change several products: all or none, or only tell what each would refuse',
    permission: 'product.edit',
    touches: ['pharmacy-products'],
    body: BatchUpdate,
    reply: z.object({ updated: z.int(), refusals: z.array(BatchRefusal) }),
    status: 200,
  }),
  setPrice: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/{id}/price',
    summary: 'Type the sale price of a packaging, for all its lots',
    permission: 'price.edit',
    touches: ['pharmacy-products'],
    params: ById,
    body: NewPrice,
    reply: z.object({ changed: z.int() }),
  }),
  priceChanges: endpoint({
    method: 'GET',
    path: '/pharmacy-products/{id}/price-changes',
    summary: 'Every change of the sale prices of a product, newest first',
    permission: 'member',
    params: ById,
    query: PageQuery,
    reply: pageOf(PriceChange),
  }),
}
