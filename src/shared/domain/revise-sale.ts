import { newLocalSale, openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { keptOf, type Payment } from '#shared/domain/payment.ts'
import { openingNothing } from '#shared/domain/sale-lines.ts'

/** The part of a closed sale that its new version starts from. */
export type ClosedSale = Pick<
  LocalSale,
  'id' | 'records' | 'vouchers' | 'payments' | 'patient' | 'prescription' | 'buyer' | 'isInvoiced'
> & {
  number: number
  registerId: string
  rounding: number
}

/**
 * The new version of a closed sale: an open sale with its own id and identifier and the content of the closed one,
 * which it replaces at closing. Boxes opened by the closed sale stay open: their units return as loose units, so no box
 * is opened again.
 */
export function reviseSale(
  made: { id: string; identifier: string; createdAt: string },
  closed: ClosedSale,
  holder: { userId: string; sessionId: string },
): LocalSale {
  const { records, vouchers, payments, patient, prescription, buyer, isInvoiced, id, number, registerId, rounding } =
    closed
  const typed = {
    records: records.map(openingNothing),
    vouchers,
    payments: payments.map(withoutChange),
    patient,
    ...(prescription ? { prescription } : {}),
    ...(buyer ? { buyer } : {}),
    ...(isInvoiced ? { isInvoiced } : {}),
  }
  return openSale(
    {
      ...newLocalSale(made),
      ...typed,
      replaces: {
        id,
        number,
        comesBack: records.map(({ stockItemId, quantity }) => ({ stockItemId, quantity })),
        money: { registerId, payments, rounding },
      },
    },
    holder.userId,
    holder.sessionId,
  )
}

/** The change was given at that time. The cash that stayed counts as handed over for the new version. */
function withoutChange(payment: Payment): Payment {
  return payment.type === 'CASH' ? { ...payment, tendered: keptOf(payment) } : payment
}

/**
 * Quantities that return to stock when the replaced sale is undone, by stock item: available to this sale beside the
 * current stock.
 */
export function comingBack({ replaces }: Pick<LocalSale, 'replaces'>): ReadonlyMap<string, number> {
  const back = new Map<string, number>()
  for (const { stockItemId, quantity } of replaces?.comesBack ?? [])
    back.set(stockItemId, (back.get(stockItemId) ?? 0) + quantity)
  return back
}
