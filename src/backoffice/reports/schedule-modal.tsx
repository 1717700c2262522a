import { Select, TagsInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { rhythmLabels, rhythms, type Rhythm } from '#shared/domain/reports/schedule.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}\u00a0h` }))
const formats = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
]

/** When a report is sent, and to whom. Whoever saves it lends it his rights. */
export function ScheduleModal({ report, onClose }: { report: OwnReport; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const today = useAtomValue(todayAtom)
  const params = { id: report.id }
  const { schedule } = report
  const form = useForm({
    initial: {
      rhythm: schedule?.rhythm ?? ('mondays' as Rhythm),
      hour: schedule?.hour ?? 7,
      to: schedule?.to ?? [],
      format: schedule?.format ?? ('xlsx' as const),
    },
    schema: ownReports.schedule.body!,
    bodyOf: (values) => values,
    send: (body) => send(ownReports.schedule, { params, body }),
    onDone: onClose,
  })
  const to = form.field('to')
  const { rhythm, hour, format } = form.values
  return (
    <Dialog opened onClose={onClose} title={`Envoyer «\u00a0${report.name}\u00a0» par e-mail`} centered>
      <FormFrame label="Envoi par e-mail" form={form} onCancel={onClose} submitLabel="Programmer">
        <Select
          label="Quand"
          data={rhythms.map((value) => ({ value, label: rhythmLabels[value] }))}
          allowDeselect={false}
          data-autofocus
          value={rhythm}
          onChange={(value) => value && form.set({ rhythm: value as Rhythm })}
        />
        <Select
          label="À"
          description="Heure de la pharmacie. Une heure manquée part le même jour, quand le serveur revient."
          data={hours}
          allowDeselect={false}
          value={String(hour)}
          onChange={(value) => value && form.set({ hour: Number(value) })}
        />
        <TagsInput
          label="Destinataires"
          description="Jusqu’à cinq adresses, chacune suivie d’Entrée"
          required
          maxTags={5}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={to.value}
          onChange={to.onChange}
          error={to.error}
        />
        <Select
          label="Fichier joint"
          data={formats}
          allowDeselect={false}
          value={format}
          onChange={(value) => value && form.set({ format: value === 'csv' ? 'csv' : 'xlsx' })}
        />
        {schedule && report.sending?.day !== today && (
          <WriteButton
            variant="default"
            disabled={gesture.isRunning || form.isTyped}
            onClick={() =>
              gesture.run(async () => {
                await send(ownReports.send, { params })
                onClose()
              })
            }
          >
            Envoyer maintenant
          </WriteButton>
        )}
        {schedule && (
          <WriteButton
            variant="default"
            disabled={gesture.isRunning}
            onClick={() =>
              gesture.run(async () => {
                await send(ownReports.unschedule, { params })
                onClose()
              })
            }
          >
            Ne plus l’envoyer
          </WriteButton>
        )}
      </FormFrame>
      {gesture.modals}
    </Dialog>
  )
}
