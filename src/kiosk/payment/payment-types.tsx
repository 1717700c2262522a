import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { PaymentIcon } from '#kiosk/counter/payment/payment-icon.tsx'
import { paymentLabels, saleTypes, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { saidKey } from './payment-keys.ts'
import classes from './payment-types.module.css'

interface PaymentTypesProps {
  current: Payment | undefined
  /** Why a type cannot be added now; undefined: it can. `askPharmacist`: after a code. */
  reasonNot: (type: PaymentType) => string | undefined
  onAdd: (type: PaymentType) => void
}

/** Tiles of the payment types. One touch pays the whole remainder. */
export function PaymentTypes({ current, reasonNot, onAdd }: PaymentTypesProps) {
  return (
    <div className={classes.types} role="group" aria-label="Ajouter un paiement">
      {saleTypes.map((type) => {
        const reason = reasonNot(type)
        return (
          <button
            key={type}
            type="button"
            className={`${classes.type} officine-focus`}
            aria-pressed={current?.type === type}
            aria-keyshortcuts={saidKey(type)}
            disabled={reason !== undefined && reason !== askPharmacist}
            onClick={() => onAdd(type)}
          >
            <PaymentIcon type={type} />
            <span>
              {paymentLabels[type]}
              {reason && <small>{reason}</small>}
            </span>
          </button>
        )
      })}
    </div>
  )
}
