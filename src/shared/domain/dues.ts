/** Quantities of one sold line, in units of its packaging. `owed`: in its open dues. */
export type OwingLine = { sold: number; returned: number; owed: number }

/** The most that another due of a line may hold. Law: open dues never owe more than was sold and not returned. */
export function leftToOwe({ sold, returned, owed }: OwingLine): number {
  return Math.max(0, sold - returned - owed)
}

/**
 * The dues of a line (oldest first) that change when units of it are returned, with what they still owe. Units that
 * were never handed over are refunded first, those of the latest due before the others: a refunded unit must not be
 * handed over as well. Law: the sum owed falls by the returned units, and never below zero.
 */
export function owedAfterReturn<Due extends { owed: number }>(dues: readonly Due[], returned: number): Due[] {
  let left = returned
  return dues.toReversed().flatMap((due) => {
    const less = Math.min(due.owed, left)
    left -= less
    return less > 0 ? [{ ...due, owed: due.owed - less }] : []
  })
}

export type CarriedDue = { id: string; lineId: string; productId: string; packagingId: string; owed: number }
export type VersionLine = { id: string; productId: string; packagingId: string; quantity: number }

/**
 * Where the open dues of a replaced sale (oldest first) go in its new version: to the same line, else to another line
 * of the same product and packaging, as far as that line has room. `lineId` null: the new version sells it no more.
 * Law: a line of the new version never owes more than it sells.
 */
export function carriedDues(
  dues: readonly CarriedDue[],
  lines: readonly VersionLine[],
): { id: string; lineId: string | null; owed: number }[] {
  const room = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  return dues.map(({ id, lineId, productId, packagingId, owed }) => {
    const fitting = lines.filter(
      (line) => line.productId === productId && line.packagingId === packagingId && room.get(line.id)! > 0,
    )
    const line = fitting.find((each) => each.id === lineId) ?? fitting[0]
    if (!line) return { id, lineId: null, owed: 0 }
    const carried = Math.min(owed, room.get(line.id)!)
    room.set(line.id, room.get(line.id)! - carried)
    return { id, lineId: line.id, owed: carried }
  })
}
