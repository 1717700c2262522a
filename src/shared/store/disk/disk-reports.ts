import type { CopyState, DiskTrouble } from '#shared/store/disk/disk-atoms.ts'

/** A report of a database or a journal of this window; `name` is the database's name. */
export type DiskReport =
  | { kind: 'trouble'; name: string; trouble: DiskTrouble }
  /**
   * The database opened or was written to: an earlier trouble is over. `isWritten`: the write also proves free space.
   */
  | { kind: 'well'; name: string; isWritten: boolean }
  /** Null: no connection of this window has it open any more. */
  | { kind: 'copy'; name: string; copy: CopyState | null }
  /**
   * Missing content of a sales database was restored from its journal. `sales`: number of restored sales that the
   * server may not have.
   */
  | { kind: 'rebuilt'; name: string; sales: number }

const hearers = new Set<(report: DiskReport) => void>()

/**
 * Subscribes to the reports of connections, which are opened in layers that know no atoms. Returns the unsubscribe
 * function.
 */
export function hearDisk(hear: (report: DiskReport) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Reports to all subscribers of `hearDisk`. */
export function tellDisk(report: DiskReport): void {
  for (const hear of hearers) hear(report)
}

/** The disk trouble that an IndexedDB error means; null when the error is not about the disk. */
export function troubleOf(error: unknown, isOpening: boolean): DiskTrouble | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'VersionError') return 'newer-version'
  if (name === 'SecurityError') return 'private'
  if (name === 'UnknownError' || name === 'DataError' || name === 'NotReadableError')
    return isOpening || name === 'NotReadableError' ? 'unreadable' : null
  // `indexedDB` is missing, or refuses to open any database (private windows of some browsers).
  if (isOpening && (name === 'ReferenceError' || name === 'TypeError' || name === 'InvalidStateError')) return 'private'
  return name === 'InvalidStateError' ? 'closed' : null
}
