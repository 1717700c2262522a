import { isPlausibleAct } from '#shared/domain/act-time.ts'

/**
 * Returns the instant of an action as reported by a terminal, but never later than `now`: the terminal's clock may be
 * ahead. A clock that was never set (1970) says nothing: then `now`. Rounded to whole milliseconds, because cursors have
 * no finer precision.
 */
export function doneAt(instant: string, now: Date): string {
  const at = isPlausibleAct(instant) ? Date.parse(instant) : now.getTime()
  return new Date(Math.min(at, now.getTime())).toISOString()
}
