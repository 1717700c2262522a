import { Select, Textarea } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { billFollowUps, type Collection } from '#shared/contract/bill-follow-ups.ts'
import { addDays } from '#shared/domain/dates.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type OfPayer = { collection: Collection; onClose: () => void }

/** What a payer promised to pay, and when. */
export function PromiseModal({ collection, onClose }: OfPayer) {
  const send = useSend()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const form = useForm({
    initial: {
      amount: formatAmount(collection.overdue || collection.left, currency),
      promisedOn: addDays(today, 7) as string | null,
      note: '',
    },
    schema: billFollowUps.create.body!,
    bodyOf: ({ amount, ...rest }) => ({
      ...rest,
      id,
      payerId: collection.payerId,
      kind: 'promise',
      amount: readAmount(amount, currency) ?? Number.NaN,
    }),
    unusual: ({ amount }) =>
      unusualAmount(
        readAmount(amount, currency),
        collection.left,
        (figure) => `Il doit ${formatMoney(figure, currency)}`,
        currency,
      ),
    send: (body) => send(billFollowUps.create, { body }),
    onDone: onClose,
    words: { 'in the past': 'Choisissez aujourd’hui ou un jour à venir.' },
  })
  return (
    <PanelModal opened onClose={onClose} title={`Promesse de ${collection.payerName}`} centered>
      <FormFrame label="Promesse" form={form} onCancel={onClose}>
        <AmountField label="Montant promis" required {...form.field('amount')} />
        <DayField label="Pour le" yearsAhead={1} {...form.field('promisedOn')} />
        <Textarea label="Qui l’a promis" rows={2} maxLength={200} {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}

const wholeDebt = 'all'

/** What a payer disputes: one bill, or all that it owes. Nothing of it is reminded until the dispute ends. */
export function DisputeModal({ collection, onClose }: OfPayer) {
  const send = useSend()
  const currency = useCurrency()
  const [id] = useState(uuid7)
  const form = useForm({
    initial: { billId: wholeDebt, note: '' },
    schema: billFollowUps.create.body!,
    bodyOf: ({ billId, note }) => ({
      id,
      payerId: collection.payerId,
      kind: 'dispute',
      note,
      billId: billId === wholeDebt ? null : billId,
    }),
    send: (body) => send(billFollowUps.create, { body }),
    onDone: onClose,
  })
  return (
    <PanelModal opened onClose={onClose} title={`Litige avec ${collection.payerName}`} centered>
      <FormFrame label="Litige" form={form} onCancel={onClose}>
        <Select
          label="Sur"
          allowDeselect={false}
          data={[
            { value: wholeDebt, label: 'Tout ce qui est dû' },
            ...collection.bills.map(({ id: billId, number, left }) => ({
              value: billId,
              label: `Facture ${number}, ${formatMoney(left, currency)}`,
            })),
          ]}
          value={form.values.billId}
          onChange={(billId) => form.set({ billId: billId ?? wholeDebt })}
        />
        <Textarea label="Ce que le payeur conteste" rows={3} maxLength={200} {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}
