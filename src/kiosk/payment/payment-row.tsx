import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { paymentFactsAtom } from '#kiosk/counter/payment/payment-facts.ts'
import { PaymentTile } from '#kiosk/counter/payment/payment-icon.tsx'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './payment-row.module.css'

interface PaymentRowProps {
  payment: Payment
  /** Cash that the replaced sale brought already, in minor units. 0 unless the sale is a correction. */
  booked: number
  patientId: string | null
  /** The policies that may pay for the patient. Undefined: unknown on this terminal. */
  policies: ReadonlySet<string> | undefined
  isCurrent: boolean
  onPick: () => void
  onRemove: () => void
  /** The fields of this payment, shown while it is the current one. */
  children?: ReactNode
}

export function PaymentRow({
  payment,
  booked,
  patientId,
  policies,
  isCurrent,
  onPick,
  onRemove,
  children,
}: PaymentRowProps) {
  const missing = missingInformation(payment, { patientId }, policies)
  const facts = useAtomValue(paymentFactsAtom)(payment)
  const label = paymentLabels[payment.type]
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isCurrent || !row.current) return
    // Again when it grows: the banks may be read after it was opened.
    const observer = new ResizeObserver(() => row.current && showInList(row.current))
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [isCurrent])
  return (
    <li ref={row} className={classes.row} data-current={isCurrent || undefined}>
      <div className={classes.rowMain}>
        <button type="button" className={`${classes.pick} officine-focus`} aria-pressed={isCurrent} onClick={onPick}>
          <PaymentTile type={payment.type} />
          <span className={classes.names}>
            <b>{label}</b>
            {missing.length > 0 && (
              <span className={classes.missing}>{missing.map((name) => missingLabels[name]).join(', ')}</span>
            )}
            {facts && <span>{facts}</span>}
            {payment.type === 'CASH' && booked > 0 && (
              <span>
                en plus des <Money amount={booked} unit /> déjà reçus
              </span>
            )}
          </span>
          <Money
            amount={payment.type === 'CASH' ? Math.max(0, payment.tendered - booked) : payment.amount}
            className={classes.amount}
          />
        </button>
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Retirer le paiement ${label}`}
          data-own-enter
          onClick={onRemove}
        >
          <IconX size={24} />
        </ActionIcon>
      </div>
      {isCurrent && children}
    </li>
  )
}

/** Scrolls the list to a row, never the page: the keypad stays in its place. */
function showInList(row: Element) {
  const list = row.parentElement
  if (!list) return
  const [shown, own] = [list.getBoundingClientRect(), row.getBoundingClientRect()]
  if (own.bottom > shown.bottom) list.scrollTop += Math.min(own.bottom - shown.bottom, own.top - shown.top)
  else if (own.top < shown.top) list.scrollTop += own.top - shown.top
}
