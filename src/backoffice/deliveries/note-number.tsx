import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { deliveries, type Delivery } from '#shared/contract/deliveries.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Changes the number of the note: it was mistyped, or the awaited rest came with a note of its own. */
export function NoteNumberButton({ delivery }: { delivery: Pick<Delivery, 'id' | 'bl'> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <WriteButton variant="subtle" size="xs" onClick={() => setIsOpen(true)}>
        Changer le n° du BL
      </WriteButton>
      {isOpen && <NoteNumberModal delivery={delivery} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function NoteNumberModal({
  delivery: { id, bl },
  onClose,
}: {
  delivery: Pick<Delivery, 'id' | 'bl'>
  onClose: () => void
}) {
  const send = useSend()
  const form = useForm({
    initial: { bl },
    schema: deliveries.patch.body!,
    bodyOf: (typed) => typed,
    send: (body) => send(deliveries.patch, { params: { id }, body }),
    onDone: onClose,
  })
  return (
    <PanelModal opened onClose={onClose} title="N° du BL" centered>
      <FormFrame label="N° du BL" form={form} onCancel={onClose}>
        <TextInput label="N° du BL" required maxLength={40} data-autofocus {...form.text('bl')} />
      </FormFrame>
    </PanelModal>
  )
}
