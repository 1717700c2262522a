import type { NewSale, Prescription } from '#shared/contract/sales.ts'
import { displayName } from '#shared/domain/person.ts'
import type { PrescriptionList, Shop } from '#server/sales/shop.ts'

/** A line of the register of listed medicines, written with the sale. */
export type ListedLine = Prescription & {
  number: number
  lineId: string
  /** A calendar day in the time zone of the pharmacy. */
  dispensedOn: string
  list: PrescriptionList
  label: string
  lot: string | null
  quantity: number
  posology: string | null
}

const nobody: Prescription = {
  prescriber: null,
  prescriberAddress: null,
  prescribedOn: null,
  patientName: null,
  patientAddress: null,
}

/**
 * The lines that a sale adds to the register. A line without a prescriber is added too, and shown as incomplete there.
 * Numbers continue from the last one given.
 */
export function listedLines(
  { records, prescription }: NewSale,
  { stockItems, patient, today, lastEntryNumber }: Shop,
): ListedLine[] {
  const { patientName, ...known } = prescription ?? nobody
  const lines = records.flatMap(({ id, stockItemId, label, quantity, posology = null }) => {
    const item = stockItems.find((candidate) => candidate.id === stockItemId)
    if (!item || item.list === 'none') return []
    return [
      {
        ...known,
        patientName: patientName ?? (patient && displayName(patient)),
        lineId: id,
        dispensedOn: today,
        list: item.list,
        label,
        lot: item.lot,
        quantity,
        posology,
      },
    ]
  })
  return lines.map((line, index) => ({ ...line, number: lastEntryNumber + 1 + index }))
}
