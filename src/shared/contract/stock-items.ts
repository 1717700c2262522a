import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Note, Text, UnitPrice } from '#shared/contract/values.ts'

const LotNumber = z
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

const StockItemPatch = z
  .object({
    lot: LotNumber,
    expiresOn: Day.nullable(),
    storageId: Id.nullable(),
    supplierId: Id.nullable(),
    archived: z.boolean(),
  })
  .partial()

/** Lots that the pharmacy enters by hand: its first stock, and what no delivery brought. */
export const stockItems = {
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
    touches: ['pharmacy-products'],
    params: ById,
    body: StockItemPatch,
    reply: z.object({ id: Id }),
  }),
}
