import type { NewMissedSale } from '#shared/contract/missed-sales.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** A missed sale as a terminal sends it; by default two boxes of a product that was out of stock. */
export function aMissedSale(
  shop: Shop,
  { seller = shop.vendeur, ...rest }: Partial<NewMissedSale> & { seller?: TestMember } = {},
): NewMissedSale {
  return {
    ...madeAtTill(shop, seller),
    pharmacyProductId: shop.products[0],
    label: 'Doliprane 1 g',
    quantity: 2,
    price: 1000,
    reason: 'absent',
    missedAt: '2026-03-02T10:00:00.000Z',
    ...rest,
  }
}
