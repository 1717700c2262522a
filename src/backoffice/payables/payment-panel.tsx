import { supplierPayments, type SupplierPayment } from '#shared/contract/supplier-payments.ts'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { meansWords } from '#backoffice/payables/payable-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** One payment to a supplier beside the list. */
export function PaymentPanel({ id, onClose }: PanelProps) {
  const send = useSend()
  const { data: payment, error, retry } = useAnswer(supplierPayments.read, { params: { id } })
  const mayCancel = useMay(supplierPayments.cancel) && payment?.canceledAt === null
  const title = payment ? `Paiement n°\u00a0${payment.number}` : 'Paiement'
  useTabTitle(title)
  if (!payment)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace error={error} onRetry={retry} missingText="Ce paiement n’existe pas, ou l’adresse est incomplète." />
      </SidePanel>
    )
  return (
    <SidePanel title={title} subtitle={payment.supplierName} onClose={onClose}>
      <PanelSection title="Paiement">
        <FactList facts={factsOf(payment)} />
      </PanelSection>
      {mayCancel && (
        <PanelSection title="Correction">
          <CancelWithReason
            label="Annuler le paiement"
            question={'Annuler ce paiement\u202f?'}
            consequence="Ce qu’il payait est de nouveau dû. Un décaissement de la caisse reste en caisse."
            yes="Annuler le paiement"
            run={(reason) => send(supplierPayments.cancel, { params: { id }, body: { reason } })}
          />
        </PanelSection>
      )}
    </SidePanel>
  )
}

function factsOf(payment: SupplierPayment): Fact[] {
  return [
    ['Montant', <Money key="amount" amount={payment.amount} unit />],
    ['Moyen', meansWords[payment.means]],
    ['Payé le', formatDay(payment.paidOn)],
    ['Référence', payment.reference],
    ...(payment.disbursementNumber === null
      ? []
      : [['Décaissement', `N°\u00a0${payment.disbursementNumber}`] as const]),
    ['Noté', `${formatMoment(payment.createdAt)}, ${payment.createdByName}`],
    ...(payment.canceledAt
      ? [['Annulé', `${formatMoment(payment.canceledAt)}\u00a0: ${payment.cancelReason}`] as const]
      : []),
    ['Note', payment.note],
  ]
}
