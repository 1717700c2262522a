import { useState } from 'react'
import { type BillPaymentDetail, billPayments } from '#shared/contract/bill-payments.ts'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import { GiveBackModal } from '#backoffice/bills/ahead.tsx'
import classes from '#backoffice/bills/payment-lines.module.css'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, Nothing } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One payment of a payer beside the list, with the bills that it is for. */
export function BillPaymentPanel({ id, onClose }: PanelProps) {
  const send = useSend()
  const { data: payment, error, retry } = useAnswer(billPayments.read, { params: { id } })
  const may = useMay(billPayments.cancel)
  const mayCancel = may && payment?.canceledAt === null && payment.givenBack === 0
  const [isGivingBack, setIsGivingBack] = useState(false)
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
      {payment.ahead > 0 && (
        <PanelSection title="D’avance">
          <p>
            <Money amount={payment.ahead} unit /> pour aucune facture encore.
          </p>
          <p>
            <TextLink to={`/factures/suivi/${payment.payerId}`}>Suivi de ce payeur</TextLink>
          </p>
          {may && (
            <WriteButton variant="default" onClick={() => setIsGivingBack(true)}>
              Rendre au payeur
            </WriteButton>
          )}
        </PanelSection>
      )}
      {payment.returns.length > 0 && (
        <PanelSection title="Rendu au payeur">
          <ul className={classes.lines}>
            {payment.returns.map((back) => (
              <ReturnedMoney key={back.id} back={back} mayUndo={may} />
            ))}
          </ul>
        </PanelSection>
      )}
      {payment.lines.length > 0 && (
        <PanelSection title="Lignes du décompte sans bon">
          <ul className={classes.lines}>
            {payment.lines.map((line) => (
              <RemittanceLine key={line.position} paymentId={id} line={line} mayExplain={may} />
            ))}
          </ul>
        </PanelSection>
      )}
      {isGivingBack && <GiveBackModal payment={payment} onClose={() => setIsGivingBack(false)} />}
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

/** Money that went back to its payer, or that was noted so by mistake. */
function ReturnedMoney({ back, mayUndo }: { back: BillPaymentDetail['returns'][number]; mayUndo: boolean }) {
  const send = useSend()
  const { id, returnedOn, amount, means, reference, reason, byName, disbursementNumber, undone } = back
  const from = disbursementNumber === null ? 'hors caisse' : `décaissement n°\u00a0${disbursementNumber}`
  const facts = [billMeansWords[means], means === 'CASH' && from, reference, reason, byName].filter(Boolean).join(', ')
  return (
    <li>
      <span>
        {formatDay(returnedOn)}, <Money amount={amount} unit />, {facts}
        {undone && `. Annulé ${formatMoment(undone.at)}\u00a0: ${undone.reason}, ${undone.byName}`}
      </span>
      {mayUndo && !undone && (
        <CancelWithReason
          label="Annuler"
          question={'Annuler cette somme rendue\u202f?'}
          consequence={`Elle redevient d’avance chez ce payeur.${disbursementNumber === null ? '' : ' Le décaissement reste noté à la caisse.'}`}
          yes="Annuler la somme rendue"
          run={(why) => send(billPayments.undoReturn, { params: { id }, body: { reason: why } })}
        />
      )}
    </li>
  )
}

interface RemittanceLineProps {
  paymentId: string
  line: BillPaymentDetail['lines'][number]
  mayExplain: boolean
}

/** A line that no voucher took: it is work until somebody says what it was. */
function RemittanceLine({ paymentId, line, mayExplain }: RemittanceLineProps) {
  const send = useSend()
  const { position, voucher, insuredNumber, beneficiary, amount, explained, decidedByName } = line
  const name = [voucher && `Bon ${voucher}`, insuredNumber, beneficiary].filter(Boolean).join(', ')
  return (
    <li>
      <span>
        {name || `Ligne ${position}`}, <Money amount={amount} unit />
        {explained !== null && `\u00a0: ${[explained, decidedByName].filter(Boolean).join(', ')}`}
      </span>
      {mayExplain && explained === null && (
        <CancelWithReason
          label="Expliquer"
          question={'Qu’est cette ligne\u202f?'}
          consequence="Elle ne sera plus à traiter. Son argent reste d’avance tant qu’il n’est ni affecté ni rendu."
          yes="Noter l’explication"
          run={(reason) => send(billPayments.explain, { params: { id: paymentId }, body: { position, reason } })}
        />
      )}
    </li>
  )
}

function factsOf(payment: BillPaymentDetail): Fact[] {
  const { ahead, givenBack } = payment
  return [
    ['Montant', <Money key="amount" amount={payment.amount} unit />],
    ['D’avance', ahead > 0 ? <Money key="ahead" amount={ahead} unit /> : null],
    ['Rendu au payeur', givenBack > 0 ? <Money key="given back" amount={givenBack} unit /> : null],
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
