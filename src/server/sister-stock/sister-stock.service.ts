import type { SisterStocks } from '#shared/contract/sister-stock.ts'
import { boxesAndUnits, isOut } from '#shared/domain/boxes-and-units.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { lotsOfSister } from '#server/sister-stock/sister-stock.repo.ts'
import { sistersOf } from '#server/stock/sister.repo.ts'

/** What the other pharmacies of the same owner may sell now: only quantities, never prices, lots or clients. */
export async function readSisterStock(context: Context, productIds: readonly string[]): Promise<SisterStocks> {
  const pharmacyId = pharmacyOf(context)
  return context.database.platform(async (tx) => {
    const sisters = await sistersOf(tx, pharmacyId)
    const stocks: SisterStocks['stocks'] = []
    for (const sister of sisters) {
      const lots = await lotsOfSister(tx, sister, productIds, context.now)
      for (const productId of new Set(lots.map((lot) => lot.productId))) {
        const stock = boxesAndUnits(lots.filter((lot) => lot.productId === productId))
        if (!isOut(stock))
          stocks.push({
            productId,
            pharmacy: sister.name,
            boxes: Math.max(0, stock.boxes),
            units: Math.max(0, stock.units),
          })
      }
    }
    return { at: context.now.toISOString(), pharmacies: sisters.map(({ name }) => name), stocks }
  })
}
