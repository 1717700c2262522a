import { Button } from '@mantine/core'
import { useState } from 'react'
import { orders } from '#shared/contract/orders.ts'
import { orderPreparations, type SupplierOffer } from '#shared/contract/order-preparations.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { ExactPrice } from '#shared/ui/money.tsx'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { OfferTable } from '#backoffice/ui/offer-table.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Where the product is cheaper, by the deliveries of the past year. Nothing is drawn without a delivery. */
export function SupplierPrices({ productId }: { productId: string }) {
  const may = useMay(orderPreparations.recordsStat)
  const { data } = useAnswer(orderPreparations.recordsStat, { body: { productIds: [productId] } }, { enabled: may })
  const offers = data?.[0]?.offers
  if (!offers || offers.length === 0) return null
  return (
    <PanelSection title="Chez les fournisseurs" fact={cheapest(offers)}>
      <OfferTable offers={offers} />
      <PriceHistory productId={productId} />
    </PanelSection>
  )
}

/** The prices that changed, asked for when they are opened. */
function PriceHistory({ productId }: { productId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useAnswer(orders.prices, { params: { id: productId } }, { enabled: isOpen })
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        Historique des prix
      </Button>
    )
  return (
    <table className={`${table.table} ${table.dense}`} aria-label="Historique des prix">
      <thead>
        <tr>
          <th>Le</th>
          <th>Fournisseur</th>
          <th>Source</th>
          <th className={table.end}>Prix HT</th>
          <th className={table.end}>UG</th>
        </tr>
      </thead>
      <tbody>
        {(data ?? []).map(({ supplierId, supplierName, on, source, price, paid, free }, index) => (
          <tr key={`${supplierId} ${on} ${source} ${index}`}>
            <td>{formatShortDay(on)}</td>
            <td>{supplierName}</td>
            <td>{source === 'list' ? 'tarif' : 'livraison'}</td>
            <td className={table.end}>
              <ExactPrice price={price} />
            </td>
            <td className={table.end}>{free > 0 ? `${free} pour ${paid}` : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** « moins cher chez Ubipharm »; nothing with one supplier, or with two at one price. */
function cheapest(offers: readonly SupplierOffer[]): string | undefined {
  const [first, second] = offers.toSorted((a, b) => a.net - b.net)
  return first && second && Math.round(first.net) < Math.round(second.net)
    ? `moins cher chez ${first.supplierName}`
    : undefined
}
