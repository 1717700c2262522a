import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
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

/** Ends the wait for what no credit note says. */
export function GiveUpButton({ note: { id, number, awaited } }: { note: SupplierReturnNote }) {
  const send = useSend()
  const currency = useCurrency()
  return (
    <CancelWithReason
      label="Abandonner le reste"
      question={'Abandonner le reste de ce retour\u202f?'}
      consequence={`${awaited === null ? 'Le reste' : formatMoney(awaited, currency)} n’est plus attendu du fournisseur. Les boîtes restent sorties du stock.`}
      yes="Abandonner le reste"
      run={(reason) => send(supplierReturns.giveUp, { params: { id }, body: { reason } })}
      done={`Reste du retour n°\u00a0${number} abandonné`}
    />
  )
}

/** A supplier takes boxes back at a price near their cost: more than twice as much has a zero too many. */
const mostOfCredit = 2

/** A credit note of the supplier: its number and its amount, and what becomes of the rest when it is less than awaited. */
function CreditModal({ note, onClose }: { note: SupplierReturnNote; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const currency = useCurrency()
  const [id] = useState(uuid7)
  const form = useForm({
    initial: {
      number: '',
      amount: note.awaited === null ? '' : formatAmount(note.awaited, currency),
      rest: 'awaited' as 'awaited' | 'given-up',
      giveUp: '',
    },
    schema: supplierReturns.credit.body!,
    bodyOf: ({ number, amount: typed, rest, giveUp }) => {
      const amount = readAmount(typed, currency)
      const isLess = note.awaited !== null && amount !== null && amount < note.awaited
      return { id, number, amount, giveUp: isLess && rest === 'given-up' ? giveUp : null }
    },
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
  const amount = readAmount(form.values.amount, currency)
  const rest = note.awaited === null || amount === null ? 0 : note.awaited - amount
  return (
    <PanelModal opened onClose={() => leave(onClose)} title="Avoir reçu" size={480}>
      <FormFrame label="Avoir reçu" form={form} submitLabel="Enregistrer l’avoir" onCancel={onClose}>
        <Stack gap="md">
          <TextInput label="N° de l’avoir" maxLength={200} {...form.text('number')} />
          <AmountField
            label="Montant de l’avoir"
            required
            {...(note.value !== null && {
              description:
                note.awaited === note.value
                  ? `Rendu pour ${formatMoney(note.value, currency)} au coût.`
                  : `Encore attendu\u00a0: ${formatMoney(note.awaited ?? 0, currency)}, sur ${formatMoney(note.value, currency)} au coût.`,
            })}
            {...form.field('amount')}
          />
          {rest > 0 && (
            <Radio.Group
              label={`Le reste, ${formatMoney(rest, currency)}`}
              value={form.values.rest}
              onChange={(value) => form.set({ rest: value as 'awaited' | 'given-up' })}
            >
              <Stack gap={8} mt={6}>
                <Radio value="awaited" label="est encore attendu" />
                <Radio value="given-up" label="est abandonné" />
              </Stack>
            </Radio.Group>
          )}
          {rest > 0 && form.values.rest === 'given-up' && (
            <TextInput label="Raison de l’abandon" required maxLength={200} {...form.text('giveUp')} />
          )}
        </Stack>
      </FormFrame>
    </PanelModal>
  )
}
