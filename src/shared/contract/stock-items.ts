import * as z from 'zod'
import { correctionReasons } from '#shared/domain/lot-corrections.ts'
import { caps } from '#shared/domain/caps.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  Search,
  sortedBy,
  Text,
  UnitPrice,
} from '#shared/contract/values.ts'

export const LotNumber = z
  .string()
  .trim()
  .max(40)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u)
  .transform((text) => (text === '' ? null : text))
  .nullable()

/** `salePrice` null: the price that the policy of the product gives. */
const NewStockItem = z.object({
  pharmacyProductId: Id,
  packaging: z.object({ label: Text, units: z.int().min(1).max(100_000) }),
  lot: LotNumber.default(null),
  expiresOn: Day.nullable().default(null),
  quantity: z.int().min(0).max(caps.quantity),
  purchasePrice: UnitPrice,
  salePrice: UnitPrice.nullable().default(null),
  storageId: Id.nullable().default(null),
  supplierId: Id.nullable().default(null),
  note: Note.default(null),
})
export type NewStockItem = z.output<typeof NewStockItem>

/**
 * `reason`: needed when the number or the expiry changes. `acceptsTwin`: the product may have another lot with the
 * corrected number.
 */
const StockItemPatch = z
  .object({
    lot: LotNumber,
    expiresOn: Day.nullable(),
    storageId: Id.nullable(),
    supplierId: Id.nullable(),
    archived: z.boolean(),
    reason: z.enum(correctionReasons),
    note: Note,
    acceptsTwin: z.boolean(),
  })
  .partial()

/** A lot in stock that lacks its number or its expiry, which the category of its product asks for. */
const IncompleteLot = z.object({
  id: Id,
  pharmacyProductId: Id,
  label: z.string(),
  category: z.string().nullable(),
  packaging: z.string(),
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  quantity: Quantity,
  storage: z.string().nullable(),
  supplier: z.string().nullable(),
  /** The day on which it came last. */
  enteredOn: Day.nullable(),
})
export type IncompleteLot = z.infer<typeof IncompleteLot>

/** A correction of the number or the expiry of a lot. */
const LotChange = z.object({
  id: Id,
  at: Instant,
  userName: z.string(),
  before: z.object({ lot: z.string().nullable(), expiresOn: Day.nullable() }),
  after: z.object({ lot: z.string().nullable(), expiresOn: Day.nullable() }),
  reason: z.enum(correctionReasons),
  note: z.string().nullable(),
})
export type LotChange = z.infer<typeof LotChange>

/** Lots: those that the pharmacy enters by hand, what is corrected of them, and those that lack something. */
export const stockItems = {
  incomplete: endpoint({
    method: 'GET',
    path: '/stock-items/incomplete',
    summary: 'Lots in stock without the number or the expiry that their product needs, by product unless sorted',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      lacks: z.enum(['lot', 'expiresOn']).optional(),
      storage: z.string().max(200).optional(),
      sort: sortedBy(
        'label',
        'category',
        'packaging',
        'lot',
        'expiresOn',
        'quantity',
        'storage',
        'supplier',
        'enteredOn',
      ).optional(),
    }),
    reply: pageOf(IncompleteLot),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/stock-items/changes',
    summary: 'Every correction of the lots of a product, newest first',
    permission: 'member',
    query: PageQuery.extend({ pharmacyProductId: Id }),
    reply: pageOf(LotChange),
  }),
  create: endpoint({
    method: 'POST',
    path: '/stock-items',
    summary: 'Enter a lot by hand, with its quantity',
    permission: 'stock.adjust',
    touches: ['pharmacy-products'],
    body: NewStockItem,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/stock-items/{id}',
    summary: 'Correct the number, expiry, place or supplier of a lot, or archive an empty one',
    permission: 'stock.adjust',
    touches: ['pharmacy-products', 'storages'],
    params: ById,
    body: StockItemPatch,
    reply: z.object({ id: Id }),
  }),
}
