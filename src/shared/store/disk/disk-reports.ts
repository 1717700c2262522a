import type { CopyState, DiskTrouble } from '#shared/store/disk/disk-atoms.ts'

/** What a database or a copy of this window just met; `name` is the database's. */
export type DiskReport =
  | { kind: 'trouble'; name: string; trouble: DiskTrouble }
  /** It opened, or took a writing: what was said of it is over. `isWritten`: it has room, too. */
  | { kind: 'well'; name: string; isWritten: boolean }
  /** Null: nobody has it open any more. */
  | { kind: 'copy'; name: string; copy: CopyState | null }
  /** What was missing in a sales database came back from its copy; `sales`: how many that the server may not have. */
  | { kind: 'rebuilt'; name: string; sales: number }

const hearers = new Set<(report: DiskReport) => void>()

/** Connections are opened far below any atom: what they meet is told here. Returns the way to stop hearing. */
export function hearDisk(hear: (report: DiskReport) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

export function tellDisk(report: DiskReport): void {
  for (const hear of hearers) hear(report)
}

/** What an error of IndexedDB says about the disk; null: nothing, it is the caller's own. */
export function troubleOf(error: unknown, isOpening: boolean): DiskTrouble | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'VersionError') return 'newer-version'
  if (name === 'SecurityError') return 'private'
  if (name === 'UnknownError' || name === 'DataError' || name === 'NotReadableError')
    return isOpening || name === 'NotReadableError' ? 'unreadable' : null
  // `indexedDB` itself is missing, or refuses to open anything (private windows of some browsers).
  if (isOpening && (name === 'ReferenceError' || name === 'TypeError' || name === 'InvalidStateError')) return 'private'
  return name === 'InvalidStateError' ? 'closed' : null
}
