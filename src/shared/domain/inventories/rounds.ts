/**
 * A count of a lot. `whole`: all of it that lies on the shelf. `more`: what was found of it elsewhere, added to the
 * count before. `at`: epoch ms.
 */
export type Count = { id: string; kind: 'whole' | 'more'; quantity: number; at: number; by: string }

/** One time that a lot was counted, with what was found elsewhere. `at` and `by` are those of its first count. */
export type Round = { quantity: number; at: number; by: string }

/**
 * The rounds of a lot, oldest first, whatever the order in which its counts arrived: terminals without a network send
 * theirs late. What is found before anything was counted is a round of its own.
 */
export function roundsOf(counts: readonly Count[]): Round[] {
  const rounds: Round[] = []
  for (const { kind, quantity, at, by } of counts.toSorted(inOrder)) {
    const current = rounds.at(-1)
    if (kind === 'whole' || !current) rounds.push({ quantity, at, by })
    else current.quantity += quantity
  }
  return rounds
}

function inOrder(a: Count, b: Count): number {
  return a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id))
}
