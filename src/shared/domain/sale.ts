import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { minor, roundToStep, sum, type Minor } from '#shared/domain/money.ts'
import { keptOf, type Payment } from '#shared/domain/payment.ts'

/** A line of a sale: a quantity of one stock item at a unit price in minor units. */
export type SaleRecord = {
  id: string
  stockItemId: string
  label: string
  quantity: number
  price: number
  /** Dosage instructions, printed on the label. */
  posology?: string | null | undefined
  /** Boxes of a lot to open for these units; `stockItemId` is then the item of the lot's units. */
  opens?: { stockItemId: string; boxes: number } | null | undefined
  /** Serial numbers of scanned boxes, at most one for each box; a repeated one is a box that was scanned twice. */
  serials?: string[] | undefined
}
/** A line without stock: a service, a delivery, a gift. `levy`: the AIB of the sale, which the customer pays to the state. */
export type Voucher = { id: string; label: string; quantity: number; price: number; levy?: Aib | undefined }
export type SaleContent = { records: readonly SaleRecord[]; vouchers: readonly Voucher[]; payments: readonly Payment[] }

/** The lines that are sold, those of the stock first: without the AIB, which is the state's. */
export function goodsOf<R, V extends Pick<Voucher, 'levy'>>({
  records,
  vouchers,
}: {
  records: readonly R[]
  vouchers: readonly V[]
}): (R | V)[] {
  return [...records, ...vouchers.filter(({ levy }) => levy === undefined)]
}

/** What the goods of a sale cost, in minor units, before any discount. */
export function goodsTotal(sale: Pick<SaleContent, 'records' | 'vouchers'>): Minor {
  return sum(goodsOf(sale).map(lineTotal))
}

/** The AIB of a sale, in minor units. Law: the total of the sale is what its goods cost and this. */
export function leviedIn({ vouchers }: Pick<SaleContent, 'vouchers'>): Minor {
  return sum(vouchers.filter(({ levy }) => levy !== undefined).map(lineTotal))
}

/** Price × quantity, in minor units. */
export function lineTotal(line: { price: number; quantity: number }): Minor {
  return minor(line.price * line.quantity)
}

/** Totals of a sale in minor units. Law: total = applied + rounding + remainder. */
export type SaleBalance = {
  total: Minor
  units: number
  applied: Minor
  rounding: Minor
  remainder: Minor
  change: Minor
}

/**
 * The balance of a sale, in minor units. `cashStep`: the country's smallest coin in use (5 F in XOF). Rounding is a
 * difference of payment, not part of the total: it exists only when cash settles the last units.
 */
export function saleBalance(sale: SaleContent, cashStep: number): SaleBalance {
  const lines = [...sale.records, ...sale.vouchers]
  const total = sum(lines.map(lineTotal))
  const units = goodsOf(sale).reduce((count, line) => count + line.quantity, 0)
  const applied = sum(sale.payments.map((payment) => payment.amount))
  const owed = minor(total - applied)
  const rounding = cashRounding(sale.payments, owed, cashStep)
  return { total, units, applied, rounding, remainder: minor(owed - rounding), change: changeOf(sale.payments) }
}

/** The remainder in cash, rounded to the cash step; minor units. */
export function cashDue(remainder: Minor, cashStep: number): Minor {
  return roundToStep(remainder, cashStep)
}

/** Cash handed over above what stays in the drawer, at least 0; minor units. It is never income. */
export function changeOf(payments: readonly Payment[]): Minor {
  return sum(payments.map((payment) => (payment.type === 'CASH' ? Math.max(0, payment.tendered - keptOf(payment)) : 0)))
}

function cashRounding(payments: readonly Payment[], owed: Minor, cashStep: number): Minor {
  const cash = payments.filter((payment) => payment.type === 'CASH')
  if (cash.length === 0) return minor(0)
  // The part that cash settles; coins can only give a multiple of the step.
  const dueInCash = minor(owed + sum(cash.map((payment) => payment.amount)))
  const rounding = minor(dueInCash - cashDue(dueInCash, cashStep))
  // When no part is left for cash, an excess of the other payments is an overpayment, not rounding.
  return dueInCash > 0 && owed === rounding ? rounding : minor(0)
}
