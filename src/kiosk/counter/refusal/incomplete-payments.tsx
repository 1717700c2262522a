import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { paymentLabels, type MissingInformation, type Payment } from '#shared/domain/payment.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { setPatient, setPayments } from '#shared/domain/sale-lines.ts'
import { CatalogueModal, CatalogueRow, type CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import { Money } from '#shared/ui/money.tsx'
import { pluralWord } from '#shared/ui/plural.ts'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { withoutPayment } from './mendable-refusal.tsx'
import { OperatorChoice } from '#kiosk/counter/payment/operator-choice.tsx'
import { BankField, DebtorField, PatientField, SchemeField } from '#kiosk/counter/payment/payment-details.tsx'
import { PaymentTile } from '#kiosk/counter/payment/payment-icon.tsx'
import type { RefusalModalProps } from './refusal-props.ts'
import { VoucherField } from '#kiosk/counter/coverage/voucher-field.tsx'

type IncompletePaymentsProps = Omit<RefusalModalProps, 'refusal' | 'onRefreshLots'> & { refusal: SaleError }

/** One row for each incomplete payment, with the field that completes it. */
export function IncompletePayments({
  refusal,
  sale,
  operators,
  onEdit,
  onResume,
  onPay,
  onEnd,
}: IncompletePaymentsProps) {
  const { cashStep } = useAtomValue(tradeAtom)
  const incomplete = incompletePayments(sale, refusal)
  const count = incomplete.reduce((sum, { missing }) => sum + missing.length, 0)
  const title = count === 0 ? 'Tout est complet' : `Il manque ${count}\u00a0${pluralWord(count, 'information')}`
  const isPaid = saleBalance(sale, cashStep).remainder === 0
  const onward: CatalogueAction =
    count === 0 && !isPaid
      ? { label: 'Encaisser le reste', onClick: onPay }
      : {
          label: 'Terminer la vente',
          onClick: onEnd,
          ...(count > 0 && { disabledReason: 'Complétez d’abord ce qui manque' }),
        }
  return (
    <CatalogueModal
      opened
      tone={count === 0 ? 'info' : 'warning'}
      title={title}
      text={`La vente ${sale.identifier} n’est pas encore enregistrée. ${count === 0 ? 'Vous pouvez la terminer.' : `Complétez ${incomplete.length > 1 ? 'ces paiements' : 'ce paiement'}, puis terminez.`}`}
      kept="Vos lignes et vos paiements sont conservés."
      actions={[{ label: 'Reprendre la vente', onClick: onResume }, onward]}
    >
      {incomplete.length > 0 &&
        incomplete.map(({ payment, missing }) => (
          <CatalogueRow
            key={payment.id}
            icon={<PaymentTile type={payment.type} />}
            title={
              <>
                {titleOf(payment)} · <Money amount={payment.amount} unit />
              </>
            }
            missing={missing.map((name) => missingLabels[name]).join(', ')}
          >
            {missing.map((name) => (
              <Remedy key={name} missing={name} payment={payment} sale={sale} operators={operators} onEdit={onEdit} />
            ))}
          </CatalogueRow>
        ))}
    </CatalogueModal>
  )
}

// Missing information that only the server detects: a policy that has ended in the meantime, or an unknown patient.
const Named = z.object({ payments: z.array(z.object({ paymentId: z.string(), missing: z.array(z.string()) })) })
const seenByServer: readonly MissingInformation[] = ['patient', 'coverage']

type Incomplete = { payment: Payment; missing: readonly MissingInformation[] }

/**
 * The incomplete payments of the sale. The missing information is found on this terminal, or reported by the server for
 * a payment that still exists.
 */
function incompletePayments(sale: LocalSale, { details }: SaleError): Incomplete[] {
  const named = Named.safeParse(details).data?.payments ?? []
  return sale.payments.flatMap((payment): Incomplete[] => {
    const here = missingInformation(payment, { patientId: sale.patient?.id ?? null })
    const there = named.find(({ paymentId }) => paymentId === payment.id)?.missing ?? []
    const missing = [
      ...here,
      ...seenByServer.filter(
        (name) => there.includes(name) && !here.includes(name) && !(name === 'patient' && sale.patient),
      ),
    ]
    return missing.length > 0 ? [{ payment, missing }] : []
  })
}

function titleOf(payment: Payment): string {
  if (payment.type === 'INSURANCE')
    return `${paymentLabels.INSURANCE} ${payment.insuranceMetadata.insurer ?? ''}`.trim()
  return paymentLabels[payment.type]
}

interface RemedyProps extends Pick<RefusalModalProps, 'sale' | 'operators' | 'onEdit'> {
  missing: MissingInformation
  payment: Payment
}

function Remedy({ missing, payment, sale, operators, onEdit }: RemedyProps): ReactNode {
  const onDetails = (changed: Payment) =>
    onEdit((stored) =>
      setPayments(
        stored,
        stored.payments.map((other) => (other.id === changed.id ? { ...changed, amount: other.amount } : other)),
      ),
    )
  switch (missing) {
    case 'phoneOperator':
      return (
        payment.type === 'MOBILE_MONEY' && (
          <OperatorChoice
            operators={operators}
            value={payment.phoneOperator}
            onChoose={(phoneOperator) => onDetails({ ...payment, phoneOperator })}
          />
        )
      )
    case 'bank':
      return payment.type === 'CHEQUE' && <BankField payment={payment} onDetails={onDetails} />
    case 'client':
      return (
        (payment.type === 'CREDIT' || payment.type === 'CREDIT_ORG') && (
          <DebtorField payment={payment} patient={sale.patient} onDetails={onDetails} />
        )
      )
    case 'voucherNumber':
      return payment.type === 'INSURANCE' && <VoucherField payment={payment} isAskedFor onPayment={onDetails} />
    case 'socialSecurityBody':
      return payment.type === 'SOCIAL_SECURITY' && <SchemeField payment={payment} onDetails={onDetails} />
    case 'patient':
      return <PatientField onChoose={(patient) => onEdit((stored) => setPatient(stored, patient))} />
    case 'coverage':
      return (
        <Button variant="default" size="md" onClick={() => onEdit((stored) => withoutPayment(stored, payment.id))}>
          Le patient paie cette part
        </Button>
      )
  }
}
