import type { NewSale } from '#shared/contract/sales.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { isLate } from '#server/base/late.ts'
import { isGranted } from '#server/sales/granted-rights.ts'
import type { Shop } from '#server/sales/shop.ts'
import type { SaleFlag } from '#server/sellers/sale-flags.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

/**
 * Prices that are not the lots' own, with or without their discount, of a seller who may not set prices. A price that the lot had is that of an older
 * list: the sale is flagged. One that it never had is refused; a late sale, and a new version of a sale, keep it with a
 * flag of its own, because the customer has left and the first version was judged.
 */
export function judgePrices(
  sale: NewSale,
  { stockItems, grants }: Shop,
  { rights, now }: { rights: Rights; now: Date },
): { refusal: Refusal | null; flags: SaleFlag[] } {
  const items = new Map(stockItems.map((item) => [item.id, item]))
  const others = sale.records.flatMap(({ stockItemId, price }) => {
    const item = items.get(stockItemId)
    if (!item || item.salePrice === price || counterPrice(item) === price) return []
    return isGranted(grants, 'sale.price', { itemId: item.id, price }) ? [] : [{ item, price }]
  })
  if (others.length === 0 || rights.may('sale.price')) return { refusal: null, flags: [] }
  if (others.every(({ item, price }) => item.formerPrices.includes(price)))
    return { refusal: null, flags: ['price:changed'] }
  return isLate(sale.soldAt, now) || sale.replaces
    ? { refusal: null, flags: ['price:never'] }
    : { refusal: { message: 'auth:forbidden', details: { permission: 'sale.price' } }, flags: [] }
}
