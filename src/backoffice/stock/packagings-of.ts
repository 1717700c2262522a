import type { StockDetail } from '#shared/contract/pharmacy-products.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

/**
 * The packagings of a product without the loose units of opened boxes: its price, and the highest cost among its lots
 * (null without the right to see costs), by which the margin is judged.
 */
export function packagingsOf({
  stockItems,
}: Pick<StockDetail, 'stockItems'>): { label: string; units: number; price: number | null; cost: number | null }[] {
  const lots = stockItems.filter(({ archived }) => !archived)
  const loose = new Set(lots.filter(({ units }) => units > 1).map(({ id }) => unitItemIdOf(id)))
  const boxes = lots.filter(({ id }) => !loose.has(id))
  return [...new Set(boxes.map(({ packaging }) => packaging))].map((label) => {
    const all = boxes.filter(({ packaging }) => packaging === label)
    const costs = all.flatMap(({ purchasePrice }) => (purchasePrice === null ? [] : [purchasePrice]))
    return {
      label,
      units: all[0]!.units,
      price: all.find(({ quantity }) => quantity > 0)?.salePrice ?? all[0]!.salePrice,
      cost: costs.length === 0 ? null : Math.max(...costs),
    }
  })
}
