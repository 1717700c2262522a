import type { NewCount, SheetLine } from '#shared/contract/inventory-counting.ts'

/** A count as it is typed, whoever sends it. */
export type TypedLotCount = Pick<NewCount, 'stockItemId' | 'found' | 'kind' | 'quantity'>

/** What the counting page needs, at a terminal and on a phone. */
export type Counting = {
  label: string
  /** Of the server, with what this device counted since. */
  lines: readonly SheetLine[]
  /** Counts of this device that the server does not have yet, and those that it refused. */
  waiting: number
  refused: number
  /** Resolves when the count is on the disk. */
  count: (typed: TypedLotCount) => Promise<unknown>
  /** « À jour », or why the list may be old. */
  isOffline: boolean
}

/** The lots with the counts of this device that the answer does not show yet: a lot counted here is done for now. */
export function withOwnCounts(
  lines: readonly SheetLine[],
  unanswered: readonly Pick<NewCount, 'stockItemId'>[],
): SheetLine[] {
  const own = new Set(unanswered.map(({ stockItemId }) => stockItemId))
  return lines.map((line) => (own.has(line.stockItemId) ? { ...line, state: 'counted', isMine: true } : line))
}
