import { isPlausibleAct } from '#shared/domain/act-time.ts'
import { correctedInstant } from '#shared/domain/corrected-instant.ts'

/**
 * When an action was really done: the instant of the terminal, corrected by how wrong its clock was when the call came,
 * and never later than `now`. A clock that was never set (1970) says nothing: then `now`. Several terminals are compared
 * and listed by it. Rounded to whole milliseconds, because cursors have no finer precision.
 */
export function doneAt(instant: string, { now, clockSkewMs = 0 }: { now: Date; clockSkewMs?: number }): string {
  const corrected = correctedInstant(instant, clockSkewMs)
  const at = isPlausibleAct(corrected, now) ? Date.parse(corrected) : now.getTime()
  return new Date(Math.min(at, now.getTime())).toISOString()
}
