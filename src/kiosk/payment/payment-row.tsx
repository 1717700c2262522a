import { ActionIcon } from '@mantine/core'
import { IconCash, IconCreditCard, IconDeviceMobile, IconSignature, IconWallet, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import { paymentLabels, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './payment.module.css'

const icons: Partial<Record<PaymentType, typeof IconCash>> = { CASH: IconCash, MOBILE_MONEY: IconDeviceMobile, CREDIT_CARD: IconCreditCard, CHEQUE: IconSignature }

export function PaymentIcon({ type }: { type: PaymentType }) {
  const Icon = icons[type] ?? IconWallet
  return <Icon size={26} aria-hidden />
}

interface PaymentRowProps {
  payment: Payment
  patientId: string | null
  isCurrent: boolean
  onPick: () => void
  onRemove: () => void
  /** The fields of this payment, open while it is the current one. */
  children?: ReactNode
}

export function PaymentRow({ payment, patientId, isCurrent, onPick, onRemove, children }: PaymentRowProps) {
  const missing = missingInformation(payment, { patientId })
  const label = paymentLabels[payment.type]
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <div className={classes.rowMain}>
        <button type="button" className={`${classes.pick} officine-focus`} aria-pressed={isCurrent} onClick={onPick}>
          <IconTile tone={payment.type === 'CASH' ? 'success' : payment.type === 'MOBILE_MONEY' ? 'accent' : 'neutral'}>
            <PaymentIcon type={payment.type} />
          </IconTile>
          <span className={classes.names}>
            <b>{label}</b>
            {missing.length > 0 ? <span className={classes.missing}>{missing.map((name) => missingLabels[name]).join(', ')}</span> : <span>{factsOf(payment)}</span>}
          </span>
          <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} className={classes.amount} />
        </button>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label={`Retirer le paiement ${label}`} onClick={onRemove}>
          <IconX size={24} />
        </ActionIcon>
      </div>
      {isCurrent && children}
    </li>
  )
}

function factsOf(payment: Payment): string {
  switch (payment.type) {
    case 'CASH':
      return 'reçues du client'
    case 'MOBILE_MONEY':
      return [payment.phoneOperator, payment.transactionReference && `réf. ${payment.transactionReference}`].filter(Boolean).join(' · ')
    case 'CHEQUE':
      return [payment.bank, payment.chequeNumber && `n° ${payment.chequeNumber}`].filter(Boolean).join(' · ')
    case 'CREDIT_CARD':
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
    case 'CREDIT':
    case 'CREDIT_ORG':
    case 'DISCOUNT':
      return ''
  }
}
