import { setTimeout as pause } from 'node:timers/promises'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import { keptSince, pruneSome, retained } from '#server/retention/retention.repo.ts'

type RetentionLoop = {
  start(): void
  /** Takes away all that is old now; returns the rows of each kind. */
  prune(): Promise<Record<keyof typeof retained, number>>
  stop(): Promise<void>
}

/** Rows a transaction, so that none holds what the tills wait for. */
const step = 500
/** In ms, between two transactions. */
const restMs = 100
/** In ms. A computer that is off at night prunes in the morning, after the first customers. */
const [firstMs, roundMs] = [15 * 60_000, 6 * 3_600_000]
const names = Object.keys(retained) as (keyof typeof retained)[]

/** The loop that takes away what docs/retention.md bounds. It does nothing before `start`. */
export function openRetention({
  database,
  now,
  onError,
}: {
  database: Database
  now: () => Date
  onError: (error: unknown) => void
}): RetentionLoop {
  const { start, stop, signal } = openRounds(() => prune(), { firstMs, roundMs, onError })
  const pruneAll = async (name: keyof typeof retained, since: Date): Promise<number> => {
    let total = 0
    for (;;) {
      const count = await database.platform((tx) => pruneSome(tx, name, { now: now(), since, most: step }))
      total += count
      if (count < step || signal.aborted) return total
      // Ends at once when the process ends.
      await pause(restMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const prune: RetentionLoop['prune'] = async () => {
    const counts: Partial<Record<keyof typeof retained, number>> = {}
    const since = signal.aborted ? null : await database.platform(keptSince)
    for (const name of names) counts[name] = since === null || signal.aborted ? 0 : await pruneAll(name, since)
    return counts as Record<keyof typeof retained, number>
  }
  return { start, stop, prune }
}
