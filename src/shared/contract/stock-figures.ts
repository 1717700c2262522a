import * as z from 'zod'
import { Day, Id, Instant, Money, Quantity } from '#shared/contract/values.ts'

export const StockStats = z.object({
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

export const ProductStats = z.object({
  soldByMonth: z.array(z.object({ month: z.string(), quantity: Quantity })),
  sold12Months: Quantity,
  turnover12Months: Money,
  /** Turnover less cost; null for members who may not see costs. */
  margin12Months: Money.nullable(),
  stock: Quantity,
  /** How long the stock lasts at the rate of the last 90 days; null without sales. */
  daysOfStock: z.int().nullable(),
  lastSoldOn: Day.nullable(),
  lastEnteredOn: Day.nullable(),
})

/** A quantity that entered stock, other than by a return or a cancellation. */
export const StockEntry = z.object({
  id: Id,
  at: Instant,
  cause: z.enum(['initial', 'delivery', 'transfer']),
  stockItemId: Id,
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  packaging: z.string(),
  quantity: Quantity,
  purchasePrice: Money.nullable(),
  salePrice: Money,
  userName: z.string().nullable(),
})
export type StockEntry = z.infer<typeof StockEntry>
