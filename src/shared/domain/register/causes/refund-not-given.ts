import { linesOfMeans, type Rule } from '#shared/domain/register/causes/counted-day.ts'

/** A cancellation or return was recorded, but the money was not given back. */
export const refundNotGiven: Rule<'refund-not-given'> = (day, row) => {
  const refunds = linesOfMeans(day, row).filter(({ kind, amount }) => kind === 'refund' && amount < 0)
  return refunds
    .filter(({ amount }) => amount + row.gap === 0)
    .map(({ id, saleId }) => ({
      chance: 1 / refunds.length,
      explains: 1,
      evidence: { kind: 'refund-not-given', movementId: id, saleId },
    }))
}
