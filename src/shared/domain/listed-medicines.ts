import type { Prescription } from '#shared/domain/local-sale.ts'

export type MedicineList = 'none' | 'list-1' | 'list-2' | 'narcotic'

/** What a prescription may have to say before a listed medicine leaves; the quantity is that of the line. */
export const prescriptionNeeds = ['patient', 'prescriber', 'prescribedOn'] as const
export type PrescriptionNeed = (typeof prescriptionNeeds)[number]

/** French names for the seller. */
export const needLabels: Record<PrescriptionNeed, string> = {
  patient: 'Patient',
  prescriber: 'Prescripteur',
  prescribedOn: 'Date de l’ordonnance',
}

/** What the pharmacy asks for list I; narcotics always need a complete prescription, list II never. */
export type ListedRules = { listOneNeedsPrescription: boolean }

/** What a medicine of this list needs before the sale closes. */
export function needsOfList(
  list: MedicineList,
  { listOneNeedsPrescription }: ListedRules,
): readonly PrescriptionNeed[] {
  switch (list) {
    case 'none':
    case 'list-2':
      return []
    case 'list-1':
      return listOneNeedsPrescription ? ['prescriber', 'prescribedOn'] : []
    case 'narcotic':
      return prescriptionNeeds
  }
}

type Said = { patientId: string | null; prescription: Prescription | null }

/**
 * The needs that the sale does not fulfil. The patient of the sale counts, and so does a patient name on the
 * prescription.
 */
export function stillMissing(
  needs: readonly PrescriptionNeed[],
  { patientId, prescription }: Said,
): PrescriptionNeed[] {
  const given: Record<PrescriptionNeed, boolean> = {
    patient: patientId !== null || isWritten(prescription?.patientName),
    prescriber: isWritten(prescription?.prescriber),
    prescribedOn: isWritten(prescription?.prescribedOn),
  }
  return needs.filter((need) => !given[need])
}

/**
 * The lines whose list asks for more than the sale says, and everything that is missing for them; null when nothing
 * is.
 */
export function missingPrescription<Line>(
  { records, patientId, prescription }: Said & { records: readonly Line[] },
  listOf: (line: Line) => MedicineList,
  rules: ListedRules,
): { lines: Line[]; missing: PrescriptionNeed[] } | null {
  const missingOf = (line: Line) => stillMissing(needsOfList(listOf(line), rules), { patientId, prescription })
  const lines = records.filter((line) => missingOf(line).length > 0)
  if (lines.length === 0) return null
  const asked = new Set(lines.flatMap(missingOf))
  return { lines, missing: prescriptionNeeds.filter((need) => asked.has(need)) }
}

function isWritten(text: string | null | undefined): boolean {
  return (text ?? '').trim() !== ''
}
