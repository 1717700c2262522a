import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { type BillRule, bills } from '#shared/contract/bills.ts'
import { billPeriods, type BillPeriod } from '#shared/domain/billing/bill-period.ts'
import { bordereauColumns, bordereauColumnWords } from '#shared/domain/billing/bordereau-columns.ts'
import { billSplits, type BillSplit } from '#shared/domain/billing/split-bills.ts'
import { voucherNeeds } from '#shared/domain/billing/voucher-faults.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { needWords, periodWords, splitWords } from '#backoffice/bills/bill-words.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface BillRuleModalProps {
  payerId: string
  payerName: string
  onClose: () => void
}

/** How a payer is billed from now on. */
export function BillRuleModal({ payerId, payerName, onClose }: BillRuleModalProps) {
  const { data: rule, error, retry } = useAnswer(bills.rule, { params: { id: payerId } })
  return (
    <PanelModal opened onClose={onClose} title={`Facturation de ${payerName}`} size="lg" centered>
      {rule ? (
        <RuleForm payerId={payerId} rule={rule} onClose={onClose} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce payeur n’existe plus." />
      )}
    </PanelModal>
  )
}

function RuleForm({ payerId, rule, onClose }: { payerId: string; rule: BillRule; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const form = useForm({
    initial: {
      ...rule,
      mostLines: rule.mostLines === null ? '' : String(rule.mostLines),
      foreclosureDays: rule.foreclosureDays === null ? '' : String(rule.foreclosureDays),
      mostAmount: rule.mostAmount === null ? '' : formatAmount(rule.mostAmount, currency),
    },
    schema: bills.putRule.body!,
    bodyOf: ({ mostLines, mostAmount, foreclosureDays, ...typed }) => ({
      ...typed,
      foreclosureDays: foreclosureDays.trim() === '' ? null : Number(foreclosureDays),
      mostLines: mostLines.trim() === '' ? null : Number(mostLines),
      mostAmount: mostAmount.trim() === '' ? null : (readAmount(mostAmount, currency) ?? Number.NaN),
    }),
    send: (body) => send(bills.putRule, { params: { id: payerId }, body }),
    onDone: () => {
      say({ text: 'Règles de facturation enregistrées' })
      onClose()
    },
  })
  const { values } = form
  return (
    <FormFrame label="Règles" form={form} onCancel={onClose}>
      <SimpleGrid cols={2}>
        <Select
          label="Fréquence"
          data={billPeriods.map((value) => ({ value, label: periodWords[value] }))}
          allowDeselect={false}
          value={values.period}
          onChange={(value) => form.set({ period: value as BillPeriod })}
        />
        <Select
          label="Découpage"
          data={billSplits.map((value) => ({ value, label: splitWords[value] }))}
          allowDeselect={false}
          value={values.split}
          onChange={(value) => form.set({ split: value as BillSplit })}
        />
        <TextInput
          label="Bons par facture, au plus"
          placeholder="Sans limite"
          inputMode="numeric"
          {...form.text('mostLines')}
        />
        <AmountField label="Montant par facture, au plus" placeholder="Sans limite" {...form.field('mostAmount')} />
        <CountInput label="Délai de paiement, en jours" min={0} max={365} {...form.field('paymentDays')} />
        <TextInput
          label="Délai de forclusion, en jours"
          placeholder="Aucun"
          inputMode="numeric"
          {...form.text('foreclosureDays')}
        />
        <CountInput label="Exemplaires" min={1} max={9} {...form.field('copies')} />
        <TextInput label="Début des numéros" maxLength={12} {...form.text('prefix')} />
      </SimpleGrid>
      <MultiSelect
        label="Demandé sur chaque bon"
        data={voucherNeeds.map((value) => ({ value, label: needWords[value] }))}
        value={values.needs}
        onChange={(needs) => form.set({ needs: voucherNeeds.filter((one) => needs.includes(one)) })}
      />
      <MultiSelect
        label="Colonnes du bordereau"
        data={bordereauColumns.map((value) => ({ value, label: bordereauColumnWords[value] }))}
        value={values.columns}
        onChange={(columns) => form.set({ columns: bordereauColumns.filter((one) => columns.includes(one)) })}
      />
    </FormFrame>
  )
}
