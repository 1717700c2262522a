import type { Optional } from '#server/db/columns.ts'

/** What the tills say of themselves, and what is wrong with the server, column by column (see `tables.ts`). */
export type WatchingTables = { till_queues: TillQueues; server_alarms: ServerAlarms; backup_drills: BackupDrills }

type TillQueues = {
  pharmacy_id: string
  terminal_id: string
  waiting: number
  oldest_at: Optional<Date>
  skew_seconds: number
  said_at: Date
}
type ServerAlarms = {
  key: string
  raised_at: Date
  text: string
  told_at: Optional<Date>
  ended_at: Optional<Date>
}
type BackupDrills = {
  id: string
  began_at: Date
  ended_at: Optional<Date>
  base_at: Optional<Date>
  restored_ms: Optional<number>
  loss_ms: Optional<number>
  ledgers: Optional<number>
  fault: Optional<string>
  /** `LedgerDifference[]`. */
  differences: Optional<string>
}
