import type { SupplierOffer } from '#shared/contract/order-preparations.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import table from '#backoffice/ui/small-table.module.css'

const availabilityWords = { limited: 'quantité limitée', out: 'en rupture' } as const

/** What each supplier last asked for a box, the cheapest first once the free boxes are counted. */
export function OfferTable({ offers }: { offers: readonly SupplierOffer[] }) {
  return (
    <table className={`${table.table} ${table.dense}`} aria-label="Prix des fournisseurs">
      <thead>
        <tr>
          <th>Fournisseur</th>
          <th>Le</th>
          <th className={table.end}>Prix HT</th>
          <th className={table.end}>UG</th>
          <th className={table.end}>Net</th>
        </tr>
      </thead>
      <tbody>
        {offers
          .toSorted((a, b) => a.net - b.net)
          .map(({ supplierId, supplierName, on, price, paid, free, net, availability }) => (
            <tr key={supplierId}>
              <td>
                {supplierName}
                {availability !== 'available' && <small>, {availabilityWords[availability]}</small>}
              </td>
              <td>{formatShortDay(on)}</td>
              <td className={table.end}>
                <Money amount={price} />
              </td>
              <td className={table.end}>{free > 0 ? `${free} pour ${paid}` : '–'}</td>
              <td className={table.end}>
                <b>
                  <Money amount={Math.round(net)} />
                </b>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
