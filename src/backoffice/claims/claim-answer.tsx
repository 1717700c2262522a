import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type WholesalerClaimDetail, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { Money } from '#shared/ui/money.tsx'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import table from '#backoffice/ui/small-table.module.css'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface ClaimModalProps {
  claim: WholesalerClaimDetail
  onClose: () => void
}

/** What the supplier accepts of each line; a line without an amount has no answer yet. */
export function AnswerModal({ claim, onClose }: ClaimModalProps) {
  const send = useSend()
  const currency = useCurrency()
  const form = useForm({
    initial: {
      answer: claim.answer ?? '',
      lines: claim.lines.map(({ accepted }) => (accepted === null ? '' : formatAmount(accepted, currency))),
    },
    schema: wholesalerClaims.answer.body!,
    bodyOf: ({ answer, lines }) => ({
      answer,
      lines: claim.lines.map(({ position }, index) => ({ position, accepted: readAmount(lines[index]!, currency) })),
    }),
    send: (body) => send(wholesalerClaims.answer, { params: { id: claim.id }, body }),
    onDone: onClose,
    words: { 'more than claimed': 'Plus que réclamé' },
  })
  const set = (lines: string[]) => form.set({ lines })
  const typed = form.values.lines
  return (
    <PanelModal opened onClose={onClose} title="Réponse du fournisseur" size="xl" centered>
      <Group mb={10}>
        <Button variant="default" onClick={() => set(claim.lines.map(({ amount }) => formatAmount(amount, currency)))}>
          Tout est accepté
        </Button>
        <Button variant="default" onClick={() => set(claim.lines.map(() => '0'))}>
          Tout est refusé
        </Button>
      </Group>
      <FormFrame label="Réponse" form={form} onCancel={onClose}>
        <div style={{ maxHeight: '45vh', overflow: 'auto' }} tabIndex={0} role="group" aria-label="Lignes">
          <table className={table.table}>
            <thead>
              <tr>
                <th>Produit ou objet</th>
                <th>Cause</th>
                <th>Réclamé</th>
                <th>Accepté</th>
              </tr>
            </thead>
            <tbody>
              {claim.lines.map(({ position, label, reason, amount }, index) => (
                <tr key={position}>
                  <td>{label}</td>
                  <td>{claimReasonWords[reason]}</td>
                  <td>
                    <Money amount={amount} />
                  </td>
                  <td>
                    <AmountField
                      aria-label={`Accepté, ligne ${position}`}
                      w={150}
                      value={typed[index]!}
                      onChange={(value) => set(typed.map((each, at) => (at === index ? value : each)))}
                      error={form.errorAt(`lines.${index}.accepted`)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Textarea label="Commentaire du fournisseur" rows={2} maxLength={200} {...form.text('answer')} />
      </FormFrame>
    </PanelModal>
  )
}

/** A credit note of the supplier; one that a statement contains is noted by validating the statement. */
export function CreditModal({ claim, onClose }: ClaimModalProps) {
  const send = useSend()
  const currency = useCurrency()
  const today = useAtomValue(todayAtom)
  const [id] = useState(uuid7)
  const form = useForm({
    initial: { number: '', day: today as string | null, amount: formatAmount(claim.awaited, currency) },
    schema: wholesalerClaims.credit.body!,
    bodyOf: ({ amount, ...rest }) => ({ ...rest, id, amount: readAmount(amount, currency) ?? Number.NaN }),
    unusual: ({ amount }) =>
      unusualAmount(
        readAmount(amount, currency),
        claim.awaited,
        (figure) => `La réclamation attend ${formatMoney(figure, currency)}`,
        currency,
      ),
    send: (body) => send(wholesalerClaims.credit, { params: { id: claim.id }, body }),
    onDone: onClose,
  })
  return (
    <PanelModal opened onClose={onClose} title="Avoir reçu" centered>
      <FormFrame label="Avoir" form={form} onCancel={onClose}>
        <TextInput label="N° de l’avoir" maxLength={200} data-autofocus {...form.text('number')} />
        <DayField label="Date" {...form.field('day')} />
        <AmountField label="Montant TTC" required {...form.field('amount')} />
      </FormFrame>
    </PanelModal>
  )
}
