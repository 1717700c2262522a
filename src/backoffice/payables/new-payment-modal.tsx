import { Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type SupplierMeans, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { meansWords } from '#backoffice/payables/payable-words.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { PaidOutFields } from '#backoffice/ui/forms/paid-out-fields.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface NewPaymentModalProps {
  supplierId?: string
  /** What is owed, in minor units: proposed as the amount. */
  owed?: number
  onClose: () => void
}

/** Notes a payment to a supplier. Cash of a drawer left it at a till: its disbursement is chosen. */
export function NewPaymentModal({ supplierId, owed, onClose }: NewPaymentModalProps) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const payables = useAnswer(supplierPayments.payables, {}, { enabled: supplierId === undefined }).data ?? []
  const form = useForm({
    initial: {
      supplierId: supplierId ?? null,
      means: 'CHEQUE' as SupplierMeans,
      amount: owed ? formatAmount(owed, currency) : '',
      paidOn: today as string | null,
      reference: '',
      note: '',
      disbursementId: null as string | null,
    },
    schema: supplierPayments.create.body!,
    bodyOf: ({ amount, ...rest }) => ({ ...rest, id, amount: readAmount(amount, currency) ?? Number.NaN }),
    unusual: ({ amount, ...values }) => {
      const due = owed ?? payables.find((payable) => payable.supplierId === values.supplierId)?.owed
      return unusualAmount(
        readAmount(amount, currency),
        due,
        (figure) => `Vous lui devez ${formatMoney(figure, currency)}`,
        currency,
      )
    },
    send: (body) => send(supplierPayments.create, { body }),
    onDone: (payment) => {
      say({ text: `Paiement n°\u00a0${payment.number} noté` })
      onClose()
    },
  })
  const { means } = form.values
  const cashOut = useAnswer(supplierPayments.cashOut, {}, { enabled: means === 'CASH' }).data ?? []
  return (
    <PanelModal opened onClose={onClose} title="Noter un paiement" centered>
      <FormFrame label="Paiement" form={form} onCancel={onClose}>
        {supplierId === undefined && <SupplierField {...form.field('supplierId')} />}
        <PaidOutFields
          means={means}
          words={meansWords}
          disbursements={cashOut}
          disbursement={form.field('disbursementId')}
          amount={form.field('amount')}
          onChange={form.set}
        />
        <DayField label="Payé le" {...form.field('paidOn')} />
        <TextInput
          label={means === 'CHEQUE' ? 'Banque et n° du chèque' : 'Référence'}
          maxLength={200}
          {...form.text('reference')}
        />
        <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}
