import { Checkbox, Modal, Textarea } from '@mantine/core'
import { recalls, type RecallRecord } from '#shared/contract/recalls.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Closes a recall; says first which buyers were not reached. */
export function CloseRecallModal({ recall, onClose }: { recall: RecallRecord; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const left = recall.buyers - recall.workedOff
  const form = useForm({
    initial: { note: '', release: false },
    schema: recalls.close.body!,
    bodyOf: (values) => values,
    send: (body) => send(recalls.close, { params: { id: recall.id }, body }),
    onDone: onClose,
  })
  return (
    <Modal opened onClose={() => leave(onClose)} title="Clôturer le rappel" size={480}>
      <FormFrame label="Clôturer le rappel" form={form} submitLabel="Clôturer le rappel" onCancel={onClose}>
        {left > 0 && (
          <p role="alert" className={text.quiet}>
            {plural(left, 'client n’a pas encore été joint', 'clients n’ont pas encore été joints')}.
          </p>
        )}
        <Textarea
          label="Conclusion"
          required
          rows={3}
          maxLength={200}
          description="Ce que les boîtes sont devenues. Elle reste au dossier du rappel."
          {...form.text('note')}
        />
        <Checkbox
          label="Remettre le lot en vente"
          description="Sinon il reste en quarantaine, jusqu’à ce qu’elle soit levée."
          checked={form.values.release}
          onChange={({ currentTarget }) => form.set({ release: currentTarget.checked })}
        />
      </FormFrame>
    </Modal>
  )
}
