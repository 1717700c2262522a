import { expiryState } from '#shared/domain/stock.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import classes from '#backoffice/stock/stock.module.css'

interface LotTableProps {
  row: StockRow
  /** Lots with their purchase price; undefined for who may not see it, and until it was asked. */
  costs: readonly { id: string; purchasePrice: number | null }[] | undefined
  today: string
}

/** The lots on the shelf, the first to leave on top; empty ones are left out unless nothing else is there. */
export function LotTable({ row, costs, today }: LotTableProps) {
  const items = row.product.stockItems.filter((item) => !item.archived).sort((a, b) => ((a.expiresOn ?? '9999') < (b.expiresOn ?? '9999') ? -1 : 1))
  const withBoxes = items.filter(({ quantity }) => quantity !== 0)
  const shown = withBoxes.length > 0 ? withBoxes : items
  if (shown.length === 0) return <p className={classes.none}>Aucun lot.</p>
  const hasPackagings = new Set(shown.map(({ packaging }) => packaging)).size > 1
  const costOf = new Map(costs?.map(({ id, purchasePrice }) => [id, purchasePrice]))
  const expiryClass = { none: '', fine: '', soon: classes.warning, expired: classes.danger }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Lot</th>
          {hasPackagings && <th>Cond.</th>}
          <th>Expire</th>
          <th className={classes.end}>Qté</th>
          {costs && <th className={classes.end}>Achat</th>}
          <th className={classes.end}>Vente</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((item) => (
          <tr key={item.id}>
            <td>
              <b>{item.lot ?? 'Sans numéro'}</b>
            </td>
            {hasPackagings && <td>{item.packaging}</td>}
            <td className={expiryClass[expiryState(item.expiresOn, today).kind]}>{item.expiresOn ? formatMonth(item.expiresOn) : '–'}</td>
            <td className={`${classes.end} ${item.quantity < 0 ? classes.danger : ''}`}>{formatAmount(item.quantity, { decimals: 0 })}</td>
            {costs && <td className={classes.end}>{typeof costOf.get(item.id) === 'number' ? <Money amount={costOf.get(item.id)!} /> : '–'}</td>}
            <td className={classes.end}>
              <Money amount={item.salePrice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
