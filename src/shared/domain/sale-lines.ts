import { edited, type LocalSale, type Prescription, type SalePatient } from '#shared/domain/local-sale.ts'
import { minor, type Minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashDue, saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

// What is typed into a sale: only an open one takes it, the others throw `WrongSaleStatus`.

/**
 * Adds a line; the same stock item adds up on the line it already has, at the price that line has, and so do the boxes opened for it.
 * Units out of boxes of another lot are a line of their own.
 */
export function addRecord(sale: LocalSale, record: SaleRecord): LocalSale {
  demandQuantity(record.quantity)
  const known = sale.records.find(
    (line) => line.stockItemId === record.stockItemId && opensTheSame(line.opens, record.opens),
  )
  if (!known) return edited(sale, 'add', { records: [...sale.records, record] })
  return withRecord(sale, 'add', known.id, (line) => ({
    ...line,
    quantity: line.quantity + record.quantity,
    ...(record.opens ? { opens: bothOpened(line.opens, record.opens) } : {}),
  }))
}

/** `quantity` is whole and at least 1: a line goes by `removeRecord`. */
export function setQuantity(sale: LocalSale, recordId: string, quantity: number): LocalSale {
  demandQuantity(quantity)
  return withRecord(sale, 'change the quantity', recordId, (line) => ({ ...line, quantity }))
}

/** `price` in minor units, of one unit. */
export function setPrice(sale: LocalSale, recordId: string, price: Minor): LocalSale {
  demandPrice(price)
  return withRecord(sale, 'change the price', recordId, (line) => ({ ...line, price }))
}

/** Another lot of the same product goes out for a line; boxes that were to be opened were of the lot before. */
export function setStockItem(sale: LocalSale, recordId: string, stockItemId: string): LocalSale {
  return withRecord(sale, 'change the lot', recordId, (line) => ({ ...openingNothing(line), stockItemId }))
}

/** Which boxes are opened for the units of a line; null: none, they are loose already. */
export function openBoxes(
  sale: LocalSale,
  recordId: string,
  opens: { stockItemId: string; boxes: number } | null,
): LocalSale {
  if (opens) demandQuantity(opens.boxes)
  return withRecord(sale, 'open boxes', recordId, (line) => (opens ? { ...line, opens } : openingNothing(line)))
}

/** How a line is to be taken; nothing typed is null. */
export function setPosology(sale: LocalSale, recordId: string, text: string | null): LocalSale {
  return withRecord(sale, 'change the posology', recordId, (line) => ({ ...line, posology: typedText(text) }))
}

export function removeRecord(sale: LocalSale, recordId: string): LocalSale {
  return edited(sale, 'remove', { records: sale.records.filter((line) => line.id !== recordId) })
}

/** A line that is no stock: a service, a delivery, a gift. Each is a line of its own. */
export function addVoucher(sale: LocalSale, voucher: Voucher): LocalSale {
  return edited(sale, 'add', { vouchers: [...sale.vouchers, checkedVoucher(voucher)] })
}

/** `price` in minor units, of one; `quantity` is whole and at least 1. What is not named stays. */
export function setVoucher(sale: LocalSale, voucherId: string, change: Partial<Omit<Voucher, 'id'>>): LocalSale {
  return edited(sale, 'change a line', {
    vouchers: sale.vouchers.map((line) => (line.id === voucherId ? checkedVoucher({ ...line, ...change }) : line)),
  })
}

export function removeVoucher(sale: LocalSale, voucherId: string): LocalSale {
  return edited(sale, 'remove', { vouchers: sale.vouchers.filter((line) => line.id !== voucherId) })
}

/** Policies put aside were of the patient before. */
export function setPatient(sale: LocalSale, patient: SalePatient | null): LocalSale {
  const isSame = patient !== null && patient.id === sale.patient?.id
  return edited(sale, 'choose the patient', isSame ? { patient } : { patient, declinedPolicies: [] })
}

/** A policy of the patient that pays nothing of this sale. */
export function declinePolicy(sale: LocalSale, policyId: string): LocalSale {
  const others = (sale.declinedPolicies ?? []).filter((id) => id !== policyId)
  return edited(sale, 'put a policy aside', { declinedPolicies: [...others, policyId] })
}

/** It pays again, as far as it covers. */
export function acceptPolicy(sale: LocalSale, policyId: string): LocalSale {
  return edited(sale, 'take a policy', {
    declinedPolicies: (sale.declinedPolicies ?? []).filter((id) => id !== policyId),
  })
}

/** Who prescribed; texts without anything typed are null, and so is a prescription that says nothing. */
export function setPrescription(sale: LocalSale, prescription: Prescription | null): LocalSale {
  const { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress } = prescription ?? nobody
  const said = {
    prescriber: typedText(prescriber),
    prescriberAddress: typedText(prescriberAddress),
    prescribedOn,
    patientName: typedText(patientName),
    patientAddress: typedText(patientAddress),
  }
  return edited(sale, 'name the prescriber', {
    prescription: Object.values(said).some((text) => text !== null) ? said : null,
  })
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

/** The line as it is sold from units that are loose already. */
export function openingNothing(line: SaleRecord): SaleRecord {
  const { opens: _, ...loose } = line
  return loose
}

const nobody: Prescription = {
  prescriber: null,
  prescriberAddress: null,
  prescribedOn: null,
  patientName: null,
  patientAddress: null,
}

function typedText(text: string | null): string | null {
  return text?.trim() || null
}

function checkedVoucher(voucher: Voucher): Voucher {
  const label = voucher.label.trim()
  demandQuantity(voucher.quantity)
  if (label === '') throw new RangeError('a line without a label')
  demandPrice(voucher.price)
  return { ...voucher, label }
}

type Opens = SaleRecord['opens']

function opensTheSame(one: Opens, other: Opens): boolean {
  return !one || !other || one.stockItemId === other.stockItemId
}

function bothOpened(before: Opens, added: NonNullable<Opens>): NonNullable<Opens> {
  return { ...added, boxes: (before?.boxes ?? 0) + added.boxes }
}

function demandPrice(price: number): void {
  if (!Number.isSafeInteger(price) || price < 0) throw new RangeError(`not a price: ${price}`)
}

function demandQuantity(quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`not a quantity: ${quantity}`)
}

function withRecord(
  sale: LocalSale,
  gesture: string,
  recordId: string,
  change: (line: SaleRecord) => SaleRecord,
): LocalSale {
  return edited(sale, gesture, { records: sale.records.map((line) => (line.id === recordId ? change(line) : line)) })
}
