import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/** A dosage label for a box. Days and instants as stored; the printing code formats them. */
export type PosologyLabel = {
  pharmacy: string
  phone: string
  patient: string | null
  product: string
  quantity: number
  posology: string
  lot: string | null
  expiresOn: string | null
  soldAt: string
}

type LabelFacts = {
  pharmacy: { name: string; phone: string }
  patient: PersonName | null
  /** UTC instant. */
  soldAt: string
  /** Lot and expiry date of a stock item, when known. */
  lotOf: (stockItemId: string) => { lot: string | null; expiresOn: string | null } | undefined
}

/** One label per line that has a posology, in the order of the sale. */
export function posologyLabels(
  records: readonly SaleRecord[],
  { pharmacy, patient, soldAt, lotOf }: LabelFacts,
): PosologyLabel[] {
  return records.flatMap(({ stockItemId, label, quantity, posology }) => {
    const text = posology?.trim().replaceAll(/\s+/g, ' ')
    if (!text) return []
    const lot = lotOf(stockItemId)
    return [
      {
        pharmacy: pharmacy.name,
        phone: pharmacy.phone,
        patient: patient && displayName(patient),
        product: label,
        quantity,
        posology: text,
        lot: lot?.lot ?? null,
        expiresOn: lot?.expiresOn ?? null,
        soldAt,
      },
    ]
  })
}
