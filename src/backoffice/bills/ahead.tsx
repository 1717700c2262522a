import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type BillPayment, type BillPaymentDetail, billPayments } from '#shared/contract/bill-payments.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { PaidOutFields } from '#backoffice/ui/forms/paid-out-fields.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface AllocateAheadProps {
  payerId: string
  /** What the payer has ahead, and what is left of the bills. */
  ahead: number
  left: number
  /** One bill only; null: all of the payer. */
  bill: { id: string; number: string } | null
  onDone?: () => void
}

/** Settles one bill, or all of a payer, with what it has ahead. */
export function AllocateAhead({ payerId, ahead, left, bill, onDone }: AllocateAheadProps) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const gesture = useGesture()
  const [id, setId] = useState(uuid7)
  const used = Math.min(ahead, left)
  return (
    <>
      <WriteButton
        variant="default"
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: 'Affecter l’avance\u202f?',
            text: `${formatMoney(used, currency)} des ${formatMoney(ahead, currency)} d’avance paieront ${bill ? `la facture ${bill.number}` : 'ses factures'}, le bon le plus ancien d’abord.`,
            yes: 'Affecter l’avance',
            run: async () => {
              const { ahead: rest } = await send(billPayments.allocate, {
                body: { id, payerId, billId: bill?.id ?? null },
              })
              setId(uuid7())
              say({
                text: rest > 0 ? `Avance affectée, reste ${formatMoney(rest, currency)} d’avance` : 'Avance affectée',
              })
              onDone?.()
            },
          })
        }
      >
        Affecter l’avance ({formatAmount(used, currency)})
      </WriteButton>
      {gesture.modals}
    </>
  )
}

/** What of a payment is given back to its payer: at most what is ahead of it. */
export function GiveBackModal({
  payment,
  onClose,
}: {
  payment: Pick<BillPaymentDetail, 'id' | 'number' | 'payerName' | 'ahead'>
  onClose: () => void
}) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const form = useForm({
    initial: {
      amount: formatAmount(payment.ahead, currency),
      means: 'TRANSFER' as BillPayment['means'],
      returnedOn: today as string | null,
      reference: '',
      reason: '',
      disbursementId: null as string | null,
    },
    schema: billPayments.giveBack.body!,
    bodyOf: ({ amount, ...rest }) => ({ ...rest, id, amount: readAmount(amount, currency) ?? Number.NaN }),
    send: (body) => send(billPayments.giveBack, { params: { id: payment.id }, body }),
    onDone: () => {
      say({ text: `Rendu à ${payment.payerName}` })
      onClose()
    },
  })
  const { means } = form.values
  const cashOut = useAnswer(billPayments.cashOut, {}, { enabled: means === 'CASH' }).data ?? []
  return (
    <PanelModal opened onClose={onClose} title={`Rendre à ${payment.payerName}`} centered>
      <FormFrame label="Somme rendue" form={form} submitLabel="Noter la somme rendue" onCancel={onClose}>
        <PaidOutFields
          means={means}
          words={billMeansWords}
          disbursements={cashOut}
          disbursement={form.field('disbursementId')}
          amount={form.field('amount')}
          amountDescription={`D’avance sur ce paiement\u00a0: ${formatMoney(payment.ahead, currency)}`}
          onChange={form.set}
        />
        <DayField label="Rendu le" {...form.field('returnedOn')} />
        <TextInput label="Référence" maxLength={200} {...form.text('reference')} />
        <TextInput label="Motif" required maxLength={200} {...form.text('reason')} />
      </FormFrame>
    </PanelModal>
  )
}
