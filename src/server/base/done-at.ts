/**
 * Returns the instant of an action as reported by a terminal, but never later than `now`: the terminal's clock may be
 * ahead. Rounded to whole milliseconds, because cursors have no finer precision.
 */
export function doneAt(instant: string, now: Date): string {
  return new Date(Math.min(Date.parse(instant), now.getTime())).toISOString()
}
