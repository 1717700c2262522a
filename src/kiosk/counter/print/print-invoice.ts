import { atom, type Getter } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import { documentOf } from '#shared/domain/fiscal/paper-document.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { offer, saleInvoice, type Invoice } from '#shared/papers/invoice.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { fiscalOfSale } from '#kiosk/counter/print/fiscal-of-sale.ts'
import { acceptedNumber, patientOf, pharmacyOf, type ReceiptRequest } from '#kiosk/counter/print/print-receipt.ts'

/** The invoice that this window prints on A4, and then forgets. A receipt printer has no such paper. */
export const invoicePageAtom = atom<Invoice | null>(null)

/** « Facture A4 » of an ended sale; of a canceled one the credit note, once it is certified. */
export const invoiceRequestAtom = atom(
  null,
  async (get, set, { sale, number, isReprint }: Omit<ReceiptRequest, 'opensDrawer'>) => {
    const pharmacy = pharmacyOf(get)
    const soldAt = soldInstant(sale)
    const copy = await fiscalOfSale(get, set, pharmacy, {
      paper: `invoice ${sale.id}`,
      saleId: sale.id,
      soldAt,
      isAccepted: number !== null,
      isInvoiced: sale.isInvoiced,
      isReprint,
      pick: (documents) => documentOf(documents, Boolean(sale.cancellation)),
    })
    if (!copy) return
    const facts = {
      ...sale,
      soldAt,
      number: number ?? acceptedNumber(get, sale.id),
      sellerName: sellerName(get, sale.sellerId) ?? sale.sellerName ?? '',
      patientName: nameOf(patientOf(get, sale.patientId)) ?? sale.patientName ?? null,
    }
    set(invoicePageAtom, saleInvoice(facts, { ...copy, cashStep: pharmacy.country.cashRoundingStep }))
  },
)

/** « Devis » and « Facture pro forma » of an open sale: nothing is recorded, nothing is certified. */
export const offerRequestAtom = atom(
  null,
  (get, set, { kind, sale }: { kind: 'proforma' | 'quote'; sale: LocalSale }) => {
    const facts = {
      ...sale,
      number: null,
      cancellation: null,
      soldAt: pharmacyNow().toISOString(),
      sellerName: sellerName(get, get(sessionAtom)?.userId ?? null) ?? '',
      patientName: nameOf(sale.patient),
    }
    set(invoicePageAtom, offer(kind, facts))
  },
)

function sellerName(get: Getter, id: string | null): string | null {
  const member = get(terminalAtom)?.members.find((each) => each.id === id)
  return member ? shortName(member) : null
}

function nameOf(person: PersonName | null): string | null {
  return person && displayName(person)
}
