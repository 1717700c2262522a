import { roundsOf, type Count } from '#shared/domain/inventories/rounds.ts'

/** A movement of the lot, with the moment at which its boxes left or came (epoch ms). */
export type MovedAt = { quantity: number; at: number }

/**
 * Boxes that were paid and not handed over, from the sale to the hand-over (epoch ms; null: still owed). The ledger has let
 * them go, and they stand on the shelf.
 */
export type Owed = { units: number; from: number; until: number | null }

export const lineStates = ['to-count', 'to-recount', 'counted'] as const
export type LineState = (typeof lineStates)[number]

/** What an inventory knows of a lot now. `moved`: at least its movements since its first count. */
export type LineFacts = {
  /** By the ledger, now. */
  quantity: number
  moved: readonly MovedAt[]
  counts: readonly Count[]
  owed: readonly Owed[]
  /** Narcotics: two counts must agree, also when the first one differs from nothing. */
  countsTwice: boolean
}

/** `expected`: what the shelf held by the ledger at the moment of the last count. */
export type JudgedLine =
  | { state: 'to-count'; rounds: 0; counted: null; expected: null; difference: null; at: null; by: null }
  | {
      state: 'to-recount' | 'counted'
      rounds: number
      counted: number
      expected: number
      difference: number
      at: number
      by: string
    }

/**
 * Compares the counts of a lot with the ledger, each at its own moment: the shop sells while it counts. A lot is counted
 * when its last count finds no difference, or when an earlier count found the same one; otherwise it is counted again.
 */
export function judgeLine({ quantity, moved, counts, owed, countsTwice }: LineFacts): JudgedLine {
  const rounds = roundsOf(counts).map((round) => {
    const expected = stockAt(quantity, moved, round.at) + owedAt(owed, round.at)
    return { ...round, expected, difference: round.quantity - expected }
  })
  const last = rounds.at(-1)
  if (!last)
    return { state: 'to-count', rounds: 0, counted: null, expected: null, difference: null, at: null, by: null }
  const isConfirmed = rounds.slice(0, -1).some(({ difference }) => difference === last.difference)
  return {
    state: isConfirmed || (last.difference === 0 && !countsTwice) ? 'counted' : 'to-recount',
    rounds: rounds.length,
    counted: last.quantity,
    expected: last.expected,
    difference: last.difference,
    at: last.at,
    by: last.by,
  }
}

function owedAt(owed: readonly Owed[], at: number): number {
  return owed.reduce(
    (units, each) => (each.from <= at && (each.until === null || each.until > at) ? units + each.units : units),
    0,
  )
}

/** The stock of a lot at a moment: that of now, less what has moved since. */
export function stockAt(quantity: number, moved: readonly MovedAt[], at: number): number {
  return moved.reduce((stock, each) => (each.at > at ? stock - each.quantity : stock), quantity)
}

/**
 * What a movement that arrives late takes back: a count after it has seen it already. 0 for a movement after the last
 * closed count of its lot, and for a lot that was never counted. The ledger writes it in the same statement
 * (`stock-ledger.repo`).
 */
export function takenBackAfterCount({ quantity, at }: MovedAt, countedAt: number | null): number {
  return countedAt !== null && at <= countedAt ? -quantity : 0
}
