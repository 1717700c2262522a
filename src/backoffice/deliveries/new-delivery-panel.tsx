import { Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { deliveries } from '#shared/contract/deliveries.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { useHasAib } from '#backoffice/deliveries/delivery-aib.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouvelle livraison'

/** Begins a delivery by hand; its page opens to count the boxes by scan. */
export function NewDeliveryPanel({ onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const hasAib = useHasAib()
  const [id] = useState(uuid7)
  useTabTitle(title)
  const form = useForm({
    initial: {
      supplierId: null as string | null,
      bl: '',
      noteDay: null as string | null,
      receivedOn: today as string | null,
      aib: '',
      note: '',
    },
    schema: deliveries.create.body!,
    bodyOf: (typed) => ({ ...typed, id, aib: readAmount(typed.aib, currency) }),
    send: (body) => send(deliveries.create, { body }),
    onDone: (delivery) => onMade(delivery.id),
  })
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <p>
          Le BL est un fichier&nbsp;? <TextLink to="/livraisons/import">Importer le BL</TextLink>
        </p>
        <FormFrame label={title} form={form} submitLabel="Commencer" onCancel={onClose}>
          <SupplierField {...form.field('supplierId')} />
          <TextInput label="N° du BL" required maxLength={40} {...form.text('bl')} />
          <DayField label="Date du BL" {...form.field('noteDay')} />
          <DayField label="Reçue le" {...form.field('receivedOn')} />
          {hasAib && <AmountField label="AIB de la facture" {...form.field('aib')} />}
          <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}
