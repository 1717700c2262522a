import { PaymentIcon } from '#kiosk/counter/payment/payment-icon.tsx'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { offeredTypes, type OfferedType } from './payment-edits.ts'
import { typeKeys } from './payment-keys.ts'
import classes from './payment-types.module.css'

interface PaymentTypesProps {
  current: Payment | undefined
  /** Why a type cannot be added now. Undefined if it can. */
  reasonNot: (type: OfferedType) => string | undefined
  isCompact: boolean
  onAdd: (type: OfferedType) => void
}

/** Tiles of the payment types. One touch pays the whole remainder. */
export function PaymentTypes({ current, reasonNot, isCompact, onAdd }: PaymentTypesProps) {
  return (
    <div className={classes.types} data-compact={isCompact || undefined} role="group" aria-label="Ajouter un paiement">
      {offeredTypes.map((type) => {
        const reason = reasonNot(type)
        return (
          <button
            key={type}
            type="button"
            className={`${classes.type} officine-focus`}
            aria-pressed={current?.type === type}
            aria-keyshortcuts={typeKeys[type].toUpperCase()}
            disabled={reason !== undefined}
            onClick={() => onAdd(type)}
          >
            <PaymentIcon type={type} />
            {paymentLabels[type]}
            {reason && <small>{reason}</small>}
          </button>
        )
      })}
    </div>
  )
}
