import { useAtomValue } from 'jotai'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { NamedChoice } from '#kiosk/ui/named-choice.tsx'
import type { LocalSale, Prescription } from '#shared/domain/local-sale.ts'
import { displayName } from '#shared/domain/person.ts'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { changePrescription, prescriptionOf } from './prescription-edit.ts'
import { useKnownPrescribers } from './use-known-prescribers.ts'

// Each field is written to the sale when it loses the focus.

interface PrescriptionFieldProps {
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
}

/** The prescription as the fields show it, and how to change it. */
export function usePrescription({ sale, onEdit }: PrescriptionFieldProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  return {
    said: prescriptionOf(sale, today),
    today,
    change: (typed: Partial<Prescription>) => onEdit(changePrescription(typed, today)),
  }
}

/** A prescriber of the recent sales, with the known address, or a typed name. */
export function PrescriberField(props: PrescriptionFieldProps) {
  const prescribers = useKnownPrescribers()
  const { said, change } = usePrescription(props)
  const choose = (name: string | null) => {
    const address = prescribers.find((known) => known.name === name)?.address
    change({ prescriber: name, ...(address ? { prescriberAddress: address } : {}) })
  }
  return (
    <NamedChoice
      label="Prescripteur"
      names={prescribers.map(({ name }) => name)}
      value={said.prescriber}
      onChoose={choose}
    />
  )
}

/** The day of the prescription, today unless changed. */
export function PrescribedOnField(props: PrescriptionFieldProps) {
  const { said, today, change } = usePrescription(props)
  return (
    <TypedDayInput
      label="Prescrite le"
      value={said.prescribedOn}
      today={today}
      max={today}
      yearsAhead={0}
      onChange={(prescribedOn) => change({ prescribedOn })}
    />
  )
}

/** The name on the prescription; without one, the patient of the sale counts. */
export function PatientNameField(props: PrescriptionFieldProps) {
  const { said, change } = usePrescription(props)
  return (
    <CommittedField
      label="Nom du patient"
      placeholder={props.sale.patient ? displayName(props.sale.patient) : 'Nom et prénom'}
      value={said.patientName}
      onCommit={(patientName) => change({ patientName })}
    />
  )
}
