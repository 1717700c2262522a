import { Checkbox, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type BillPayment, billPaymentMeans, billPayments } from '#shared/contract/bill-payments.ts'
import type { RemittanceProfile } from '#shared/domain/billing/remittance-file.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import type { MatchedRow } from '#backoffice/bills/remittance-rows.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import classes from '#backoffice/ui/imports/imports.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface RemittancePaymentProps {
  payer: { payerId: string; payerName: string }
  profile: RemittanceProfile
  rows: readonly MatchedRow[]
  barrier: string | undefined
}

/** The money of the remittance; its amount is typed from the notice of the bank, so that a cut file is noticed. */
export function RemittancePayment({ payer, profile, rows, barrier }: RemittancePaymentProps) {
  const [, go] = useLocation()
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const [isAgain, setIsAgain] = useState(true)
  const sum = rows.reduce((total, { row }) => total + (row?.paid ?? 0), 0)
  const takes = rows.reduce((total, row) => total + row.takes, 0)
  const refused = rows.filter(({ outcome, awaited }) => awaited && (outcome === 'refused' || outcome === 'part'))
  const mayLeave = useLeaveGuard(rows.length > 0)
  const form = useForm({
    initial: {
      means: 'TRANSFER' as BillPayment['means'],
      amount: '',
      paidOn: today as string | null,
      reference: '',
    },
    schema: billPayments.create.body!,
    bodyOf: ({ amount, ...rest }) => ({
      ...rest,
      id,
      payerId: payer.payerId,
      profile,
      amount: readAmount(amount, currency) ?? Number.NaN,
      lines: rows.flatMap(({ awaited, takes: part }) =>
        awaited && part > 0 ? [{ saleId: awaited.saleId, paymentId: awaited.paymentId, amount: part }] : [],
      ),
      unexplained: rows.flatMap(({ row, outcome, takes: part }) =>
        row && (row.paid > part || outcome === 'unknown' || outcome === 'unsure')
          ? [
              {
                voucher: row.voucher,
                insuredNumber: row.insuredNumber,
                beneficiary: row.beneficiary,
                amount: row.paid - part,
              },
            ]
          : [],
      ),
      again: isAgain
        ? refused.map(({ awaited, row }) => ({
            saleId: awaited!.saleId,
            paymentId: awaited!.paymentId,
            reason: row?.reason ?? 'Refusé au décompte',
          }))
        : [],
    }),
    unusual: ({ amount }) =>
      unusualAmount(
        readAmount(amount, currency),
        sum,
        (figure) => `Le décompte paie ${formatMoney(figure, currency)}`,
        currency,
      ),
    send: (body) => send(billPayments.create, { body }, { timeoutMs: 60_000 }),
    onDone: ({ number, ahead }) => {
      mayLeave()
      say({
        text: `Paiement n°\u00a0${number} noté${ahead > 0 ? `, ${formatAmount(ahead, currency)} d’avance` : ''}`,
      })
      go('/factures/paiements')
    },
  })
  const typed = readAmount(form.values.amount, currency)
  const hasWork = takes > 0 || refused.length > 0
  const why = barrier ?? reasonAgainst(rows, payer.payerName, hasWork)
  return (
    <Sheet title="4. Paiement" fact={<Money amount={sum} unit />}>
      <p>
        <Money amount={takes} unit /> pour {plural(rows.filter(({ takes: part }) => part > 0).length, 'bon')}
        {sum > takes && (
          <>
            , <Money amount={sum - takes} unit /> sans bon à payer (restera d’avance, et à expliquer)
          </>
        )}
        .
      </p>
      <FormFrame
        label="Paiement du décompte"
        form={form}
        submitLabel="Noter le paiement"
        onCancel={() => go('/factures/paiements')}
        {...(why ? { barrier: why } : {})}
      >
        <AmountField
          label="Montant reçu"
          description="Celui de l’avis de virement ou du chèque"
          required
          {...form.field('amount')}
        />
        {typed !== null && typed !== sum && (
          <p className={classes.barrier}>
            Les lignes du fichier font {formatAmount(sum, currency)}&nbsp;: un écart de{' '}
            {formatAmount(Math.abs(typed - sum), currency)} avec le montant reçu. Le fichier est-il complet&#8239;?
          </p>
        )}
        <Select
          label="Moyen"
          data={billPaymentMeans.map((value) => ({ value, label: billMeansWords[value] }))}
          allowDeselect={false}
          value={form.values.means}
          onChange={(value) => form.set({ means: value as BillPayment['means'] })}
        />
        <DayField label="Reçu le" {...form.field('paidOn')} />
        <TextInput label="Référence" maxLength={200} {...form.text('reference')} />
        {refused.length > 0 && (
          <Checkbox
            label={`Représenter ${plural(refused.length, 'bon refusé ou payé en partie', 'bons refusés ou payés en partie')} sur une prochaine facture`}
            checked={isAgain}
            onChange={(event) => setIsAgain(event.currentTarget.checked)}
          />
        )}
      </FormFrame>
    </Sheet>
  )
}

/** Why nothing of a file can be noted; undefined: something can. */
function reasonAgainst(rows: readonly MatchedRow[], payerName: string, hasWork: boolean): string | undefined {
  const unread = rows.filter(({ outcome }) => outcome === 'error').length
  if (unread > 0)
    return `${plural(unread, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes ou le fichier.`
  if (rows.every(({ awaited }) => awaited === null))
    return `Aucun de ces bons n’est facturé à ${payerName}\u00a0: est-ce le bon payeur\u202f?`
  return hasWork ? undefined : 'Aucun de ces bons n’attend encore un paiement\u00a0: ce décompte est déjà noté.'
}
