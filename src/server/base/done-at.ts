import { isPlausibleAct } from '#shared/domain/act-time.ts'
import { correctedInstant } from '#shared/domain/corrected-instant.ts'

/**
 * Returns the instant of an action as reported by a terminal, but never later than `now`: the terminal's clock may be
 * ahead. A clock that was never set (1970) says nothing: then `now`. Rounded to whole milliseconds, because cursors have
 * no finer precision.
 */
export function doneAt(instant: string, now: Date): string {
  const at = isPlausibleAct(instant) ? Date.parse(instant) : now.getTime()
  return new Date(Math.min(at, now.getTime())).toISOString()
}

/**
 * When boxes really left, came or were counted: the instant of the terminal, corrected by how wrong its clock was when
 * the call came. Inventories compare the moments of several terminals.
 */
export function movedAt(instant: string, { now, clockSkewMs = 0 }: { now: Date; clockSkewMs?: number }): string {
  return doneAt(correctedInstant(instant, clockSkewMs), now)
}
