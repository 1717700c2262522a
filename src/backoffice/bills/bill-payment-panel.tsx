import { type BillPayment, billPayments } from '#shared/contract/bill-payments.ts'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, Nothing } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** One payment of a payer beside the list, with the bills that it is for. */
export function BillPaymentPanel({ id, onClose }: PanelProps) {
  const send = useSend()
  const { data: payment, error, retry } = useAnswer(billPayments.read, { params: { id } })
  const mayCancel = useMay(billPayments.cancel) && payment?.canceledAt === null
  const title = payment ? `Paiement n°\u00a0${payment.number}` : 'Paiement'
  useTabTitle(title)
  if (!payment)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace error={error} onRetry={retry} missingText="Ce paiement n’existe pas, ou l’adresse est incomplète." />
      </SidePanel>
    )
  return (
    <SidePanel title={title} subtitle={payment.payerName} onClose={onClose}>
      <PanelSection title="Paiement">
        <FactList facts={factsOf(payment)} />
      </PanelSection>
      <PanelSection title="Factures payées">
        {payment.bills.length === 0 ? (
          <Nothing>Ce paiement n’est encore affecté à aucune facture.</Nothing>
        ) : (
          <FactList
            facts={payment.bills.map((bill) => [
              bill.number,
              <TextLink key={bill.id} to={`/factures/${bill.id}`}>
                <Money amount={bill.amount} unit />
              </TextLink>,
            ])}
          />
        )}
      </PanelSection>
      {mayCancel && (
        <PanelSection title="Correction">
          <CancelWithReason
            label="Annuler le paiement"
            question={'Annuler ce paiement\u202f?'}
            consequence="Les bons qu’il payait sont de nouveau dus."
            yes="Annuler le paiement"
            run={(reason) => send(billPayments.cancel, { params: { id }, body: { reason } })}
          />
        </PanelSection>
      )}
    </SidePanel>
  )
}

function factsOf(payment: BillPayment): Fact[] {
  const ahead = payment.canceledAt ? 0 : payment.amount - payment.allocated
  return [
    ['Montant', <Money key="amount" amount={payment.amount} unit />],
    ['D’avance', ahead > 0 ? <Money key="ahead" amount={ahead} unit /> : null],
    ['Moyen', billMeansWords[payment.means]],
    ['Reçu le', formatDay(payment.paidOn)],
    ['Référence', payment.reference],
    ['Noté', `${formatMoment(payment.createdAt)}, ${payment.createdByName}`],
    ...(payment.canceledAt
      ? [['Annulé', `${formatMoment(payment.canceledAt)}\u00a0: ${payment.cancelReason}`] as const]
      : []),
    ['Note', payment.note],
  ]
}
