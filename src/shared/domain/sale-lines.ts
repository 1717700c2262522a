import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import { edited, type LocalSale, type Prescription, type SalePatient } from '#shared/domain/local-sale.ts'
import { stampDutyOn } from '#shared/domain/fiscal/stamp-duty.ts'
import type { Minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashDue, saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

// Edits of a sale. All throw `WrongSaleStatus` unless the sale is ONGOING.

/**
 * Adds a line. If the stock item already has a line, its quantity, opened boxes and serials are increased at the price;
 * units from boxes of another lot get a line of their own. Throws RangeError for an invalid quantity.
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
    ...(record.serials ? { serials: [...(line.serials ?? []), ...record.serials] } : {}),
  }))
}

/** `quantity` is an integer of at least 1, otherwise throws RangeError; `removeRecord` removes a line. */
export function setQuantity(sale: LocalSale, recordId: string, quantity: number): LocalSale {
  demandQuantity(quantity)
  return withRecord(sale, 'change the quantity', recordId, ({ serials = [], ...line }) => ({
    ...line,
    quantity,
    // When the quantity drops below the number of scanned boxes, the serial numbers of the remaining boxes are unknown.
    ...(serials.length > 0 && serials.length <= quantity ? { serials } : {}),
  }))
}

/** `price` per unit, in minor units. Throws RangeError when negative or not an integer. */
export function setPrice(sale: LocalSale, recordId: string, price: Minor): LocalSale {
  demandPrice(price)
  return withRecord(sale, 'change the price', recordId, (line) => ({ ...line, price }))
}

/** Sets another lot of the same product. Boxes to open belonged to the former lot and are dropped. */
export function setStockItem(sale: LocalSale, recordId: string, stockItemId: string): LocalSale {
  return withRecord(sale, 'change the lot', recordId, (line) => ({ ...openingNothing(line), stockItemId }))
}

/** Sets the boxes to open for the units of a line; null: none, the units are loose. */
export function openBoxes(
  sale: LocalSale,
  recordId: string,
  opens: { stockItemId: string; boxes: number } | null,
): LocalSale {
  if (opens) demandQuantity(opens.boxes)
  return withRecord(sale, 'open boxes', recordId, (line) => (opens ? { ...line, opens } : openingNothing(line)))
}

/** Sets the posology; blank text becomes null. */
export function setPosology(sale: LocalSale, recordId: string, text: string | null): LocalSale {
  return withRecord(sale, 'change the posology', recordId, (line) => ({ ...line, posology: typedText(text) }))
}

/** Removes a line. */
export function removeRecord(sale: LocalSale, recordId: string): LocalSale {
  return edited(sale, 'remove', { records: sale.records.filter((line) => line.id !== recordId) })
}

/** Adds a line without stock: a service, a delivery, a gift. Each is a line of its own. */
export function addVoucher(sale: LocalSale, voucher: Voucher): LocalSale {
  return edited(sale, 'add', { vouchers: [...sale.vouchers, checkedVoucher(voucher)] })
}

/**
 * Changes the given fields. `price` per unit, in minor units; `quantity` an integer of at least 1. Throws RangeError
 * otherwise. The AIB follows the goods, so nobody types it.
 */
export function setVoucher(
  sale: LocalSale,
  voucherId: string,
  change: Partial<Omit<Voucher, 'id' | 'levy'>>,
): LocalSale {
  return edited(sale, 'change a line', {
    vouchers: sale.vouchers.map((line) =>
      line.id === voucherId && !line.levy ? checkedVoucher({ ...line, ...change }) : line,
    ),
  })
}

/** Removes a line without stock; the AIB stays. */
export function removeVoucher(sale: LocalSale, voucherId: string): LocalSale {
  return edited(sale, 'remove', { vouchers: sale.vouchers.filter((line) => line.id !== voucherId || line.levy) })
}

/** Another patient clears the declined policies. */
export function setPatient(sale: LocalSale, patient: SalePatient | null): LocalSale {
  const isSame = patient !== null && patient.id === sale.patient?.id
  return edited(sale, 'choose the patient', isSame ? { patient } : { patient, declinedPolicies: [] })
}

/** Says for whom the invoice is made; null: for nobody in particular. */
export function setBuyer(sale: LocalSale, buyer: Buyer | null): LocalSale {
  return edited(sale, 'name the buyer', { buyer })
}

/** Excludes a policy of the patient from this sale. */
export function declinePolicy(sale: LocalSale, policyId: string): LocalSale {
  const others = (sale.declinedPolicies ?? []).filter((id) => id !== policyId)
  return edited(sale, 'put a policy aside', { declinedPolicies: [...others, policyId] })
}

/** Includes the policy again. */
export function acceptPolicy(sale: LocalSale, policyId: string): LocalSale {
  return edited(sale, 'take a policy', {
    declinedPolicies: (sale.declinedPolicies ?? []).filter((id) => id !== policyId),
  })
}

/** Sets the prescription; blank texts become null, and so does a prescription without content. */
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

/** Says whether the customer, who is there, wants a normalised invoice: its duty is due anew. */
export function askInvoice(sale: LocalSale, isInvoiced: boolean): LocalSale {
  return edited(sale, 'ask for an invoice', { isInvoiced, paidDuty: undefined })
}

/** Replaces all payments. */
export function setPayments(sale: LocalSale, payments: readonly Payment[]): LocalSale {
  return edited(sale, 'pay', { payments })
}

/**
 * Replaces the cash payment. It settles at most the remainder after the other payments, rounded to the cash step; the
 * rest of `tendered` is change. `duty`: the stamp duty of a sale in cash, taken first. Without a remainder no cash payment
 * is kept. Minor units.
 */
export function payCash(
  sale: LocalSale,
  cash: { id: string; tendered: number },
  cashStep: number,
  duty = 0,
): LocalSale {
  const others = sale.payments.filter((payment) => payment.type !== 'CASH')
  const owed = saleBalance({ ...sale, payments: others }, cashStep).remainder
  if (owed <= 0) return setPayments(sale, others)
  const stampDuty = stampDutyOn(sale, { duty, cashStep })
  const amount = Math.min(Math.max(0, cash.tendered - stampDuty), cashDue(owed, cashStep))
  return setPayments(sale, [
    ...others,
    { id: cash.id, type: 'CASH', amount, tendered: cash.tendered, ...(stampDuty > 0 ? { stampDuty } : {}) },
  ])
}

/** The line without boxes to open. */
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
