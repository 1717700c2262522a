import { minor, roundToStep, sum, type Minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'

/** One line of a sale: a quantity of one stock item at a unit price in minor units. */
export type SaleRecord = {
  id: string
  stockItemId: string
  label: string
  quantity: number
  price: number
  /** How it is to be taken, as it is printed on its label. */
  posology?: string | null | undefined
  /** Boxes of a lot that are opened for these units; `stockItemId` is then the lot's units. */
  opens?: { stockItemId: string; boxes: number } | null | undefined
}
/** A line that is no stock: a service, a delivery, a gift. */
export type Voucher = { id: string; label: string; quantity: number; price: number }
export type SaleContent = { records: readonly SaleRecord[]; vouchers: readonly Voucher[]; payments: readonly Payment[] }

export function lineTotal(line: { price: number; quantity: number }): Minor {
  return minor(line.price * line.quantity)
}

/** What the sale is worth, its units and what is still owed. Always: total = applied + rounding + remainder. */
export type SaleBalance = {
  total: Minor
  units: number
  applied: Minor
  rounding: Minor
  remainder: Minor
  change: Minor
}

/**
 * The balance of a sale, in minor units. `cashStep` is the country's smallest coin in use (5 F in XOF).
 * Rounding is a tender difference: it exists only when cash is given and settles the last odd francs, never part of the total.
 */
export function saleBalance(sale: SaleContent, cashStep: number): SaleBalance {
  const lines = [...sale.records, ...sale.vouchers]
  const total = sum(lines.map(lineTotal))
  const units = lines.reduce((count, line) => count + line.quantity, 0)
  const applied = sum(sale.payments.map((payment) => payment.amount))
  const owed = minor(total - applied)
  const rounding = cashRounding(sale.payments, owed, cashStep)
  return { total, units, applied, rounding, remainder: minor(owed - rounding), change: changeOf(sale.payments) }
}

/** What the customer owes in coins that exist: the remainder rounded to the cash step. */
export function cashDue(remainder: Minor, cashStep: number): Minor {
  return roundToStep(remainder, cashStep)
}

/** Cash handed over beyond what it settles, never below 0. It is never income. */
export function changeOf(payments: readonly Payment[]): Minor {
  return sum(payments.map((payment) => (payment.type === 'CASH' ? Math.max(0, payment.tendered - payment.amount) : 0)))
}

function cashRounding(payments: readonly Payment[], owed: Minor, cashStep: number): Minor {
  const cash = payments.filter((payment) => payment.type === 'CASH')
  if (cash.length === 0) return minor(0)
  // What cash has to settle; the coins can only give a multiple of the step.
  const dueInCash = minor(owed + sum(cash.map((payment) => payment.amount)))
  const rounding = minor(dueInCash - cashDue(dueInCash, cashStep))
  // Nothing left for cash to settle: what others paid too much is an overpayment, never rounding.
  return dueInCash > 0 && owed === rounding ? rounding : minor(0)
}
