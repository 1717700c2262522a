import { useAtomValue } from 'jotai'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './bills-to-pay.module.css'

interface BillsToPayProps {
  clientId: string
  /** The amount, in minor units. */
  paid: number
  onPay: (amount: number) => void
}

/** The open bills of a client. Touching one pays it and those before it: money settles the oldest first. */
export function BillsToPay({ clientId, paid, onPay }: BillsToPayProps) {
  const bills = useAtomValue(debtorOfAtom)(clientId)?.bills ?? []
  if (bills.length === 0) return null
  return (
    <div className={classes.bills} role="group" aria-label="Factures à payer">
      {bills.map(({ number, dueOn, left, upTo }) => (
        <button
          key={number}
          type="button"
          className={classes.bill}
          aria-pressed={paid >= upTo}
          onClick={() => onPay(paid === upTo ? upTo - left : upTo)}
        >
          <b>{number}</b>
          <span>échéance {formatShortDay(dueOn)}</span>
          <Money amount={left} />
        </button>
      ))}
    </div>
  )
}
