import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEvent } from 'kysely'

/** `statement`: its text without any value. `request`: the id of the call that asked it; undefined: background work. */
export type SlowStatement = { ms: number; statement: string; request: string | undefined }
export type SlowStatements = { limitMs: number; onSlow: (slow: SlowStatement) => void }

const mostText = 400
const requestNow = new AsyncLocalStorage<string>()

/** Runs the work of a call; its slow statements are told with its id. */
export function asRequest<T>(id: string, work: () => T): T {
  return requestNow.run(id, work)
}

/** The log of Kysely that tells statements which took longer than the limit, waits for a lock included. */
export function slowStatementLog({ limitMs, onSlow }: SlowStatements): (event: LogEvent) => void {
  return ({ query, queryDurationMillis: ms }) => {
    if (ms >= limitMs)
      onSlow({ ms: Math.round(ms), statement: withoutValues(query.sql), request: requestNow.getStore() })
  }
}

/** Values are parameters, except the scope of a transaction, which is written into its text. */
function withoutValues(sql: string): string {
  const text = sql
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text
}
