import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import text from '#shared/ui/text.module.css'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

/** The latest sales of the day, updated as they arrive. */
export function LastSales({ sales, isToday }: { sales: readonly SaleSummary[]; isToday: boolean }) {
  if (sales.length === 0)
    return <p className={text.none}>{isToday ? 'Aucune vente aujourd’hui.' : 'Aucune vente ce jour-là.'}</p>
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>Heure</th>
          <th>Vente</th>
          <th>Vendeur</th>
          <th className={table.end}>Total</th>
        </tr>
      </thead>
      <tbody>
        {sales.map(({ id, soldAt, number, sellerName, total }) => (
          <tr key={id}>
            <td>{formatHour(soldAt)}</td>
            <td>
              <TextLink to={`/ventes/${id}`}>{`n°\u00a0${number}`}</TextLink>
            </td>
            <td className={table.wide}>{sellerName}</td>
            <td className={table.end}>{total !== null && <Money amount={total} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
