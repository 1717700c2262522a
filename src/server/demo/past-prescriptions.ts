import type { Insertable } from 'kysely'
import type { Prescription } from '#shared/contract/sales.ts'
import { displayName } from '#shared/domain/person.ts'
import type { DemoPerson } from '#server/demo/demo-persons.ts'
import type { PastSale } from '#server/demo/past-trade.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import type { Tables } from '#server/db/tables.ts'

type EntryRow = Insertable<Tables['prescription_entries']>
export type PastPrescriptions = { ofSale: ReadonlyMap<string, Prescription>; entries: EntryRow[] }

const prescribers = [
  ['Dr Houénou Aballo', 'CNHU Hubert-K.-Maga'],
  ['Dr Mariette Kpadé', 'Clinique Les Grâces'],
  ['Dr Soulé Issifou', 'Centre de santé de Zogbo'],
  ['Dr Estelle Lawson', 'Cabinet Saint-Michel'],
  ['Dr Prosper Ahouansou', null],
] as const
/** Share of the sales of listed medicines without a noted prescriber. */
const withoutPrescriber = 0.1

/**
 * The register of the listed medicines sold, numbered without gaps in chronological order, with the prescriptions of
 * the sales.
 */
export function pastPrescriptions(
  pharmacyId: string,
  sales: readonly PastSale[],
  patients: readonly DemoPerson[],
  dayOf: (at: Date) => string,
): PastPrescriptions {
  const patientById = new Map(patients.map((person) => [person.id, person]))
  const ofSale = new Map<string, Prescription>()
  const entries: EntryRow[] = []
  for (const { id, at, holder, patientId, records } of sales) {
    const listed = records.filter(({ lot }) => lot.product.medicine.prescriptionList !== 'none')
    if (listed.length === 0) continue
    const patient = patientById.get(patientId ?? '')
    const prescription = prescriptionOf(
      id,
      dayOf(at),
      patient ? displayName({ firstName: patient.first_name, lastName: patient.last_name }) : null,
    )
    if (prescription) ofSale.set(id, prescription)
    for (const { id: recordId, lot, quantity } of listed) {
      const { medicine } = lot.product
      entries.push({
        pharmacy_id: pharmacyId,
        number: entries.length + 1,
        sale_id: id,
        line_id: recordId,
        entered_at: at,
        dispensed_on: dayOf(at),
        list: medicine.prescriptionList as EntryRow['list'],
        label: medicine.label,
        lot: lot.lot,
        quantity,
        posology: null,
        prescriber: prescription?.prescriber ?? null,
        prescriber_address: prescription?.prescriberAddress ?? null,
        prescribed_on: prescription?.prescribedOn ?? null,
        patient_name: prescription?.patientName ?? null,
        patient_address: null,
        dispensed_by: holder.seller.id,
      })
    }
  }
  return { ofSale, entries }
}

/** The local day of an instant. */
export function dayOfMoment(utcOffsetHours: number): (at: Date) => string {
  return (at) => new Date(at.getTime() + utcOffsetHours * 3_600_000).toISOString().slice(0, 10)
}

function prescriptionOf(saleId: string, soldOn: string, patientName: string | null): Prescription | null {
  const random = seededRandom('prescription', saleId)
  if (random.next() < withoutPrescriber) return null
  const [prescriber, prescriberAddress] = random.pick(prescribers)
  const prescribedOn = new Date(Date.parse(soldOn) - random.weighted([60, 25, 10, 5]) * 86_400_000)
    .toISOString()
    .slice(0, 10)
  return { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress: null }
}
