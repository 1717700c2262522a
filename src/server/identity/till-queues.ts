import type { Database } from '#server/db/database.ts'
import { writeTillQueue, type TillQueue } from '#server/identity/till-queue.repo.ts'

/** Notes what a till said. It never fails and is never waited for: a call must not depend on it. */
export type NoteTill = (pharmacyId: string, queue: TillQueue, now: Date) => void

/** In ms. More often would write a row for each call of a till; that its queue begins or ends is written at once. */
const restMs = 60_000
const mostKnown = 10_000
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (\d{1,5}) (\d{1,8}|-)$/

export function openTillQueues(database: Pick<Database, 'read'>, onError: (error: unknown) => void): NoteTill {
  const noted = new Map<string, { at: number; isEmpty: boolean }>()
  return (pharmacyId, queue, now) => {
    const key = `${pharmacyId} ${queue.terminalId}`
    const last = noted.get(key)
    const isEmpty = queue.waiting === 0
    if (last?.isEmpty === isEmpty && Math.abs(now.getTime() - last.at) < restMs) return
    if (noted.size >= mostKnown) noted.clear()
    noted.set(key, { at: now.getTime(), isEmpty })
    database.read(pharmacyId, (tx) => writeTillQueue(tx, pharmacyId, queue, now)).catch(onError)
  }
}

/** Reads `x-client-queue`: the id of the till, how much waits, and the age of the oldest in seconds. Null for anything else. */
export function readTillQueue(header: unknown, skewMs: number, now: Date): TillQueue | null {
  const [, terminalId, waiting, ageS] = (typeof header === 'string' && form.exec(header)) || []
  if (terminalId === undefined) return null
  const oldestAt = ageS === '-' ? null : new Date(now.getTime() - Number(ageS) * 1000)
  return { terminalId, waiting: Number(waiting), oldestAt, skewMs }
}
