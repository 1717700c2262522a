import { Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type BillPayment, billPaymentMeans, billPayments } from '#shared/contract/bill-payments.ts'
import { type BillDetail } from '#shared/contract/bills.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Money } from '#shared/ui/money.tsx'
import { isFarAbove } from '#shared/domain/unusual-money.ts'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { AllocateAhead } from '#backoffice/bills/ahead.tsx'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import { PaymentShares, type Shares, sharesOf } from '#backoffice/bills/payment-shares.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface BillPaymentModalProps {
  payerId: string
  payerName: string
  bill: Pick<BillDetail, 'id' | 'number' | 'left' | 'lines' | 'ahead'>
  onClose: () => void
}

/** Notes what a payer paid: for this bill, for the oldest of all its bills, or voucher by voucher. */
export function BillPaymentModal({ payerId, payerName, bill, onClose }: BillPaymentModalProps) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const [spread, setSpread] = useState<'bill' | 'all' | 'lines'>('bill')
  const open = bill.lines.filter(({ left }) => left > 0)
  const [shares, setShares] = useState<Shares>({})
  const form = useForm({
    initial: {
      means: 'TRANSFER' as BillPayment['means'],
      amount: formatAmount(bill.left, currency),
      paidOn: today as string | null,
      reference: '',
      note: '',
    },
    schema: billPayments.create.body!,
    bodyOf: ({ amount, ...rest }) => ({
      ...rest,
      id,
      payerId,
      amount: readAmount(amount, currency) ?? Number.NaN,
      billId: spread === 'all' ? null : bill.id,
      ...(spread === 'lines' ? { lines: sharesOf(open, shares, currency) } : {}),
    }),
    unusual: ({ amount }) => {
      const paid = readAmount(amount, currency)
      // The other bills are not known here.
      const most = spread === 'all' && !isFarAbove(paid ?? 0, bill.left) ? undefined : bill.left
      return unusualAmount(paid, most, (figure) => `Cette facture attend ${formatMoney(figure, currency)}`, currency)
    },
    send: (body) => send(billPayments.create, { body }),
    onDone: ({ number, ahead }) => {
      say({
        text: `Paiement n°\u00a0${number} noté${ahead > 0 ? `, ${formatAmount(ahead, currency)} d’avance` : ''}`,
      })
      onClose()
    },
  })
  const { means } = form.values
  return (
    <PanelModal opened onClose={onClose} title={`Paiement de ${payerName}`} size="lg" centered>
      {bill.ahead > 0 && (
        <Group justify="space-between" mb="sm">
          <span>
            Ce payeur a déjà <Money amount={bill.ahead} unit /> d’avance.
          </span>
          <AllocateAhead payerId={payerId} ahead={bill.ahead} left={bill.left} bill={bill} onDone={onClose} />
        </Group>
      )}
      <FormFrame label="Paiement" form={form} onCancel={onClose}>
        <Select
          label="Moyen"
          data={billPaymentMeans.map((value) => ({ value, label: billMeansWords[value] }))}
          allowDeselect={false}
          value={means}
          onChange={(value) => form.set({ means: value as BillPayment['means'] })}
        />
        <AmountField label="Montant" required {...form.field('amount')} />
        <DayField label="Reçu le" {...form.field('paidOn')} />
        <TextInput
          label={means === 'CHEQUE' ? 'Banque et n° du chèque' : 'Référence'}
          maxLength={200}
          {...form.text('reference')}
        />
        <Radio.Group label="Pour" value={spread} onChange={(value) => setSpread(value as typeof spread)}>
          <Stack gap="xs" mt="xs">
            <Radio value="bill" label={`La facture ${bill.number}, le bon le plus ancien d’abord`} />
            <Radio value="all" label="Toutes ses factures, la plus ancienne d’abord" />
            <Radio value="lines" label="Les bons que je choisis" />
          </Stack>
        </Radio.Group>
        {spread === 'lines' && (
          <PaymentShares
            lines={open}
            shares={shares}
            paid={readAmount(form.values.amount, currency)}
            onChange={setShares}
          />
        )}
        <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}
