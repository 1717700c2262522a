import { paymentsFrom, type Payment } from '#shared/domain/payment.ts'
import type { SaleRecord, Voucher } from '#shared/domain/sale.ts'

/** What a closing asks of who ends a sale; the limit in percent of the total, null: none. */
export type ClosingRights = { maySellExpired: boolean; mayDiscount: boolean; discountLimit: number | null }

/** That a seller made a sale ready and a cashier collects it: who, and what was his to allow. */
export type Preparation = {
  userId: string
  /** As the cashier reads it. */
  name: string
  /** Instant in UTC. */
  at: string
  /** The unlock it was made ready under; null: what it sells was changed since, and the rights of who collects count alone. */
  sessionId: string | null
  rights: ClosingRights
}

type Sold = { records: readonly SaleRecord[]; vouchers: readonly Voucher[]; payments: readonly Payment[] }

/** Of a sale that changed: the preparation, without its rights where other things are sold, at other prices or with another discount. */
export function preparationAfter(preparation: Preparation, before: Sold, after: Sold): Preparation {
  return preparation.sessionId === null || soldAs(before) === soldAs(after)
    ? preparation
    : { ...preparation, sessionId: null }
}

/** The rights a sale is closed under: one's own, and those of who made it ready as it stands. */
export function rightsWith(own: ClosingRights, preparation: Preparation | null | undefined): ClosingRights {
  if (!preparation || preparation.sessionId === null) return own
  const { rights } = preparation
  const limits = [own, rights].flatMap(({ mayDiscount, discountLimit }) => (mayDiscount ? [discountLimit] : []))
  return {
    maySellExpired: own.maySellExpired || rights.maySellExpired,
    mayDiscount: own.mayDiscount || rights.mayDiscount,
    discountLimit: limits.reduce<number | null>(
      (most, limit) => (most === null || limit === null ? null : Math.max(most, limit)),
      limits[0] ?? own.discountLimit,
    ),
  }
}

/** Who sold it, in words; where one made it ready and another collected it, both. */
export function soldBy({ preparedByName, sellerName }: { preparedByName: string | null; sellerName: string }): string {
  return preparedByName === null ? sellerName : `Préparée par ${preparedByName}, encaissée par ${sellerName}`
}

/** What the customer gets and what is taken off for it; which boxes are opened for it is the shelf's matter. */
function soldAs({ records, vouchers, payments }: Sold): string {
  return JSON.stringify([
    records.map(({ stockItemId, quantity, price }) => [stockItemId, quantity, price]),
    vouchers.map(({ label, quantity, price }) => [label, quantity, price]),
    paymentsFrom('discount', payments).map(({ amount }) => amount),
  ])
}
