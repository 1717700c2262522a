import { edited, type LocalSale, type SalePatient } from '#shared/domain/local-sale.ts'
import { minor, type Minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashDue, saleBalance, type SaleRecord } from '#shared/domain/sale.ts'

// What is typed into a sale: only an open one takes it, the others throw `WrongSaleStatus`.

/** Adds a line; the same stock item adds up on the line it already has, at the price that line has. */
export function addRecord(sale: LocalSale, record: SaleRecord): LocalSale {
  demandQuantity(record.quantity)
  const known = sale.records.find((line) => line.stockItemId === record.stockItemId)
  if (!known) return edited(sale, 'add', { records: [...sale.records, record] })
  return withRecord(sale, 'add', known.id, (line) => ({ ...line, quantity: line.quantity + record.quantity }))
}

/** `quantity` is whole and at least 1: a line goes by `removeRecord`. */
export function setQuantity(sale: LocalSale, recordId: string, quantity: number): LocalSale {
  demandQuantity(quantity)
  return withRecord(sale, 'change the quantity', recordId, (line) => ({ ...line, quantity }))
}

/** `price` in minor units, of one unit. */
export function setPrice(sale: LocalSale, recordId: string, price: Minor): LocalSale {
  if (price < 0) throw new RangeError(`not a price: ${price}`)
  return withRecord(sale, 'change the price', recordId, (line) => ({ ...line, price }))
}

/** Another lot of the same product goes out for a line. */
export function setStockItem(sale: LocalSale, recordId: string, stockItemId: string): LocalSale {
  return withRecord(sale, 'change the lot', recordId, (line) => ({ ...line, stockItemId }))
}

export function removeRecord(sale: LocalSale, recordId: string): LocalSale {
  return edited(sale, 'remove', { records: sale.records.filter((line) => line.id !== recordId) })
}

export function setPatient(sale: LocalSale, patient: SalePatient | null): LocalSale {
  return edited(sale, 'choose the patient', { patient })
}

export function setPayments(sale: LocalSale, payments: readonly Payment[]): LocalSale {
  return edited(sale, 'pay', { payments })
}

/**
 * Takes cash, in minor units, in place of the cash taken before. It settles what the other payments leave, rounded to coins that exist,
 * and no more: the rest of what was handed over is change. Where nothing is left to pay, no cash is kept.
 */
export function payCash(sale: LocalSale, cash: { id: string; tendered: number }, cashStep: number): LocalSale {
  const others = sale.payments.filter((payment) => payment.type !== 'CASH')
  const owed = saleBalance({ ...sale, payments: others }, cashStep).remainder
  if (owed <= 0) return setPayments(sale, others)
  const amount = Math.min(minor(cash.tendered), cashDue(owed, cashStep))
  return setPayments(sale, [...others, { id: cash.id, type: 'CASH', amount, tendered: cash.tendered }])
}

function demandQuantity(quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`not a quantity: ${quantity}`)
}

function withRecord(sale: LocalSale, gesture: string, recordId: string, change: (line: SaleRecord) => SaleRecord): LocalSale {
  return edited(sale, gesture, { records: sale.records.map((line) => (line.id === recordId ? change(line) : line)) })
}
