import { TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { type DisbursementReason, disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
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

export function NewReasonPanel({ onClose }: { onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const form = useForm({
    initial: { label: '' },
    schema: disbursementReasons.create.body!,
    bodyOf: (values) => values,
    send: (body) => takenAt('label', send(disbursementReasons.create, { body })),
    onDone: onClose,
  })
  return (
    <SidePanel title="Nouveau motif" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <FormFrame label="Nouveau motif" form={form} submitLabel="Créer" onCancel={onClose}>
          <TextInput label="Motif" withAsterisk autoFocus autoComplete="off" {...form.text('label')} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}

/** One reason: its words, and whether money still leaves for it. */
export function ReasonPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: reason, error, retry } = useAnswer(disbursementReasons.read, { params: { id } })
  const leave = useLeave()
  return (
    <SidePanel
      title={reason?.label ?? 'Motif'}
      subtitle={reason?.archived && <StatusTag>Archivé</StatusTag>}
      onClose={() => leave(onClose)}
    >
      {reason ? (
        <KnownReason reason={reason} onClose={onClose} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce motif n’existe pas." />
      )}
    </SidePanel>
  )
}

function KnownReason({
  reason: { id, label, archived },
  onClose,
}: {
  reason: DisbursementReason
  onClose: () => void
}) {
  const send = useSend()
  const gesture = useGesture()
  const form = useForm({
    initial: { label },
    schema: disbursementReasons.patch.body!,
    bodyOf: (values) => values,
    send: (body) => takenAt('label', send(disbursementReasons.patch, { params: { id }, body })),
    onDone: onClose,
  })
  // Taken back by the same button: not asked about.
  const turn = () =>
    gesture.run(() => send(disbursementReasons.patch, { params: { id }, body: { archived: !archived } }))
  return (
    <div className={classes.body}>
      <FormFrame label="Motif" form={form} onCancel={onClose}>
        <TextInput
          label="Motif"
          withAsterisk
          autoComplete="off"
          description="Les décaissements passés prennent les nouveaux mots."
          {...form.text('label')}
        />
      </FormFrame>
      <WriteButton
        variant="default"
        leftSection={archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={turn}
      >
        {archived ? 'Reprendre le motif' : 'Archiver le motif'}
      </WriteButton>
      {!archived && (
        <span className={text.quiet}>Le comptoir ne le propose plus&#8239;; les décaissements passés le gardent.</span>
      )}
      {gesture.modals}
    </div>
  )
}
