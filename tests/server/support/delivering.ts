import { randomUUID } from 'node:crypto'
import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import type { NewSupplierReturn } from '#shared/contract/supplier-returns.ts'
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

/** Boxes that go back, as the back-office sends them. */
export function aSupplierReturn(
  shop: Shop,
  rest: Partial<NewSupplierReturn> & Pick<NewSupplierReturn, 'supplierId'>,
): NewSupplierReturn {
  return {
    id: randomUUID(),
    revision: 1,
    note: null,
    lines: [{ stockItemId: shop.lots[1], quantity: 1, reason: 'damaged', deliveryId: null }],
    ...rest,
  }
}

/** A delivery note as a wholesaler sends it. */
export function noteFile(lines: readonly string[], name = 'BL.csv'): File {
  return new File([`${lines.join('\r\n')}\r\n`], name, { type: 'text/csv' })
}
