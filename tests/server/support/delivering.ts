import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** A gesture on a line of a delivery, as a window sends it. */
export function aDeliveryAct(
  shop: Shop,
  {
    seller = shop.stocks,
    ...rest
  }: Partial<NewDeliveryAct> & { seller?: TestMember } & Pick<NewDeliveryAct, 'deliveryId' | 'lineId'>,
): NewDeliveryAct {
  return {
    ...madeAtTill(shop, seller),
    doneAt: '2026-03-02T09:00:00.000Z',
    add: 0,
    set: {},
    fill: {},
    ...rest,
  }
}

/** A delivery note as a wholesaler sends it. */
export function noteFile(lines: readonly string[], name = 'BL.csv'): File {
  return new File([`${lines.join('\r\n')}\r\n`], name, { type: 'text/csv' })
}
