/** When something was done, by the word of a terminal. A clock that is ahead does nothing in the future; whole milliseconds, as what is read by cursor knows no less. */
export function doneAt(instant: string, now: Date): string {
  return new Date(Math.min(Date.parse(instant), now.getTime())).toISOString()
}
