import type { NewSale, Prescription } from '#shared/contract/sales.ts'
import { displayName } from '#shared/domain/person.ts'
import type { PrescriptionList, Shop } from '#server/sales/shop.ts'

/** A line of the register of listed medicines, as it is entered with the sale. */
export type ListedLine = Prescription & {
  number: number
  lineId: string
  /** The pharmacy's calendar day. */
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

/** What a sale adds to the register, also without a prescriber: that shows as missing there, and no customer waits for it. Numbers follow the last one given. */
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

/** A narcotic leaves with the name of who prescribed it. */
export function lacksPrescriber({ records, prescription }: NewSale, { stockItems }: Shop): boolean {
  return (
    !prescription?.prescriber &&
    records.some(({ stockItemId }) => stockItems.some(({ id, list }) => id === stockItemId && list === 'narcotic'))
  )
}
