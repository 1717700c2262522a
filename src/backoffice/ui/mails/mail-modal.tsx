import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Letter, MailCalls } from '#backoffice/ui/mails/letter.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const none = 'none'

interface MailModalProps {
  /** « E-mail à Ubipharm » */
  title: string
  mail: MailCalls['mail']
  id: string
  letter: Letter
  /** Files that the server may attach (`layout` of the body), the first one proposed. */
  files?: readonly { value: string; label: string }[]
  /** What is attached besides, in words. */
  attached?: string
  /** After the server took it. */
  onSent?: () => void
  onClose: () => void
}

/** An e-mail that the server sends: address, subject and text may be changed before. */
export function MailModal({ title, mail, id, letter, files, attached, onSent, onClose }: MailModalProps) {
  const send = useSend()
  const say = useNotice()
  const [mailId] = useState(uuid7)
  const { closing, owner, ...proposed } = letter
  const form = useForm({
    initial: { ...proposed, keepsAddress: true, layout: files?.[0]?.value ?? none },
    schema: mail.body!,
    bodyOf: ({ layout, keepsAddress, ...typed }) => ({
      ...typed,
      keepsAddress: keepsAddress && typed.to.trim() !== proposed.to,
      id: mailId,
      ...(files ? { layout: layout === none ? null : layout } : {}),
    }),
    send: (body) => send(mail, { params: { id }, body }),
    onDone: () => {
      say({ text: 'E-mail en cours d’envoi' })
      onSent?.()
      onClose()
    },
    words: { 'Invalid email address': 'Cette adresse n’est pas complète.' },
  })
  const { value: layout } = form.field('layout')
  return (
    <PanelModal opened onClose={onClose} title={title} size="lg" centered>
      <FormFrame label={title} form={form} submitLabel="Envoyer" onCancel={onClose}>
        <TextInput label="À" type="email" required maxLength={254} data-autofocus {...form.text('to')} />
        {form.values.to.trim() !== proposed.to && (
          <Checkbox
            label={`Garder cette adresse pour ${owner}`}
            checked={form.values.keepsAddress}
            onChange={(event) => form.set({ keepsAddress: event.currentTarget.checked })}
          />
        )}
        <TextInput label="Objet" required maxLength={200} {...form.text('subject')} />
        <Textarea
          label="Texte"
          required
          rows={10}
          maxLength={20_000}
          description={closing && `Terminé par : ${closing.replaceAll('\n', ', ')}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('text')}
        />
        {files && (
          <Select
            label="Pièce jointe"
            data={[...files, { value: none, label: 'Aucune' }]}
            value={layout}
            allowDeselect={false}
            onChange={(value) => form.set({ layout: value ?? none })}
          />
        )}
        {attached && <p>{attached}</p>}
      </FormFrame>
    </PanelModal>
  )
}
