import { movementsOfReturn, movementsOfReversal } from '#shared/domain/register/movements.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { Ledger } from '#server/demo/past-ledger.ts'
import type { PastReturn, PastSale, PastTrade } from '#server/demo/past-trade.ts'

/** One sale of so many is canceled, or has a box brought back. */
const [everyCancellation, everyReturn] = [40, 50]
const [cancelReasons, returnReasons] = [
  ['Erreur de produit', 'Le client n’a pas pu payer', 'Vente saisie deux fois'],
  ['Erreur de délivrance', 'Ordonnance changée', 'Boîte abîmée'],
] as const
const damaged = 'Boîte abîmée'
const minuteMs = 60_000
const [minutesToCancel, minutesToReturn] = [6, 90]

/**
 * Cancels some sales minutes after their end and takes boxes of others back, at the drawer that sold them: cash sales of
 * medicines that no list registers. What comes back stands in the ledger of the stock in the order of time: `until` is
 * called before each later sale.
 */
export function openUndoing(ledger: Ledger) {
  const due: { at: Date; act: () => void }[] = []
  const returns: PastReturn[] = []
  let eligible = 0
  return {
    returns,
    /** A sale that ended; what it will be undone by comes later. */
    sold(sale: PastSale): PastSale {
      if (!mayBeUndone(sale)) return sale
      const { id: saleId, records, holder } = sale
      const nth = ++eligible
      const after = (minutes: number) => new Date(sale.at.getTime() + minutes * minuteMs)
      const by = (at: Date) => ({ saleId, userId: holder.seller.id, at })
      if (nth % everyCancellation === 0) {
        const at = after(minutesToCancel)
        const act = () => {
          for (const { lot, quantity } of records) ledger.takeBack(lot, quantity, 'sale-canceled', by(at))
        }
        due.push({ at, act })
        return { ...sale, canceled: { at, reason: cancelReasons[(nth / everyCancellation) % cancelReasons.length]! } }
      }
      if (nth % everyReturn === 0) {
        const at = after(minutesToReturn)
        const reason = returnReasons[(nth / everyReturn) % returnReasons.length]!
        const toStock = reason !== damaged
        const act = () => {
          returns.push({ id: demoId('return', saleId), number: returns.length + 1, sale, at, reason, toStock })
          if (toStock) ledger.takeBack(records[0]!.lot, 1, 'return', by(at))
        }
        due.push({ at, act })
      }
      return sale
    },
    /** Does what was due before an instant; without one, all. */
    until(now?: Date): void {
      const come = due.filter(({ at }) => !now || at <= now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
      for (const { act } of come) act()
      due.splice(0, due.length, ...due.filter((each) => !come.includes(each)))
    },
  }
}

/** The box that came back, as a return keeps it; coins can pay it. `amount` in minor units. */
export function madeOf({ sale: { records, payments } }: PastReturn) {
  const { id: lineId, lot } = records[0]!
  const amount = lot.salePrice
  const refunds = [{ paymentId: payments[0]!.id, type: 'CASH' as const, amount }]
  return { total: amount, rounding: 0, lines: [{ lineId, quantity: 1, amount }], refunds }
}

/** The lines of the registers that gave the money back; `of`: the sale or the return. */
export function moneyBack({ sales, returns }: Pick<PastTrade, 'sales' | 'returns'>) {
  const canceled = sales.flatMap((sale) =>
    sale.canceled
      ? movementsOfReversal(sale).map((movement) => ({ of: sale.id, sale, at: sale.canceled!.at, movement }))
      : [],
  )
  const returned = returns.flatMap((made) =>
    movementsOfReturn(made.sale, madeOf(made)).map((movement) => ({
      of: made.id,
      sale: made.sale,
      at: made.at,
      movement,
    })),
  )
  return [...canceled, ...returned]
}

function mayBeUndone({
  at,
  register: { closed, handedOver },
  payments,
  patientId,
  rounding,
  records,
  vouchers,
}: PastSale): boolean {
  const end = at.getTime() + minutesToReturn * minuteMs
  return (
    closed !== null &&
    handedOver === null &&
    end < closed.at.getTime() - 30 * minuteMs &&
    patientId === null &&
    vouchers.length === 0 &&
    rounding === 0 &&
    payments.every(({ type }) => type === 'CASH') &&
    // Of others the demo says how many boxes are left.
    records.every(
      ({ lot: { product } }) => product.condition.kind === 'steady' && product.medicine.prescriptionList === 'none',
    )
  )
}
