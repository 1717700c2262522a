import { IconEyeOff } from '@tabler/icons-react'
import type { Payment } from '#shared/contract/payment.ts'
import type { Sale, WithheldSale } from '#shared/contract/sales.ts'
import { stampDutyIn } from '#shared/domain/payment.ts'
import { changeOf } from '#shared/domain/sale.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from '#backoffice/sales/sales.module.css'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

/** What a panel says of the payments until the drawer of the sale is counted. */
export function WithheldPayments({ sale: { paymentTypes } }: { sale: WithheldSale }) {
  return (
    <PanelSection title="Paiements">
      <div>{paymentTypes.map(paymentName).join(', ')}</div>
      <p className={classes.atCounter}>
        <IconEyeOff size={18} aria-hidden />
        <span>Comptage à l’aveugle{'\u00a0'}: les montants s’affichent quand la caisse est comptée.</span>
      </p>
    </PanelSection>
  )
}

/** The payments of a sale; for a payer, its share of each line. */
export function SalePayments({ sale }: { sale: Sale }) {
  const change: number = changeOf(sale.payments)
  const stampDuty = stampDutyIn(sale.payments)
  return (
    <PanelSection title="Paiements">
      {sale.payments.map((payment) => (
        <div key={payment.id}>
          <div className={classes.line}>
            <span>
              {paymentName(payment.type)}
              {detailOf(payment) && <small>{detailOf(payment)}</small>}
            </span>
            <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} />
          </div>
          <Shares payment={payment} sale={sale} />
        </div>
      ))}
      {change > 0 && (
        <div className={classes.line}>
          <span>Rendu</span>
          <Money amount={-change} />
        </div>
      )}
      {sale.rounding !== 0 && (
        <div className={classes.line}>
          <span>Arrondi des espèces</span>
          <Money amount={sale.rounding} signed />
        </div>
      )}
      {stampDuty > 0 && (
        <div className={classes.line}>
          <span>Dont timbre de quittance</span>
          <Money amount={stampDuty} />
        </div>
      )}
    </PanelSection>
  )
}

/** Renders nothing for a sale of one line: the share equals the payment. */
function Shares({ payment, sale: { records, vouchers } }: { payment: Payment; sale: Sale }) {
  const lines = [...records, ...vouchers]
  const shares = 'shares' in payment ? (payment.shares ?? []).filter(({ amount }) => amount > 0) : []
  if (shares.length === 0 || lines.length < 2) return null
  return (
    <ul className={classes.shares} aria-label={`Part de chaque ligne, ${paymentName(payment.type)}`}>
      {shares.map(({ lineId, amount }) => (
        <li key={lineId}>
          <span>{lines.find(({ id }) => id === lineId)?.label ?? 'Une ligne'}</span>
          <Money amount={amount} />
        </li>
      ))}
    </ul>
  )
}

/** Details entered with the payment. */
function detailOf(payment: Payment): string | null {
  const join = (...parts: (string | null | false | undefined)[]) => parts.filter(Boolean).join(' · ') || null
  switch (payment.type) {
    case 'CHEQUE':
      return join(payment.bank, payment.chequeNumber && `n°\u00a0${payment.chequeNumber}`)
    case 'MOBILE_MONEY':
      return join(payment.phoneOperator, payment.transactionReference)
    case 'INSURANCE': {
      const { insurer, coverage, voucher } = payment.insuranceMetadata
      return join(insurer, coverage !== null && formatPercent(coverage), voucher && `bon ${voucher}`)
    }
    case 'SOCIAL_SECURITY':
      return join(payment.socialSecurityMetadata.body, payment.socialSecurityMetadata.identifier)
    case 'DISCOUNT':
      return typeof payment.percent === 'number' ? formatPercent(payment.percent) : null
    case 'CASH':
    case 'CREDIT_CARD':
    case 'CREDIT':
    case 'CREDIT_ORG':
      return null
  }
}
