import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { paymentFactsAtom } from '#kiosk/counter/payment/payment-facts.ts'
import { PaymentTile } from '#kiosk/counter/payment/payment-icon.tsx'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './payment-row.module.css'

interface PaymentRowProps {
  payment: Payment
  patientId: string | null
  /** The policies that may pay for the patient. Undefined: unknown on this terminal. */
  policies: ReadonlySet<string> | undefined
  isCurrent: boolean
  onPick: () => void
  onRemove: () => void
  /** The fields of this payment, shown while it is the current one. */
  children?: ReactNode
}

export function PaymentRow({ payment, patientId, policies, isCurrent, onPick, onRemove, children }: PaymentRowProps) {
  const missing = missingInformation(payment, { patientId }, policies)
  const facts = useAtomValue(paymentFactsAtom)(payment)
  const label = paymentLabels[payment.type]
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <div className={classes.rowMain}>
        <button type="button" className={`${classes.pick} officine-focus`} aria-pressed={isCurrent} onClick={onPick}>
          <PaymentTile type={payment.type} />
          <span className={classes.names}>
            <b>{label}</b>
            {missing.length > 0 && (
              <span className={classes.missing}>{missing.map((name) => missingLabels[name]).join(', ')}</span>
            )}
            {facts && <span>{facts}</span>}
          </span>
          <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} className={classes.amount} />
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
