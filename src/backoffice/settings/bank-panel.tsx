import { TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { banks, type Bank } from '#shared/contract/banks.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/settings/settings.module.css'
import { takenAt } from '#backoffice/settings/taken-name.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

export function NewBankPanel({ onClose }: { onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const form = useForm({
    initial: { name: '' },
    schema: banks.create.body!,
    bodyOf: (values) => values,
    send: (body) => takenAt('name', send(banks.create, { body })),
    onDone: onClose,
  })
  return (
    <SidePanel title="Nouvelle banque" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <FormFrame label="Nouvelle banque" form={form} submitLabel="Créer" onCancel={onClose}>
          <TextInput label="Nom" withAsterisk autoFocus autoComplete="off" {...form.text('name')} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}

/** One bank: its name, and whether cheques of it are still taken. */
export function BankPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: bank, error, retry } = useAnswer(banks.read, { params: { id } })
  const leave = useLeave()
  return (
    <SidePanel
      title={bank?.name ?? 'Banque'}
      subtitle={bank?.archived && <StatusTag>Archivée</StatusTag>}
      onClose={() => leave(onClose)}
    >
      {bank ? (
        <KnownBank bank={bank} onClose={onClose} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Cette banque n’existe pas." />
      )}
    </SidePanel>
  )
}

function KnownBank({ bank: { id, name, archived }, onClose }: { bank: Bank; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const form = useForm({
    initial: { name },
    schema: banks.patch.body!,
    bodyOf: (values) => values,
    send: (body) => takenAt('name', send(banks.patch, { params: { id }, body })),
    onDone: onClose,
  })
  // Taken back by the same button: not asked about.
  const turn = () => gesture.run(() => send(banks.patch, { params: { id }, body: { archived: !archived } }))
  return (
    <div className={classes.body}>
      <FormFrame label="Banque" form={form} onCancel={onClose}>
        <TextInput label="Nom" withAsterisk autoComplete="off" {...form.text('name')} />
      </FormFrame>
      <WriteButton
        variant="default"
        leftSection={archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={turn}
      >
        {archived ? 'Reprendre la banque' : 'Archiver la banque'}
      </WriteButton>
      {!archived && <span className={text.quiet}>Les chèques passés gardent leur banque.</span>}
      {gesture.modals}
    </div>
  )
}
