import { isTypedLine, linesOfMeans, type Rule } from '#shared/domain/register/causes/counted-day.ts'

/** The gap is twice a typed amount: incoming money was recorded as outgoing, or vice versa. */
export const wrongSide: Rule<'wrong-side'> = (day, row) => {
  const typed = linesOfMeans(day, row).filter(isTypedLine)
  return typed
    .filter(({ amount }) => -2 * amount === row.gap)
    .map(({ id, saleId }) => ({
      chance: 1 / typed.length,
      explains: 1,
      evidence: { kind: 'wrong-side', movementId: id, saleId },
    }))
}
