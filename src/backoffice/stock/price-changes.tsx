import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import type { PriceChange } from '#shared/contract/product-prices.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import table from '#backoffice/ui/small-table.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shown = 8

/** The latest changes of the sale prices: from, to, who and why. Nothing is drawn when no price ever changed. */
export function PriceChanges({ productId }: { productId: string }) {
  const { data } = useAnswer(pharmacyProducts.priceChanges, { params: { id: productId }, query: { size: shown } })
  if (!data || data.total === 0) return null
  return (
    <PanelSection title="Changements de prix">
      <table className={`${table.table} ${table.dense}`}>
        <thead>
          <tr>
            <th>Le</th>
            <th>Lot</th>
            <th className={table.end}>Avant</th>
            <th className={table.end}>Après</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((change) => (
            <tr key={change.id}>
              <td>
                {formatMoment(change.at)}
                <div className={text.quiet}>{whyOf(change)}</div>
              </td>
              <td>{change.lot ?? '–'}</td>
              <td className={table.end}>
                <Money amount={change.before} />
              </td>
              <td className={table.end}>
                <b>
                  <Money amount={change.after} />
                </b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  )
}

function whyOf({ userName, cause, reason }: PriceChange): string {
  return [userName, reason ?? (cause === 'policy' ? 'coefficient' : null)].filter(Boolean).join(', ')
}
