import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { today } from './boxes.ts'

type Lot = { product: PharmacyProduct; box: StockItem }

/** A lot of boxes that nobody opened yet, the only one of its product: what goes out of it is known before. */
export function boxOfUnits(products: readonly PharmacyProduct[]): Lot {
  const found = products.flatMap((product) => {
    const [box, ...others] = product.stockItems
    const isWhole =
      box &&
      others.length === 0 &&
      box.units > 9 &&
      box.quantity > 3 &&
      !box.archived &&
      !(box.expiresOn !== null && isExpired(box.expiresOn, today))
    return isWhole && product.stockItems.every(({ id }) => id !== unitItemIdOf(box.id)) ? [{ product, box }] : []
  })
  if (!found[0]) throw new Error('every box of the shop was opened')
  return found[0]
}
