import type { CopyMark } from '#shared/store/sales/sales-rows.ts'

/** Rows by their place; undefined: there is none. */
export type Rows = ReadonlyMap<string, unknown>
/** Some rows as the writing that `mark` counts left them, and with them everything before it. */
export type KnownRows = { mark: CopyMark; rows: Rows }

/** Older knowledge is not believed: the numbers of all writings since must still stand in the database to contradict it. */
const believedMs = 30_000
/** More writings than any disk takes in that time. */
export const keptLines = 30_000
/** The sale in hand, its register, the counters, and what was sent of late. */
const keptRows = 64

/**
 * What this window has read and written of a database. A writing may stand on it in place of asking: it then claims the number after `mark`, which the
 * database gives once. Where another window wrote meanwhile the number is taken, nothing of the writing stands, and it is done again from what is read.
 */
export function knownRows<Handle>() {
  let known: (KnownRows & { handle: Handle; at: number }) | undefined
  return {
    /** What may be believed of this handle's database: one that was thrown away and made again has another handle. */
    of(handle: Handle): KnownRows | undefined {
      return known && known.handle === handle && performance.now() - known.at < believedMs ? known : undefined
    },
    /** What a writing read and wrote, once it stands under its number. */
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
