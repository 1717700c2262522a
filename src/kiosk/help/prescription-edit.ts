import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { LocalSale, Prescription } from '#shared/domain/local-sale.ts'
import { setPrescription } from '#shared/domain/sale-lines.ts'

/** Before anything is typed: prescribed today, as most are. */
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

/** What was typed goes to the sale; a prescription of which only the day of today is left says nothing. */
export function changePrescription(change: Partial<Prescription>, today: string): SaleEdit {
  return (sale) => {
    const next = { ...prescriptionOf(sale, today), ...change }
    const { prescribedOn, ...texts } = next
    const isSaid =
      Object.values(texts).some((text) => text?.trim()) || (prescribedOn !== null && prescribedOn !== today)
    return setPrescription(sale, isSaid ? next : null)
  }
}
