import { paymentsFrom, type Payment } from '#shared/domain/payment.ts'
import { goodsOf, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

/** The rights of a member that the closing rules need; the limit in percent of the total, null: none. */
export type ClosingRights = {
  maySellExpired: boolean
  mayDispenseListed: boolean
  mayDiscount: boolean
  discountLimit: number | null
}

/** A sale prepared by a seller for the central cashier: its author and his rights. */
export type Preparation = {
  userId: string
  /** Display name for the cashier. */
  name: string
  /** UTC instant. */
  at: string
  /**
   * The session in which it was prepared. Null: lines, prices or discount were changed since, and only the cashier's
   * own rights apply.
   */
  sessionId: string | null
  /** Without `mayDispenseListed` when an earlier version prepared it: then only the cashier's own right counts. */
  rights: Omit<ClosingRights, 'mayDispenseListed'> & { mayDispenseListed?: boolean | undefined }
}

/**
 * Why the central cashier did not collect a prepared sale: sent back to be mended, or refused. `by`: display name of the
 * cashier; `at`: UTC instant.
 */
export type SentBack = { kind: 'sent-back' | 'refused'; by: string; at: string; word: string }

/** « Renvoyée par la caisse : il manque l’ordonnance ». */
export function sentBackWords({ kind, by, word }: Pick<SentBack, 'kind' | 'by' | 'word'>): string {
  return `${kind === 'refused' ? 'Refusée' : 'Renvoyée'} par ${by}\u00a0: ${word}`
}

type Sold = { records: readonly SaleRecord[]; vouchers: readonly Voucher[]; payments: readonly Payment[] }

/** The preparation after a change of the sale: it loses its rights when lines, prices or discounts differ. */
export function preparationAfter(preparation: Preparation, before: Sold, after: Sold): Preparation {
  return preparation.sessionId === null || soldAs(before) === soldAs(after)
    ? preparation
    : { ...preparation, sessionId: null }
}

/** The rights that apply to a closing: the member's own, plus those of a valid preparation. */
export function rightsWith(own: ClosingRights, preparation: Preparation | null | undefined): ClosingRights {
  if (!preparation || preparation.sessionId === null) return own
  const { rights } = preparation
  const limits = [own, rights].flatMap(({ mayDiscount, discountLimit }) => (mayDiscount ? [discountLimit] : []))
  return {
    maySellExpired: own.maySellExpired || rights.maySellExpired,
    mayDispenseListed: own.mayDispenseListed || rights.mayDispenseListed === true,
    mayDiscount: own.mayDiscount || rights.mayDiscount,
    discountLimit: limits.reduce<number | null>(
      (most, limit) => (most === null || limit === null ? null : Math.max(most, limit)),
      limits[0] ?? own.discountLimit,
    ),
  }
}

/** The seller as text; with a preparation, the preparer and the cashier. */
export function soldBy({ preparedByName, sellerName }: { preparedByName: string | null; sellerName: string }): string {
  return preparedByName === null ? sellerName : `Préparée par ${preparedByName}, encaissée par ${sellerName}`
}

/** What the rights were granted for: items, prices and discounts. Neither the boxes opened for units nor the AIB matter. */
function soldAs({ records, vouchers, payments }: Sold): string {
  return JSON.stringify([
    records.map(({ stockItemId, quantity, price }) => [stockItemId, quantity, price]),
    goodsOf({ records: [], vouchers }).map(({ label, quantity, price }) => [label, quantity, price]),
    paymentsFrom('discount', payments).map(({ amount }) => amount),
  ])
}
