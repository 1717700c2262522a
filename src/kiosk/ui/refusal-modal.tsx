import { TextInput } from '@mantine/core'
import type { ErrorGesture } from '#shared/domain/error-phrases.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { CatalogueModal, CatalogueRow } from '#shared/ui/catalogue-modal.tsx'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { Money } from '#shared/ui/money.tsx'
import { pluralWord } from '#shared/ui/plural.ts'
import { OperatorChoice } from './operator-choice.tsx'

interface RefusalModalProps {
  /** Why the sale may not end; null: nothing stands in the way. */
  refusal: SaleError | null
  sale: LocalSale
  operators: readonly string[]
  onPayment: (payment: Payment) => void
  /** Back to the sale as it was typed. */
  onResume: () => void
  /** Other lots for those that may not be sold. */
  onRefreshLots: () => void
  onEnd: () => void
}

/** A refusal of the catalogue, with the very field that solves it where there is one. */
export function RefusalModal({ refusal, ...props }: RefusalModalProps) {
  if (refusal?.message === 'sales:cannotCloseSaleWithInvalidPayment') return <IncompletePayments {...props} />
  return <PlainRefusal refusal={refusal} {...props} />
}

function IncompletePayments({ sale, operators, onPayment, onResume, onEnd }: Omit<RefusalModalProps, 'refusal'>) {
  const patient = { patientId: sale.patient?.id ?? null }
  const incomplete = sale.payments.map((payment) => ({ payment, missing: missingInformation(payment, patient) })).filter(({ missing }) => missing.length > 0)
  const count = incomplete.reduce((sum, { missing }) => sum + missing.length, 0)
  const title = count === 0 ? 'Tout est complet' : `Il manque ${count}\u00a0${pluralWord(count, 'information')}`
  return (
    <CatalogueModal
      opened
      tone={count === 0 ? 'info' : 'warning'}
      title={title}
      text={`La vente ${sale.identifier} n’est pas encore enregistrée. Complétez ${incomplete.length > 1 ? 'ces paiements' : 'ce paiement'}, puis terminez.`}
      kept="Vos lignes et vos paiements sont conservés."
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        { label: 'Terminer la vente', onClick: onEnd, disabledReason: count > 0 ? 'Complétez d’abord ce qui manque' : undefined },
      ]}
    >
      {incomplete.map(({ payment, missing }) => (
        <CatalogueRow
          key={payment.id}
          title={
            <>
              {paymentLabels[payment.type]} · <Money amount={payment.amount} unit />
            </>
          }
          missing={missing.map((name) => missingLabels[name]).join(', ')}
        >
          <Remedy payment={payment} operators={operators} onPayment={onPayment} />
        </CatalogueRow>
      ))}
    </CatalogueModal>
  )
}

function Remedy({ payment, operators, onPayment }: Pick<RefusalModalProps, 'operators' | 'onPayment'> & { payment: Payment }) {
  if (payment.type === 'MOBILE_MONEY') return <OperatorChoice operators={operators} value={payment.phoneOperator} onChoose={(phoneOperator) => onPayment({ ...payment, phoneOperator })} />
  if (payment.type !== 'CHEQUE') return null
  return (
    <TextInput
      size="sm"
      aria-label="Banque"
      placeholder="Nom de la banque"
      maxLength={100}
      onBlur={(event) => event.currentTarget.value.trim() !== '' && onPayment({ ...payment, bank: event.currentTarget.value.trim() })}
    />
  )
}

function PlainRefusal({ refusal, onResume, onRefreshLots, onEnd }: RefusalModalProps) {
  const gestures: Record<ErrorGesture, () => void> = { resume: onResume, close: onResume, retry: onEnd, reload: onRefreshLots, 'sign-in': onResume }
  return <ErrorModal error={refusal && new AppError(refusal.message, refusal.details)} onGesture={(gesture) => gestures[gesture]()} />
}
