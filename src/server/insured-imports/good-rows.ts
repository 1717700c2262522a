import type { InsuredRowReading, JudgedRow } from '#shared/domain/insured/judge-insured.ts'

/**
 * The rows of a file when those with errors are left out: a row whose insured holder is in such a row is left out too,
 * else a child would become the holder of its own policy. `read` has the readings of the same rows, in the same order.
 */
export function withoutOrphans(read: readonly InsuredRowReading[], rows: readonly JudgedRow[]): JudgedRow[] {
  const numbersLost = new Set<string>()
  const personsLost = new Set<string>()
  const lose = (row: JudgedRow, index: number) => {
    const reading = read[index]!
    if (!reading.reading.ok) numbersLost.add(row.number)
    personsLost.add(reading.newPersonId)
  }
  rows.forEach((row, index) => row.outcome === 'error' && lose(row, index))
  return rows.map((row, index) => {
    const holderId = row.plan?.policy?.terms.holderId ?? null
    const wanted = holderNumberOf(read[index]!)
    const isOrphan =
      (holderId !== null && personsLost.has(holderId)) ||
      (row.plan !== null && holderId === null && wanted !== null && numbersLost.has(wanted))
    if (!isOrphan) return row
    return {
      ...row,
      outcome: 'error',
      plan: null,
      errors: [{ field: 'holderNumber', text: 'Son assuré principal est dans une ligne à corriger.' }],
    }
  })
}

/** The number of another's policy, under which the row says that its person is insured. */
function holderNumberOf({ reading }: InsuredRowReading): string | null {
  if (!reading.ok) return null
  const { holderNumber, relationship, number } = reading.insured
  if (relationship === 'holder' || (holderNumber === null && relationship === null)) return null
  return holderNumber ?? number
}
