import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { recalls } from '#shared/contract/recalls.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import text from '#shared/ui/text.module.css'
import type { LotModalProps } from '#backoffice/stock/lot-modals.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Opens a recall of a lot, then shows its buyers. Without `lot`, its number is typed: it may not be in stock. */
export function RecallModal({
  product,
  lot,
  onClose,
}: Omit<LotModalProps, 'lot'> & { lot: LotModalProps['lot'] | null }) {
  const send = useSend()
  const leave = useLeave()
  const [, go] = useLocation()
  const [id] = useState(uuid7)
  const form = useForm({
    initial: { lot: lot?.lot ?? '', reason: '', reference: '' },
    schema: recalls.open.body!,
    bodyOf: (values) => ({ ...values, id, pharmacyProductId: product.id }),
    send: (body) => send(recalls.open, { body }),
    onDone: () => go(`/rappels/${id}`),
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title="Rappeler un lot" size={480}>
      <FormFrame label="Rappeler un lot" form={form} submitLabel="Rappeler le lot" onCancel={onClose}>
        <p className={text.quiet}>
          {`${product.label}\u00a0: tous les postes refusent ce lot dans les secondes qui suivent, même s’il arrive plus tard. La liste des acheteurs s’ouvre ensuite.`}
        </p>
        <TextInput label="Lot" required maxLength={60} {...form.text('lot')} />
        <Textarea label="Motif" required rows={2} maxLength={200} {...form.text('reason')} />
        <TextInput
          label="Référence de l’avis"
          description="De l’autorité ou du fabricant."
          maxLength={200}
          {...form.text('reference')}
        />
      </FormFrame>
    </PanelModal>
  )
}
