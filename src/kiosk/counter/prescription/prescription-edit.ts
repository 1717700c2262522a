import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { LocalSale, Prescription } from '#shared/domain/local-sale.ts'
import { setPrescription } from '#shared/domain/sale-lines.ts'

/** The default of an empty prescription is today's date, as in most cases. */
export function prescriptionOf({ prescription }: Pick<LocalSale, 'prescription'>, today: string): Prescription {
  return (
    prescription ?? {
      prescriber: null,
      prescriberAddress: null,
      prescribedOn: today,
      patientName: null,
      patientAddress: null,
    }
  )
}

/** Writes the typed fields to the sale. Removes a prescription that contains nothing but today's date. */
export function changePrescription(change: Partial<Prescription>, today: string): SaleEdit {
  return (sale) => {
    const next = { ...prescriptionOf(sale, today), ...change }
    const { prescribedOn, ...texts } = next
    const isSaid =
      Object.values(texts).some((text) => text?.trim()) || (prescribedOn !== null && prescribedOn !== today)
    return setPrescription(sale, isSaid ? next : null)
  }
}
