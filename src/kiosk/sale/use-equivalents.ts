import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { BoxesAndUnits } from '#shared/domain/boxes-and-units.ts'
import { dayOfAtom, leftOfAtom, sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import { proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import { settlementFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { equivalentsOfAtom } from '#kiosk/counter/sale/equivalents.ts'
import { openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { coverSale } from '#shared/domain/coverage/coverage.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payersInUse } from '#shared/domain/settle-sale.ts'

export type Equivalent = {
  product: PharmacyProduct
  item: StockItem
  stock: BoxesAndUnits
  /** What the patient would pay for the quantity, in minor units. */ patient: number
  total: number
}

/**
 * The available equivalents of a product, the cheapest for this patient first. `lineId`: priced in place of that line,
 * otherwise in addition to all lines.
 */
export function useEquivalents(
  sale: LocalSale,
  product: PharmacyProduct,
  { lineId = 'beside', quantity, isByUnit }: { lineId?: string | undefined; quantity: number; isByUnit: boolean },
): readonly Equivalent[] {
  const equivalentsOf = useAtomValue(equivalentsOfAtom)
  const leftOf = useAtomValue(leftOfAtom)
  const factsOf = useAtomValue(settlementFactsAtom)
  const now = useNow()
  const today = useAtomValue(dayOfAtom)(now)
  return useMemo(() => {
    const { payers, productOf, cashStep } = factsOf(sale, now)
    const inUse = payersInUse(sale, payers)
    const others = sale.records
      .filter(({ id }) => id !== lineId)
      .flatMap((record) => {
        const pharmacyProductId = productOf(record)
        return pharmacyProductId === undefined
          ? []
          : [{ id: record.id, pharmacyProductId, price: record.price, quantity: record.quantity }]
      })
    return equivalentsOf(product)
      .flatMap((other): Equivalent[] => {
        const stock = sellableStock(other, today, leftOf)
        const box = stock.boxes > 0 ? proposalOf(other, { today, leftOf }) : null
        // Loose units are replaced by loose units.
        const item = isByUnit ? openableLots(other, cashStep).find((lot) => lot.box.id === box?.id)?.units : box
        if (!item) return []
        const { patientLines } = coverSale(
          [...others, { id: lineId, pharmacyProductId: other.id, price: counterPrice(item), quantity }],
          inUse,
          today,
        )
        const total = counterPrice(item) * quantity
        return [{ product: other, item, stock, total, patient: patientLines.get(lineId) ?? total }]
      })
      .toSorted(
        (a, b) => a.patient - b.patient || a.total - b.total || a.product.label.localeCompare(b.product.label, 'fr'),
      )
    // The clock ticks each minute, but coverage depends only on the day.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sale, product, lineId, quantity, isByUnit, equivalentsOf, leftOf, factsOf, today])
}
