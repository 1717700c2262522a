import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { orders } from '#shared/contract/orders.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouvelle commande'

/** Begins an order by hand; its page opens to add products. */
export function NewOrderPanel({ onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const [id] = useState(uuid7)
  useTabTitle(title)
  const form = useForm({
    initial: { supplierId: null as string | null, note: '' },
    schema: orders.create.body!,
    bodyOf: (typed) => ({ ...typed, id }),
    send: (body) => send(orders.create, { body }),
    onDone: (order) => onMade(order.id),
  })
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <p>
          Pour commander ce qui manque&nbsp;: <TextLink to="/commandes/preparation">À commander</TextLink>
        </p>
        <FormFrame label={title} form={form} submitLabel="Commencer" onCancel={onClose}>
          <SupplierField {...form.field('supplierId')} />
          <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}
