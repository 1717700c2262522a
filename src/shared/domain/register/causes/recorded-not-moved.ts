import {
  linesOfMeans,
  type CountedDay,
  type LedgerLine,
  type Rule,
} from '#shared/domain/register/causes/counted-day.ts'

/** In ms. Two lines of the same amount and author within this time are probably one, entered twice. */
const twinWithinMs = 15 * 60_000
/** Weight of a line with such a twin. */
const twinWeight = 8

/**
 * A ledger line has the amount of the gap: a sale entered twice or ended before payment, or a disbursement recorded but
 * not paid out.
 */
export const recordedNotMoved: Rule<'recorded-not-moved'> = (day, row) => {
  const canceled = new Set(day.sales.filter(({ isCanceled }) => isCanceled).map(({ id }) => id))
  // Refunds have a rule of their own, and the lines of a canceled sale are already balanced.
  const lines = linesOfMeans(day, row).filter(
    ({ kind, saleId, amount }) => kind !== 'refund' && amount !== 0 && !(saleId !== null && canceled.has(saleId)),
  )
  return lines
    .filter(({ amount }) => amount + row.gap === 0)
    .map((line) => {
      const twin = twinOf(line, lines)
      const chance = Math.min(1, (twin ? twinWeight : 1) / lines.length)
      return {
        chance,
        explains: 1,
        evidence: { kind: 'recorded-not-moved', movementId: line.id, saleId: line.saleId, twinId: twin?.id ?? null },
      }
    })
}

function twinOf(line: LedgerLine, lines: CountedDay['movements']): LedgerLine | undefined {
  const at = Date.parse(line.at)
  return lines.find(
    (other) =>
      other.id !== line.id &&
      other.kind === line.kind &&
      other.amount === line.amount &&
      other.userId === line.userId &&
      Math.abs(Date.parse(other.at) - at) <= twinWithinMs,
  )
}
