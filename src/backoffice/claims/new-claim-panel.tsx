import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import type { ClaimReason } from '#shared/domain/statements/claim-reasons.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { reasonChoices } from '#backoffice/claims/claim-line-modal.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouvelle réclamation'

/** A claim by hand, of one difference: damaged boxes, a short date. Those of a statement come with it. */
export function NewClaimPanel({ onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const currency = useCurrency()
  const [id] = useState(uuid7)
  useTabTitle(title)
  const form = useForm({
    initial: {
      supplierId: null as string | null,
      reason: 'damaged' as ClaimReason,
      label: '',
      noteNumber: '',
      evidence: '',
      amount: '',
    },
    schema: wholesalerClaims.create.body!,
    bodyOf: ({ supplierId, amount, noteNumber, ...line }) => ({
      id,
      supplierId,
      lines: [{ ...line, noteNumber: noteNumber.trim() || null, amount: readAmount(amount, currency) ?? Number.NaN }],
    }),
    send: (body) => send(wholesalerClaims.create, { body }),
    onDone: (claim) => onMade(claim.id),
  })
  const { value: reason, error } = form.field('reason', 'lines.0.reason')
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <FormFrame label={title} form={form} submitLabel="Préparer" onCancel={onClose}>
          <SupplierField {...form.field('supplierId')} />
          <Select
            label="Cause"
            data={reasonChoices}
            allowDeselect={false}
            value={reason}
            onChange={(value) => form.set({ reason: value as ClaimReason })}
            error={error}
          />
          <TextInput label="Produit ou objet" required maxLength={200} {...form.text('label', 'lines.0.label')} />
          <TextInput label="N° du BL" maxLength={40} {...form.text('noteNumber', 'lines.0.noteNumber')} />
          <AmountField label="Montant réclamé TTC" required {...form.field('amount', 'lines.0.amount')} />
          <Textarea label="Preuve" rows={2} maxLength={200} {...form.text('evidence', 'lines.0.evidence')} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}
