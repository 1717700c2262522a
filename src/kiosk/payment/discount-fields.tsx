import { OneOf } from '#kiosk/ui/one-of.tsx'
import type { Payment } from '#shared/domain/payment.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from './payment-fields.module.css'

const ways = { amount: 'Montant', percent: 'Pourcentage' } as const

interface DiscountFieldsProps {
  payment: Extract<Payment, { type: 'DISCOUNT' }>
  /** In percent of the total; null: none. */
  discountLimit: number | null
  /** Null: by amount. */
  onPercent: (percent: number | null) => void
}

/** By amount or by percent; the pad types whichever it is. */
export function DiscountFields({ payment, discountLimit, onPercent }: DiscountFieldsProps) {
  const isByPercent = typeof payment.percent === 'number'
  return (
    <>
      <OneOf
        label="Remise en"
        names={Object.values(ways)}
        value={isByPercent ? ways.percent : ways.amount}
        onChoose={(way) => {
          if ((way === ways.percent) !== isByPercent) onPercent(isByPercent ? null : 0)
        }}
      />
      <p className={classes.limit}>
        {discountLimit === null
          ? 'Votre rôle n’a pas de limite de remise.'
          : `Votre rôle permet ${formatPercent(discountLimit)} du total au plus.`}
      </p>
    </>
  )
}
