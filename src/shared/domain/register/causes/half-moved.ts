import { linesOfMeans, type Rule } from '#shared/domain/register/causes/counted-day.ts'

/** Weight of sales of which all lines have even quantities. */
const pairWeight = 3

/** A sale is twice the gap: two boxes were entered and one was paid. */
export const halfMoved: Rule<'half-moved'> = (day, row) => {
  const inPairs = new Set(
    day.sales
      .filter(({ records }) => records.length > 0 && records.every(({ quantity }) => quantity % 2 === 0))
      .map(({ id }) => id),
  )
  const sold = linesOfMeans(day, row).filter(({ kind }) => kind === 'sale')
  return sold
    .filter(({ amount }) => amount === -2 * row.gap)
    .map(({ id, saleId }) => ({
      chance: Math.min(1, (saleId !== null && inPairs.has(saleId) ? pairWeight : 1) / sold.length),
      explains: 1,
      evidence: { kind: 'half-moved', movementId: id, saleId },
    }))
}
