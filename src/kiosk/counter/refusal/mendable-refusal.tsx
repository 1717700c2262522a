import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import type { ErrorMessage } from '#shared/domain/errors.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { paymentLabels, policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { declinePolicy, removeRecord, setPayments } from '#shared/domain/sale-lines.ts'
import { CatalogueModal, CatalogueRow, type CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { shownFacts } from '#shared/ui/error-modal.tsx'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { permissionsAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { paymentFactsAtom } from '#kiosk/counter/payment/payment-facts.ts'
import { PaymentTile } from '#kiosk/counter/payment/payment-icon.tsx'
import { onwardOf } from './onward-of.ts'
import type { RefusalModalProps } from './refusal-props.ts'
import { useRightAction } from './use-right-action.ts'
import type { Remedy, RemedyRow } from './refusal-remedies.ts'

/** Refusals for which the rows show every fact; the dialog then shows no separate facts. */
const rowsSayAll = new Set<string>([
  'sales:cannotSaleArchivedStockItem',
  'sales:blockedStockItem',
  'sales:unknownStockItem',
  'sales:expiredStockItem',
])

interface MendableRefusalProps extends Omit<RefusalModalProps, 'refusal' | 'operators'> {
  refusal: SaleError
  remedy: Remedy
}

/** The dialog for a refusal that the user can correct: one row for each problem, and the button for the next action. */
export function MendableRefusal({
  refusal,
  remedy,
  sale,
  onEdit,
  onResume,
  onPay,
  onRefreshLots,
  onEnd,
}: MendableRefusalProps) {
  const message = refusal.message as ErrorMessage
  const { title, text, kept, buttons } = errorTexts[message]
  const currency = useCurrency()
  const { cashStep } = useAtomValue(tradeAtom)
  const isPaid = saleBalance(sale, cashStep).remainder === 0
  const right = useRightAction(refusal, { sale, onEdit, onEnd })
  const refreshes = buttons.find(({ gesture }) => gesture === 'reload')
  const onward: CatalogueAction =
    !remedy.isSolved && refreshes
      ? { label: refreshes.label, onClick: onRefreshLots }
      : onwardOf(remedy.isSolved, isPaid, { onPay, onEnd, disabledReason: 'Corrigez d’abord ce qui est refusé' })
  return (
    <CatalogueModal
      opened
      tone={remedy.isSolved ? 'info' : 'warning'}
      title={remedy.isSolved ? 'Tout est corrigé' : (remedy.title ?? title)}
      text={
        remedy.isSolved
          ? `La vente ${sale.identifier} n’est pas encore enregistrée. ${isPaid ? 'Vous pouvez la terminer.' : 'Encaissez le reste, puis terminez.'}`
          : (remedy.text ?? text)
      }
      facts={remedy.isSolved || rowsSayAll.has(message) ? undefined : shownFacts(message, refusal.details, currency)}
      kept={kept}
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        ...(right && !remedy.isSolved ? [right] : []),
        onward,
      ]}
    >
      {remedy.rows.length > 0 &&
        !remedy.isSolved &&
        remedy.rows.map((row, place) => <Row key={place} row={row} saleId={sale.id} onEdit={onEdit} />)}
    </CatalogueModal>
  )
}

function Row({ row, saleId, onEdit }: { row: RemedyRow; saleId: string; onEdit: (edit: SaleEdit) => void }) {
  switch (row.kind) {
    case 'payment':
      return (
        <PaymentRow payment={row.payment}>
          <Button
            variant="default"
            size="md"
            onClick={() => onEdit((stored) => withoutPayment(stored, row.payment.id))}
          >
            Retirer ce paiement
          </Button>
        </PaymentRow>
      )
    case 'lower':
      return (
        <PaymentRow payment={row.payment}>
          <Button
            variant="default"
            size="md"
            onClick={() => onEdit((stored) => withAmount(stored, row.payment.id, row.to))}
          >
            {row.to === 0 ? (
              'Retirer ce paiement'
            ) : (
              <span>
                Ramener à <Money amount={row.to} unit />
              </span>
            )}
          </Button>
        </PaymentRow>
      )
    case 'line':
      return (
        <CatalogueRow
          title={unbroken(row.label)}
          {...(row.expiresOn !== null && { missing: `Périmé depuis le ${formatShortDay(row.expiresOn)}` })}
        >
          <Button variant="default" size="md" onClick={() => onEdit((stored) => removeRecord(stored, row.recordId))}>
            Retirer la ligne
          </Button>
        </CatalogueRow>
      )
    case 'collect':
      return <CollectRow clientId={row.clientId} saleId={saleId} />
  }
}

/** Opens the register with this client; the sale waits among the open ones. */
function CollectRow({ clientId, saleId }: { clientId: string; saleId: string }) {
  const debtor = useAtomValue(debtorOfAtom)(clientId)
  const mayCollect = useAtomValue(permissionsAtom).has('register.use')
  const [, navigate] = useLocation()
  const bills = debtor?.bills.length ?? 0
  return (
    <CatalogueRow
      title="Encaisser ce qu’il doit"
      text={
        <>
          {debtor && (
            <>
              {debtor.name} doit <Money amount={debtor.outgoing} unit />
              {bills > 0 && `, ${plural(bills, 'facture')}`}.{' '}
            </>
          )}
          {!mayCollect && 'Un collègue qui tient une caisse l’encaisse.'}
        </>
      }
    >
      {mayCollect && (
        <Button variant="default" size="md" onClick={() => navigate(`/caisse?encaisser=${clientId}&vente=${saleId}`)}>
          Encaisser
        </Button>
      )}
    </CatalogueRow>
  )
}

function PaymentRow({ payment, children }: { payment: Payment; children: ReactNode }) {
  const facts = useAtomValue(paymentFactsAtom)(payment)
  return (
    <CatalogueRow
      icon={<PaymentTile type={payment.type} />}
      title={
        <>
          {paymentLabels[payment.type]} · <Money amount={payment.amount} unit />
        </>
      }
      text={facts}
    >
      {children}
    </CatalogueRow>
  )
}

/**
 * Removes a payment. If no other payment uses its policy, the policy is excluded from the sale too; otherwise the next
 * computation would add the payment again.
 */
export function withoutPayment(sale: LocalSale, paymentId: string): LocalSale {
  const policy = policyOfPaymentId(sale, paymentId)
  const left = setPayments(
    sale,
    sale.payments.filter(({ id }) => id !== paymentId),
  )
  return policy === null || left.payments.some((payment) => policyOfPayment(payment) === policy)
    ? left
    : declinePolicy(left, policy)
}

function withAmount(sale: LocalSale, paymentId: string, amount: number): LocalSale {
  if (amount === 0) return withoutPayment(sale, paymentId)
  // A discount loses its percent, because the percent exceeded the limit.
  return setPayments(
    sale,
    sale.payments.map((payment) =>
      payment.id !== paymentId
        ? payment
        : payment.type === 'DISCOUNT'
          ? { ...payment, amount, percent: null }
          : { ...payment, amount },
    ),
  )
}

function policyOfPaymentId(sale: LocalSale, paymentId: string): string | null {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  return payment ? policyOfPayment(payment) : null
}
