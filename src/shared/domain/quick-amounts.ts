import { minor, type Minor } from '#shared/domain/money.ts'

/** What a customer may hand over, and what comes back. */
export type QuickAmount = { tendered: Minor; change: Minor }

/** Buttons that fit beside each other. */
const MAX = 4

/**
 * The sums a customer is likely to hand over for `due` (already rounded to coins that exist): the exact sum, the next round one, then the
 * notes above it. Beyond the largest note the same holds for what is left over full ones. Minor units; ascending, at most 4; none for 0.
 * `denominations`: notes and coins of the country.
 */
export function quickAmounts(due: Minor, denominations: readonly number[]): QuickAmount[] {
  if (due <= 0) return []
  const largest = Math.max(...denominations, 1)
  const fullNotes = Math.floor((due - 1) / largest) * largest
  const rest = due - fullNotes
  const round = roundSum(denominations, largest)
  const next = Math.ceil(rest / round) * round
  const sums = new Set([rest, next, ...denominations.filter((note) => note > rest)])
  // Two of a kind in hand: 5 500 for 4 890 where 5 000 and 10 000 leave room.
  if (sums.size < MAX) sums.add(next + round)
  return [...sums]
    .toSorted((a, b) => a - b)
    .slice(0, MAX)
    .map((sum) => ({ tendered: minor(fullNotes + sum), change: minor(sum - rest) }))
}

// The smallest sum people round up to: a twentieth of the largest note (500 for notes up to 10 000), where such money exists.
function roundSum(denominations: readonly number[], largest: number): number {
  return Math.min(...denominations.filter((note) => note * 20 >= largest), largest)
}
