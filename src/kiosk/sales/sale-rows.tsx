import { useAtomValue } from 'jotai'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { showsTakingsAtom } from '#shared/store/register/sight-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { paymentLabels, type PaymentType } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ShownSale } from './sale-detail.tsx'
import classes from './sales.module.css'

interface SaleRowsProps {
  sales: readonly SaleSummary[]
  shownId: string | undefined
  onShow: (sale: ShownSale) => void
  /** « 11:42 », with the date if it is not today. */
  whenOf: (soldAt: string) => string
}

/**
 * A list of accepted sales; a touch opens the panel of a sale. Members who may not see the takings see no amounts of
 * today.
 */
export function SaleRows({ sales, shownId, onShow, whenOf }: SaleRowsProps) {
  const showsTakings = useAtomValue(showsTakingsAtom)
  const dayOf = useAtomValue(dayOfAtom)
  const today = dayOf(useNow())
  const isShown = ({ soldAt }: SaleSummary) => showsTakings || dayOf(new Date(soldAt)) !== today
  return sales.map((sale) => (
    <button
      key={sale.id}
      type="button"
      className={`${classes.accepted} officine-focus`}
      aria-pressed={sale.id === shownId}
      data-canceled={sale.status === 'CANCELED' || undefined}
      onClick={() => onShow(sale)}
    >
      <span>{whenOf(sale.soldAt)}</span>
      <span className={classes.names}>
        <b>
          n°&nbsp;{sale.number} <Marks sale={sale} />
        </b>
        {[
          plural(sale.lines, 'ligne'),
          ...sale.paymentTypes.map((type) => paymentLabels[type as PaymentType] ?? type),
          sale.patientName,
          sale.sellerName,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <b>{sale.total !== null && isShown(sale) && <Money amount={sale.total} />}</b>
    </button>
  ))
}

/** The tag of a sale that was canceled, replaced or partly returned. */
function Marks({ sale: { status, replacedBy, returned } }: { sale: SaleSummary }) {
  if (status === 'CANCELED') return <StatusTag>{replacedBy ? 'Remplacée' : 'Annulée'}</StatusTag>
  if (returned === 0) return null
  return (
    <StatusTag tone="info">
      <span>Retour {returned !== null && <Money amount={returned} />}</span>
    </StatusTag>
  )
}
