import { minor, type Minor } from '#shared/domain/money.ts'

/** An amount that a customer may hand over, and the change. */
export type QuickAmount = { tendered: Minor; change: Minor }

/** The number of buttons that fit in a row. */
const MAX = 4

/**
 * Amounts that a customer is likely to hand over for `due` (already rounded to the cash step): the exact amount, the
 * next round amount, and the larger notes. Above the largest note the same applies to the rest over full notes. Minor
 * units, ascending, at most 4; empty for 0. `denominations`: notes and coins of the country, in minor units.
 */
export function quickAmounts(due: Minor, denominations: readonly number[]): QuickAmount[] {
  if (due <= 0) return []
  const largest = Math.max(...denominations, 1)
  const fullNotes = Math.floor((due - 1) / largest) * largest
  const rest = due - fullNotes
  const round = roundSum(denominations, largest)
  const next = Math.ceil(rest / round) * round
  const sums = new Set([rest, next, ...denominations.filter((note) => note > rest)])
  // One round amount more, if there is room: 5 500 for 4 890, beside 5 000 and 10 000.
  if (sums.size < MAX) sums.add(next + round)
  return [...sums]
    .toSorted((a, b) => a - b)
    .slice(0, MAX)
    .map((sum) => ({ tendered: minor(fullNotes + sum), change: minor(sum - rest) }))
}

// The smallest amount that people round up to: at least a twentieth of the largest note (500 for notes up to 10 000),
// among existing money.
function roundSum(denominations: readonly number[], largest: number): number {
  return Math.min(...denominations.filter((note) => note * 20 >= largest), largest)
}
