import type { ReadSale } from '#shared/contract/sales.ts'
import type { MovementType } from '#shared/domain/payment.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/sales/sales.module.css'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

type Credit = ReadSale['returns'][number]

/** The credit notes of a sale: lines returned, reason and refunds; without amounts while they are withheld. */
export function SaleReturns({ sale }: { sale: ReadSale }) {
  return sale.returns.map((credit) => <CreditNote key={credit.id} sale={sale} credit={credit} />)
}

function CreditNote({ sale, credit }: { sale: ReadSale; credit: Credit }) {
  const { number, returnedAt, byName, reason, lines } = credit
  const labels = new Map([...sale.records, ...sale.vouchers].map(({ id, label }) => [id, label]))
  return (
    <PanelSection title={`Retour, avoir n°\u00a0${number}`} fact={formatMoment(returnedAt)}>
      <small className={`${text.quiet} ${classes.small}`}>
        {byName} · motif : {reason}
      </small>
      {lines.map(({ lineId, quantity, toStock, ...line }, index) => (
        <div key={`${lineId} ${index}`} className={classes.line}>
          <span>
            {labels.get(lineId) ?? 'Une ligne'}
            <small>
              {formatAmount(quantity, { decimals: 0 })} · {toStock ? 'remis en stock' : 'non remis en stock'}
            </small>
          </span>
          {'amount' in line && <Money amount={line.amount} />}
        </div>
      ))}
      {'refunds' in credit && <Refunds credit={credit} />}
    </PanelSection>
  )
}

function Refunds({ credit: { total, rounding, refunds } }: { credit: Extract<Credit, { refunds: unknown }> }) {
  return (
    <>
      <div className={`${classes.line} ${classes.total}`}>
        <span>Repris</span>
        <Money amount={total} unit />
      </div>
      {refunds.map(({ paymentId, type, amount }) => (
        <div key={`${paymentId} ${type}`} className={classes.line}>
          <span>{gaveBack(type)}</span>
          <Money amount={amount} />
        </div>
      ))}
      {rounding !== 0 && (
        <div className={classes.line}>
          <span>Arrondi des espèces</span>
          <Money amount={rounding} signed />
        </div>
      )}
    </>
  )
}

/** Only the customer's own money is handed back. A payer is billed less, and a debt is reduced. */
function gaveBack(type: MovementType): string {
  switch (type) {
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
    case 'CREDIT_ORG':
      return `${paymentName(type)}, en moins`
    case 'CREDIT':
      return 'Dette du client, en moins'
    case 'DISCOUNT':
      return 'Remise reprise'
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'TRANSFER':
    case 'DISBURSEMENT':
      return `Rendu, ${paymentName(type).toLocaleLowerCase('fr')}`
  }
}
