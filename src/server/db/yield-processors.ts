import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { PoolClient } from 'pg'

/** A fifteenth of the weight of another process, where both want the same processor. */
const niceness = 12

/**
 * Lets the PostgreSQL process of a connection on this machine work only with what others leave. Linux may group each
 * process that leads a session, and then weighs the groups. Where the account may not, all processes stay equal.
 */
export function yieldProcessors(client: PoolClient): void {
  const { processID } = client as PoolClient & { processID?: number }
  if (processID === undefined) return
  try {
    setPriority(processID, niceness)
  } catch {
    return
  }
  writeFile(`/proc/${processID}/autogroup`, String(niceness)).catch(() => {})
}
