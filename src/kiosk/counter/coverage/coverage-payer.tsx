import { Button } from '@mantine/core'
import { ceilingWords } from '#shared/domain/coverage/coverage-words.ts'
import type { PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { acceptPolicy, declinePolicy } from '#shared/domain/sale-lines.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { nameOf } from './coverage-names.ts'
import type { ShownPayer } from './coverage-shown.ts'
import classes from './coverage.module.css'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { PolicyTag } from './policy-tag.tsx'
import { VoucherField, type InsurancePayment } from './voucher-field.tsx'
import { VoucherPhoto } from './voucher-photo.tsx'

interface CoveragePayerProps {
  saleId: string
  payer: ShownPayer
  /** The position of this payer if there are several. */
  order: number | undefined
  isAskedFor: boolean
  onEdit: (edit: SaleEdit) => void
  onPayment: (payment: InsurancePayment) => void
}

/** One policy of the patient in this sale: what it pays, what is left of it, whether it is used, and its voucher. */
export function CoveragePayer({ saleId, payer, order, isAskedFor, onEdit, onPayment }: CoveragePayerProps) {
  const { shown, isDeclined, payment } = payer
  const { policy, known, state } = shown
  const name = nameOf(payer)
  return (
    <li className={classes.payer} data-declined={isDeclined || undefined} aria-label={name}>
      <div className={classes.payerMain}>
        <div className={classes.payerNames}>
          <b>
            {order && `${order}. `}
            {name}
            {known && `\u00a0${formatPercent(known.payer.percent)}`}
          </b>{' '}
          <PolicyTag policy={shown} />
          <span>
            Police n°{'\u00a0'}
            {policy.number}
            {state && termWords(state)}
          </span>
          {known?.payer.ceilings.map((ceiling) => (
            <span key={`${ceiling.scope} ${ceiling.period}`}>
              {ceilingWords(ceiling)}
              {'\u00a0'}: il reste{' '}
              <b>
                <Money amount={Math.max(0, ceiling.limit - ceiling.used)} />
              </b>{' '}
              sur <Money amount={ceiling.limit} />
              {ceiling.period !== 'sale' && ' avant cette vente'}
            </span>
          ))}
        </div>
        <b className={classes.payerAmount}>
          {isDeclined ? 'Non utilisée' : <Money amount={payment?.amount ?? 0} unit />}
        </b>
        {known && (
          <Button
            variant="default"
            size="xs"
            aria-label={`${isDeclined ? 'Utiliser' : 'Ne pas utiliser'} ${name}`}
            onClick={() => onEdit((stored) => (isDeclined ? acceptPolicy : declinePolicy)(stored, policy.id))}
          >
            {isDeclined ? 'Utiliser' : 'Ne pas utiliser'}
          </Button>
        )}
      </div>
      {payment?.type === 'INSURANCE' && (
        <div className={classes.voucher}>
          <VoucherField payment={payment} isAskedFor={isAskedFor} onPayment={onPayment} />
          <VoucherPhoto saleId={saleId} paymentId={payment.id} />
        </div>
      )}
    </li>
  )
}

function termWords(state: PolicyState): string {
  switch (state.kind) {
    case 'expired':
      return ` · jusqu’au ${formatShortDay(state.since)}`
    case 'not-yet-valid':
      return ` · à partir du ${formatShortDay(state.from)}`
    case 'valid':
    case 'expiring':
    case 'exhausted':
      return ''
  }
}
