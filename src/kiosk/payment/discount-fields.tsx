import { Button } from '@mantine/core'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import type { Payment } from '#shared/domain/payment.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from './payment-fields.module.css'

const ways = { amount: 'Montant', percent: 'Pourcentage' } as const

interface DiscountFieldsProps {
  payment: Extract<Payment, { type: 'DISCOUNT' }>
  /** In percent of the total. Null: no limit. */
  discountLimit: number | null
  /** Another member gave a right for this discount. */
  isGranted: boolean
  onAsk: () => void
  /** Null: by amount. */
  onPercent: (percent: number | null) => void
}

/** A discount by amount or by percent. The keypad types the chosen one. */
export function DiscountFields({ payment, discountLimit, isGranted, onAsk, onPercent }: DiscountFieldsProps) {
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
          ? isGranted
            ? 'Cette vente n’a pas de limite de remise.'
            : 'Votre rôle n’a pas de limite de remise.'
          : `${isGranted ? 'Cette vente' : 'Votre rôle'} permet ${formatPercent(discountLimit)} du total au plus.`}
      </p>
      {discountLimit !== null && (
        <Button variant="default" size="sm" onClick={onAsk}>
          {askPharmacist}
        </Button>
      )}
    </>
  )
}
