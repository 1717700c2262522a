import { TextInput } from '@mantine/core'
import { type PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Adds what is missing in an entry; the entry itself stays as it was written. */
export function AmendModal({ entry, onClose }: { entry: PrescriptionEntry; onClose: () => void }) {
  const { number, label, dispensedOn } = entry
  const send = useSend()
  const leave = useLeave()
  const form = useForm({
    initial: {
      prescriber: entry.prescriber ?? '',
      prescriberAddress: entry.prescriberAddress ?? '',
      prescribedOn: entry.prescribedOn,
      patientName: entry.patientName ?? '',
      patientAddress: entry.patientAddress ?? '',
    },
    schema: prescriptionRegister.amend.body!,
    bodyOf: (values) => ({ number, ...values }),
    send: (body) => send(prescriptionRegister.amend, { body }),
    onDone: onClose,
    words: { 'prescribedOn in the future': 'Cette date est à venir.' },
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Compléter l’inscription n°\u00a0${number}`} size={460}>
      <FormFrame label="Ordonnance" form={form} submitLabel="Compléter" onCancel={onClose}>
        <p>
          {label}, délivré le {formatShortDay(dispensedOn)}. L’inscription reste telle qu’elle a été écrite{'\u00a0'}:
          le complément s’y ajoute, avec votre nom.
        </p>
        <TextInput label="Prescripteur" required autoComplete="off" {...form.text('prescriber')} />
        <TextInput label="Adresse du prescripteur" autoComplete="off" {...form.text('prescriberAddress')} />
        <DayField label="Prescrite le" yearsAhead={0} {...form.field('prescribedOn')} />
        <TextInput label="Patient" autoComplete="off" {...form.text('patientName')} />
        <TextInput label="Adresse du patient" autoComplete="off" {...form.text('patientAddress')} />
      </FormFrame>
    </PanelModal>
  )
}
