import { edited, type LocalSale } from '#shared/domain/local-sale.ts'

/**
 * Whether a refused sale has lost goods or money since: a refused line is gone, smaller or cheaper. The AIB follows its
 * goods and is none of them. Ending it then needs the right `sale.regularise` and a reason.
 */
export function needsRegularising(sale: Pick<LocalSale, 'refusedLines' | 'records' | 'vouchers'>): boolean {
  const lines = [...sale.records, ...sale.vouchers]
  return (sale.refusedLines ?? []).some(
    ({ id, quantity, price }) =>
      !lines.some((line) => line.id === id && line.quantity >= quantity && line.price >= price),
  )
}

/** Records why the sale ends with fewer goods or less money. Throws RangeError for a blank reason. */
export function regulariseSale(sale: LocalSale, reason: string): LocalSale {
  if (reason.trim() === '') throw new RangeError('a regularisation needs a reason')
  return edited(sale, 'regularise', { regularisation: { reason: reason.trim() } })
}
