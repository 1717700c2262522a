import { orderPreparations, type SupplierOffer } from '#shared/contract/order-preparations.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
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
    </PanelSection>
  )
}

/** « moins cher chez Ubipharm »; nothing with one supplier, or with two at one price. */
function cheapest(offers: readonly SupplierOffer[]): string | undefined {
  const [first, second] = offers.toSorted((a, b) => a.net - b.net)
  return first && second && Math.round(first.net) < Math.round(second.net)
    ? `moins cher chez ${first.supplierName}`
    : undefined
}
