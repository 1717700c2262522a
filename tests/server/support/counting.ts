import type { NewCount } from '#shared/contract/inventory-counting.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** A count of a lot, as a terminal sends it. */
export function aCount(
  shop: Shop,
  { seller = shop.stocks, ...rest }: Partial<NewCount> & { seller?: TestMember } & Pick<NewCount, 'inventoryId'>,
): NewCount {
  return {
    ...madeAtTill(shop, seller),
    doneAt: '2026-03-02T09:00:00.000Z',
    stockItemId: rest.found ? null : shop.lots[0],
    kind: 'whole',
    quantity: 100,
    ...rest,
  }
}
