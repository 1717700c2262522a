import { randomUUID } from 'node:crypto'
import type { NewSaleReturn } from '#shared/contract/sale-return.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { Shop } from '#tests/server/support/shop.ts'

type Back = { /** Place among the records, then the vouchers. */ line: number; quantity: number; toStock?: boolean }

/** A return as a terminal sends it: the boxes go back to the shelf, the money is refunded as it was paid. */
export function aReturn(
  shop: Shop,
  sale: Pick<NewSale, 'records' | 'vouchers'>,
  back: readonly Back[],
  rest: Partial<NewSaleReturn> = {},
): NewSaleReturn {
  const lines = [...sale.records, ...sale.vouchers]
  return {
    id: randomUUID(),
    revision: 1,
    registerId: shop.registerId,
    reason: 'Erreur de dosage',
    returnedAt: new Date().toISOString(),
    inCash: false,
    lines: back.map(({ line, quantity, toStock = true }) => ({ lineId: lines[line]!.id, quantity, toStock })),
    ...rest,
  }
}
