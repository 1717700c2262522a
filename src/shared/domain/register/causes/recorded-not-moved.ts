import {
  linesOfMeans,
  type CountedDay,
  type LedgerLine,
  type Rule,
} from '#shared/domain/register/causes/counted-day.ts'

/** Two lines of the same amount by the same hand within this time are mostly one, entered twice. */
const twinWithinMs = 15 * 60_000
/** How much likelier a line with a twin was entered twice than another one left without its money. */
const twinWeight = 8

/** The amount of the gap stands in the ledger: a sale entered twice, or ended before it was paid; a disbursement that was written and not taken. */
export const recordedNotMoved: Rule<'recorded-not-moved'> = (day, row) => {
  const canceled = new Set(day.sales.filter(({ isCanceled }) => isCanceled).map(({ id }) => id))
  // What was given back is a rule of its own, and a canceled sale was made even by that.
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
