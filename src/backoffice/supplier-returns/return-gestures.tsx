import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { supplierReturns, type SupplierReturnNote } from '#shared/contract/supplier-returns.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Notes the credit of a return that waits for it. */
export function CreditButton({ note }: { note: SupplierReturnNote }) {
  const [isCrediting, setIsCrediting] = useState(false)
  return (
    <>
      <WriteButton onClick={() => setIsCrediting(true)}>Avoir reçu</WriteButton>
      {isCrediting && <CreditModal note={note} onClose={() => setIsCrediting(false)} />}
    </>
  )
}

/** Takes the boxes of a return back into stock. */
export function CancelButton({ note: { id, number } }: { note: SupplierReturnNote }) {
  const send = useSend()
  return (
    <CancelWithReason
      label="Annuler le retour"
      question={'Annuler ce retour\u202f?'}
      consequence="Les boîtes reviennent en stock."
      yes="Annuler le retour"
      run={(reason) => send(supplierReturns.cancel, { params: { id }, body: { reason } })}
      done={`Retour n°\u00a0${number} annulé`}
    />
  )
}

/** A supplier takes boxes back at a price near their cost: more than twice as much has a zero too many. */
const mostOfCredit = 2

/** The credit note of the supplier: its number and its amount, which may differ from what was sent. */
function CreditModal({ note, onClose }: { note: SupplierReturnNote; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const currency = useCurrency()
  const form = useForm({
    initial: { number: '', amount: note.value === null ? '' : formatAmount(note.value, currency) },
    schema: supplierReturns.credit.body!,
    bodyOf: ({ number, amount }) => ({ number, amount: readAmount(amount, currency) }),
    unusual: ({ amount }) =>
      unusualAmount(
        readAmount(amount, currency),
        note.value === null ? undefined : mostOfCredit * note.value,
        () => `Le retour vaut ${formatMoney(note.value ?? 0, currency)} au coût`,
        currency,
      ),
    send: (body) => send(supplierReturns.credit, { params: { id: note.id }, body }),
    onDone: () => {
      say({ text: `Avoir du retour n°\u00a0${note.number} enregistré` })
      onClose()
    },
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title="Avoir reçu" size={480}>
      <FormFrame label="Avoir reçu" form={form} submitLabel="Enregistrer l’avoir" onCancel={onClose}>
        <Stack gap="md">
          <TextInput label="N° de l’avoir" maxLength={200} {...form.text('number')} />
          <AmountField
            label="Montant de l’avoir"
            required
            {...(note.value !== null && { description: `Rendu pour ${formatMoney(note.value, currency)} au coût.` })}
            {...form.field('amount')}
          />
        </Stack>
      </FormFrame>
    </PanelModal>
  )
}
