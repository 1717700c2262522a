import { openAlarms, type OpenAlarm } from '#server/alarms/alarm.repo.ts'
import type { Tx } from '#server/db/database.ts'

/** What is wrong now with the server, or with the pharmacy of the transaction, oldest first. */
export function listOpenAlarms(tx: Tx): Promise<OpenAlarm[]> {
  return openAlarms(tx)
}
