import { atom } from 'jotai'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { isExpired, shownQuantity } from '#shared/domain/stock.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { productsAtom } from '#shared/store/product-list-atoms.ts'
import { uncountedSalesAtom } from '#shared/store/uncounted-sales.ts'

/** What a till uses before it has heard of its pharmacy: Benin, francs CFA. */
const unknownCountry = { countryCode: 'BJ', cashStep: 5, denominations: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5], operators: [] as readonly string[], timeZone: 'UTC' }

/** Coins, notes and operators of the pharmacy's country, and where its days begin. */
export const tradeAtom = atom((get) => {
  const pharmacy = get(terminalAtom)?.pharmacy
  if (!pharmacy) return unknownCountry
  const { code: countryCode, cashRoundingStep, denominations, phoneOperators } = pharmacy.country
  return { countryCode, cashStep: cashRoundingStep, denominations, operators: phoneOperators, timeZone: pharmacy.timeZone }
})

/** The pharmacy's calendar day of a moment. */
export const dayOfAtom = atom((get) => {
  const { timeZone } = get(tradeAtom)
  return (moment: Date) => localDayOf(moment, timeZone)
})

export const permissionsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))

/** What this terminal shows of each lot: its last list minus its own uncounted sales. */
export const leftOfAtom = atom((get) => {
  const uncounted = get(uncountedSalesAtom)
  return (item: StockItem) => shownQuantity(item, uncounted)
})

/** Boxes of a product that may be sold: unexpired lots that are not archived. */
export function sellableStock(product: PharmacyProduct, today: string, leftOf: (item: StockItem) => number): number {
  return product.stockItems.filter((item) => !item.archived && !(item.expiresOn !== null && isExpired(item.expiresOn, today))).reduce((sum, item) => sum + leftOf(item), 0)
}

/** Where each of these stock items stands: its product and itself. One pass over the list, for the few lines of a ticket. */
export function findStockItems(products: ReadonlyMap<string, PharmacyProduct>, ids: ReadonlySet<string>): ReadonlyMap<string, { product: PharmacyProduct; item: StockItem }> {
  const found = new Map<string, { product: PharmacyProduct; item: StockItem }>()
  if (ids.size === 0) return found
  for (const product of products.values()) {
    for (const item of product.stockItems) if (ids.has(item.id)) found.set(item.id, { product, item })
    if (found.size === ids.size) break
  }
  return found
}

/** The same over the list as it stands. */
export const findStockItemsAtom = atom((get) => {
  const products = get(productsAtom)
  return (ids: ReadonlySet<string>) => findStockItems(products, ids)
})
