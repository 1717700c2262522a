import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { bookedCash } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setAmount, setDetails, setPercent } from './payment-edits.ts'
import { PaymentFields } from './payment-fields.tsx'
import { PaymentRow } from './payment-row.tsx'
import classes from './payment-screen.module.css'
import type { usePaymentRules } from './use-payment-rules.ts'
import type { usePaymentTyping } from './use-payment-typing.ts'

type Rules = ReturnType<typeof usePaymentRules>

interface PaymentListProps extends Pick<Rules, 'rules' | 'policies'> {
  sale: LocalSale
  operators: readonly string[]
  typing: ReturnType<typeof usePaymentTyping>
  onAskDiscount: () => void
  onEdit: (edit: SaleEdit) => void
  onRemove: (paymentId: string) => void
}

/** The payments of a sale; the one that was picked receives what is typed. */
export function PaymentList({
  sale,
  policies,
  operators,
  rules,
  typing,
  onAskDiscount,
  onEdit,
  onRemove,
}: PaymentListProps) {
  if (sale.payments.length === 0) return null
  return (
    <ul className={classes.list}>
      {sale.payments.map((payment) => (
        <PaymentRow
          key={payment.id}
          payment={payment}
          booked={bookedCash(sale)}
          patientId={sale.patient?.id ?? null}
          policies={policies}
          isCurrent={payment.id === typing.current?.id}
          onPick={() => typing.pick(payment.id)}
          onRemove={() => onRemove(payment.id)}
        >
          <PaymentFields
            payment={payment}
            sale={sale}
            operators={operators}
            discountLimit={rules.discountLimit}
            onAskDiscount={onAskDiscount}
            said={typing.said?.paymentId === payment.id ? typing.said.text : undefined}
            onDetails={(details) => onEdit((stored) => setDetails(stored, details))}
            onAmount={(amount) => onEdit((stored) => setAmount(stored, payment.id, amount, rules))}
            onPercent={(percent) => {
              onEdit((stored) => setPercent(stored, payment.id, percent, rules))
              typing.pick(payment.id)
            }}
          />
        </PaymentRow>
      ))}
    </ul>
  )
}
