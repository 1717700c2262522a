import { atom, type Getter } from 'jotai'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { fiscalOfSale, waitsForCode } from '#kiosk/counter/print/fiscal-of-sale.ts'
import { kickDrawerAtom, printPaperAtom } from '#kiosk/counter/print/printer-state.ts'
import { labelPaper, receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import type { SaleReturn } from '#shared/contract/sale-return.ts'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import { isDiscounted } from '#shared/domain/expiries/counter-price.ts'
import { documentOf } from '#shared/domain/fiscal/paper-document.ts'
import { posologyLabels } from '#shared/domain/label.ts'
import { clientOf, paymentsFrom } from '#shared/domain/payment.ts'
import type { PersonName } from '#shared/domain/person.ts'
import { receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { creditNoteBlocks, receiptBlocks } from '#shared/domain/receipt.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'

/** The fields of a sale that a ticket shows: from a frozen sale of this terminal, or from the server. */
export type PrintableSale = Pick<
  NewSale,
  'id' | 'identifier' | 'soldAt' | 'sellerId' | 'patientId' | 'records' | 'vouchers' | 'payments' | 'replaces'
> &
  Partial<Pick<NewSale, 'clockSkewMs' | 'buyer' | 'isInvoiced'>> &
  Partial<Pick<Sale, 'cancellation' | 'returns' | 'sellerName' | 'patientName'>>

/**
 * A receipt to print, with the server's number if known. `opensDrawer`: the customer pays with notes now. `isJustUndone`:
 * the ticket of a sale that was canceled now waits for the code of its credit note, as the first one waited for its own.
 */
export type ReceiptRequest = {
  sale: PrintableSale
  number: number | null
  isReprint: boolean
  opensDrawer?: boolean
  isJustUndone?: boolean
}

/** Any kiosk screen sets this to print a ticket, on this terminal's printer or on a page. */
export const receiptRequestAtom = atom(null, async (get, set, request: ReceiptRequest) => {
  const { sale: asked, number, isReprint: isAgain, opensDrawer: opens = false, isJustUndone = false } = request
  const sale = { ...asked, soldAt: soldInstant(asked) }
  const pharmacy = pharmacyOf(get)
  // The change is given while the ticket waits for its code.
  const opensDrawer = opens && !waitsForCode(pharmacy, sale)
  if (opens && !opensDrawer) await set(kickDrawerAtom)
  const copy = await fiscalOfSale(get, set, pharmacy, {
    paper: ticketOf(sale.id),
    saleId: sale.id,
    soldAt: sale.soldAt,
    isAccepted: number !== null,
    isInvoiced: sale.isInvoiced,
    isReprint: isAgain,
    mayWait: !isAgain || isJustUndone,
    pick: (documents) => documentOf(documents, Boolean(sale.cancellation)),
  })
  if (!copy) return
  const names = {
    seller: get(terminalAtom)?.members.find(({ id }) => id === sale.sellerId) ?? wholeName(sale.sellerName),
    patient: patientOf(get, sale.patientId) ?? wholeName(sale.patientName),
  }
  const facts = {
    number: number ?? acceptedNumber(get, sale.id),
    replaces: replacedBy(get, sale),
    debtors: debtorsOf(get, sale),
    expired: expiredOf(get, sale),
    discounts: discountsOf(get, sale),
  }
  const blocks = receiptBlocks({ ...sale, ...names, ...facts }, pharmacy, {
    cashStep: pharmacy.country.cashRoundingStep,
    ...copy,
  })
  await set(printPaperAtom, {
    kind: 'receipt',
    title: `Ticket ${sale.identifier}`,
    paper: receiptPaper(blocks, pharmacy.country.currency, codesOf(get, sale, pharmacy.id)),
    opensDrawer,
  })
})

/** The credit note of a partial return. `opensDrawer`: the cashier gives notes back now. */
export const creditNoteRequestAtom = atom(
  null,
  async (
    get,
    set,
    {
      note,
      sale,
      isReprint: isAgain,
      opensDrawer = false,
    }: { note: SaleReturn; sale: Sale; isReprint: boolean; opensDrawer?: boolean },
  ) => {
    const pharmacy = pharmacyOf(get)
    const copy = await fiscalOfSale(get, set, pharmacy, {
      paper: ticketOf(note.id),
      saleId: sale.id,
      soldAt: note.returnedAt,
      isAccepted: true,
      isInvoiced: sale.isInvoiced,
      isReprint: isAgain,
      pick: (documents) => documents.find(({ returnId }) => returnId === note.id) ?? null,
    })
    if (!copy) return
    await set(printPaperAtom, {
      kind: 'receipt',
      title: `Avoir n°\u00a0${note.number}`,
      paper: receiptPaper(creditNoteBlocks(note, sale, pharmacy, copy), pharmacy.country.currency),
      opensDrawer,
    })
  },
)

type LabelRequest = Pick<PrintableSale, 'records' | 'patientId' | 'identifier' | 'soldAt' | 'clockSkewMs'>

/** The labels of lines with a posology, of a whole sale or of one line. Prints nothing if no line has a posology. */
export const labelRequestAtom = atom(
  null,
  async (get, set, { records, patientId, identifier, ...sold }: LabelRequest) => {
    const found = get(findStockItemsAtom)(new Set(records.map(({ stockItemId }) => stockItemId)))
    const labels = posologyLabels(records, {
      pharmacy: pharmacyOf(get),
      patient: patientOf(get, patientId),
      soldAt: soldInstant(sold),
      lotOf: (id) => found.get(id)?.item,
    })
    if (labels.length > 0)
      await set(printPaperAtom, {
        kind: 'label',
        title: `Étiquettes ${identifier}`,
        paper: labelPaper(labels),
        opensDrawer: false,
      })
  },
)

/** The ticket of a sale or of a return, among those that wait for their code. */
export function ticketOf(id: string): string {
  return `ticket ${id}`
}

export function pharmacyOf(get: Getter) {
  const pharmacy = get(terminalAtom)?.pharmacy
  if (!pharmacy) throw new Error('a receipt needs a pharmacy')
  return pharmacy
}

export function patientOf(get: Getter, patientId: string | null): PersonName | null {
  return patientId === null ? null : (get(personsAtom).get(patientId) ?? null)
}

/** The discounts of the lots that expire soon, by the line that was sold with it. */
function discountsOf(get: Getter, { records }: PrintableSale): ReadonlyMap<string, number> {
  const found = get(findStockItemsAtom)(new Set(records.map(({ stockItemId }) => stockItemId)))
  return new Map(
    records.flatMap((record) => {
      const item = found.get(record.stockItemId)?.item
      return item?.discountPercent && isDiscounted(record, item) ? [[record.id, item.discountPercent] as const] : []
    }),
  )
}

/** The expiry days of the lots that had expired on the day of the sale, by stock item. */
function expiredOf(get: Getter, { records, soldAt }: PrintableSale): ReadonlyMap<string, string> {
  const soldOn = get(dayOfAtom)(new Date(soldAt))
  const found = get(findStockItemsAtom)(new Set(records.map(({ stockItemId }) => stockItemId)))
  return new Map(
    [...found].flatMap(([id, { item }]) =>
      item.expiresOn !== null && isExpired(item.expiresOn, soldOn) ? [[id, item.expiresOn] as const] : [],
    ),
  )
}

/** « Au crédit de » and the name of each client who owes a part, by id. */
function debtorsOf(get: Getter, { payments }: PrintableSale): ReadonlyMap<string, string> {
  const debtorOf = get(debtorOfAtom)
  return new Map(
    paymentsFrom('debt', payments).flatMap((payment) => {
      const debtor = debtorOf(clientOf(payment))
      return debtor ? [[debtor.id, `Au crédit de ${debtor.name}`] as const] : []
    }),
  )
}

/** A person who is not in this terminal's list keeps the name that the server sent. */
function wholeName(name: string | null | undefined): PersonName | null {
  return name ? { lastName: name, firstName: '' } : null
}

/** The number of the sale that this one replaces, if this terminal still stores that sale. */
function replacedBy(get: Getter, { replaces }: PrintableSale): { number: number | null } | null {
  return replaces ? { number: acceptedNumber(get, replaces) } : null
}

/** The number that the server gave to a sale of this terminal, as far as it is kept. */
export function acceptedNumber(get: Getter, saleId: string): number | null {
  return get(snapshotAtom).acknowledged.find(({ id }) => id === saleId)?.reply.number ?? null
}

/**
 * The codes from which the sale can be typed back; they encode exactly what was sent. None if this terminal has the
 * sale from the server only, or if it was canceled.
 */
function codesOf(get: Getter, sale: PrintableSale, pharmacyId: string): readonly string[] | null {
  const sent = sale.cancellation ? null : sentSale(get, sale)
  return sent === null ? [] : receiptCodes({ pharmacyId, sale: sent })
}

function sentSale(get: Getter, { id, ...sale }: PrintableSale): unknown {
  if ('sellerRoles' in sale) return { id, ...sale }
  const { acknowledged, outbox } = get(snapshotAtom)
  const payload = (acknowledged.find((kept) => kept.id === id) ?? outbox.find(({ saleId }) => saleId === id))?.payload
  return payload === undefined ? null : JSON.parse(payload)
}
