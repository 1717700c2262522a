import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { creditWith, debtorOfAtom, loweredCredit } from '#kiosk/counter/payment/credit-of.ts'
import { CreditOutlook } from '#kiosk/counter/payment/credit-outlook.tsx'
import { OperatorChoice } from '#kiosk/counter/payment/operator-choice.tsx'
import { BankField, DebtorField, IdentifierField, SchemeField } from '#kiosk/counter/payment/payment-details.tsx'
import { VoucherField } from '#kiosk/counter/coverage/voucher-field.tsx'
import { VoucherPhoto } from '#kiosk/counter/coverage/voucher-photo.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { clientOf, policyOfPayment, typeFacts, type Payment } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import { DiscountFields } from './discount-fields.tsx'
import { RepeatedReference } from './repeated-reference.tsx'
import classes from './payment-fields.module.css'

interface PaymentFieldsProps {
  payment: Payment
  sale: Pick<LocalSale, 'id' | 'patient' | 'payments' | 'grants' | 'replaces'>
  /** The mobile money operators of the country. */
  operators: readonly string[]
  /** In percent of the total. Null: no limit. */
  discountLimit: number | null
  /** Asks a member who may give a larger discount. */
  onAskDiscount: () => void
  /** Why the last typed amount was changed. */
  said: string | undefined
  onDetails: (payment: Payment) => void
  onAmount: (amount: number) => void
  onPercent: (percent: number | null) => void
}

/**
 * The other fields of a payment, shown while it is the current one. Only the fields that closing requires count as
 * missing. References are optional.
 */
export function PaymentFields({ said, ...props }: PaymentFieldsProps) {
  const { hasFields } = typeFacts[props.payment.type].sale
  if (!hasFields && said === undefined) return null
  return (
    <div className={classes.details}>
      {hasFields && <FieldsOf {...props} />}
      {said !== undefined && (
        <p className={classes.said} role="status">
          {said}
        </p>
      )}
    </div>
  )
}

function FieldsOf({
  payment,
  sale,
  operators,
  onDetails,
  ...props
}: Omit<PaymentFieldsProps, 'said'>): ReactElement | null {
  switch (payment.type) {
    case 'CASH':
    case 'CREDIT_CARD':
      return null
    case 'MOBILE_MONEY':
      return (
        <>
          <OperatorChoice
            operators={operators}
            value={payment.phoneOperator}
            onChoose={(phoneOperator) => onDetails({ ...payment, phoneOperator })}
          />
          <CommittedField
            label="Référence de la transaction"
            value={payment.transactionReference}
            onCommit={(transactionReference) => onDetails({ ...payment, transactionReference })}
          />
          <RepeatedReference payment={payment} sale={sale} />
        </>
      )
    case 'CHEQUE':
      return (
        <>
          <BankField payment={payment} onDetails={onDetails} />
          <CommittedField
            label="Numéro du chèque"
            value={payment.chequeNumber}
            onCommit={(chequeNumber) => onDetails({ ...payment, chequeNumber })}
          />
        </>
      )
    case 'INSURANCE':
      return (
        <>
          <VoucherField
            payment={payment}
            isAskedFor={payment.insuranceMetadata.voucher === null}
            onPayment={onDetails}
          />
          <VoucherPhoto saleId={sale.id} paymentId={payment.id} />
        </>
      )
    case 'SOCIAL_SECURITY':
      return (
        <>
          {/* The payment of a policy already names its social-security body. */}
          {policyOfPayment(payment) === null && <SchemeField payment={payment} onDetails={onDetails} />}
          <IdentifierField payment={payment} onDetails={onDetails} />
        </>
      )
    case 'CREDIT':
    case 'CREDIT_ORG':
      return (
        <>
          <DebtorField payment={payment} patient={sale.patient} onDetails={onDetails} />
          <CreditOutlook clientId={clientOf(payment)} payments={sale.payments} />
          {policyOfPayment(payment) === null && (
            <LowerCredit payment={payment} payments={sale.payments} onAmount={props.onAmount} />
          )}
        </>
      )
    case 'DISCOUNT':
      return (
        <DiscountFields
          payment={payment}
          discountLimit={props.discountLimit}
          isGranted={(sale.grants ?? []).some(({ permission }) => permission === 'sale.discount')}
          onAsk={props.onAskDiscount}
          onPercent={props.onPercent}
        />
      )
  }
}

/** A button that lowers a credit payment to the amount that the client may still owe. */
function LowerCredit({
  payment,
  payments,
  onAmount,
}: {
  payment: Payment
  payments: readonly Payment[]
  onAmount: (amount: number) => void
}) {
  const debtor = useAtomValue(debtorOfAtom)(clientOf(payment))
  const excess = debtor ? creditWith(debtor, payments).excess : 0
  const lowered = debtor && loweredCredit(payments, debtor.id, excess).get(payment.id)
  if (lowered === undefined) return null
  return (
    <Button variant="default" size="sm" onClick={() => onAmount(lowered)}>
      <span>
        Ramener à <Money amount={lowered} unit />
      </span>
    </Button>
  )
}
