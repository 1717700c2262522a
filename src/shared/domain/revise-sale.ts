import { newLocalSale, openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { openingNothing } from '#shared/domain/sale-lines.ts'

/** A closed sale as its new version begins with it. */
export type ClosedSale = Pick<LocalSale, 'id' | 'records' | 'vouchers' | 'payments' | 'patient' | 'prescription'> & {
  number: number
  registerId: string
  rounding: number
}

/**
 * The new version of a closed sale: a sale of its own (id and identifier), open, with everything of the other one, which it replaces when
 * it is closed. Boxes that the closed one opened stay open: their units come back as units, so nothing is to be opened again for them.
 */
export function reviseSale(
  made: { id: string; identifier: string; createdAt: string },
  closed: ClosedSale,
  holder: { userId: string; sessionId: string },
): LocalSale {
  const { records, vouchers, payments, patient, prescription, id, number, registerId, rounding } = closed
  const typed = {
    records: records.map(openingNothing),
    vouchers,
    payments,
    patient,
    ...(prescription ? { prescription } : {}),
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

/** What a sale may count on of each lot besides what is left: what the one that it replaces gives back. */
export function comingBack({ replaces }: Pick<LocalSale, 'replaces'>): ReadonlyMap<string, number> {
  const back = new Map<string, number>()
  for (const { stockItemId, quantity } of replaces?.comesBack ?? [])
    back.set(stockItemId, (back.get(stockItemId) ?? 0) + quantity)
  return back
}
