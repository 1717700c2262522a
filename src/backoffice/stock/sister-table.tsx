import { sisterStock } from '#shared/contract/sister-stock.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { sisterQuantity } from '#backoffice/ui/sister-quantity.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const everyMs = 60_000

/**
 * The stock of the sister pharmacies, with its hour. `productId`: of the referential. Nothing is drawn when the owner
 * has no other pharmacy.
 */
export function SisterTable({ productId }: { productId: string }) {
  const { data } = useAnswer(sisterStock.read, { body: { productIds: [productId] } }, { everyMs })
  if (!data || data.pharmacies.length === 0) return null
  return (
    <PanelSection title="Autres pharmacies" fact={`à\u00a0${formatHour(data.at)}`}>
      <table className={`${table.table} ${table.dense}`} aria-label="Stock des autres pharmacies">
        <tbody>
          {data.pharmacies.map((name, place) => {
            const stock = data.stocks.find(({ pharmacy }) => pharmacy === name)
            return (
              // Two pharmacies may have one name.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place}>
                <td>{name}</td>
                <td className={table.end}>{stock ? sisterQuantity(stock) : 'aucun'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </PanelSection>
  )
}
