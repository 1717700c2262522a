import type { CopyMark } from '#shared/store/sales/sales-rows.ts'

/** Rows by `store/key`; undefined: the row does not exist. */
export type Rows = ReadonlyMap<string, unknown>
/** Rows in their state after the write that `mark` counts, consistent with all earlier writes. */
export type KnownRows = { mark: CopyMark; rows: Rows }

/**
 * In ms. Cached rows expire, because the numbers of all later writes must still be in the database to reveal a
 * conflict.
 */
const believedMs = 30_000
/** More writes than any disk makes within `believedMs`. */
export const keptLines = 30_000
/** The current sale, its register, the counters and the rows sent last. */
const keptRows = 64

/**
 * Cache of the rows that this window has read from and written to a database. A write may use cached rows instead of
 * reading them: it then claims the write number after `mark`, which the database assigns only once. If another window
 * wrote meanwhile, the number is taken: the transaction is rolled back and repeated with rows read from disk.
 */
export function knownRows<Handle>() {
  let known: (KnownRows & { handle: Handle; at: number }) | undefined
  return {
    /**
     * The cached rows, unless they expired or belong to an earlier handle: a database that was deleted and made again
     * has another handle.
     */
    of(handle: Handle): KnownRows | undefined {
      return known && known.handle === handle && performance.now() - known.at < believedMs ? known : undefined
    },
    /** Stores the rows that a committed write read and wrote. */
    learn(handle: Handle, { mark, rows }: KnownRows): void {
      const isNext = known?.handle === handle && known.mark.line === mark.line - 1
      known = { handle, at: performance.now(), mark, rows: isNext ? latest(known!.rows, rows) : rows }
    },
    forget(): void {
      known = undefined
    },
  }
}

function latest(older: Rows, newer: Rows): Rows {
  const kept = [...older].filter(([place]) => !newer.has(place))
  return new Map([...kept, ...newer].slice(-keptRows))
}
