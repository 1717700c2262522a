import { formatDay, formatDuration, formatHour, formatMoment, type DateInput } from './date-format.ts'
import { useNow } from './use-now.ts'

/** « Liste d’il y a 7 min (12:04) »; of another day with that day. `what`: what is that old. */
export function ageText(readAt: DateInput, now: Date, what = 'Liste'): string {
  const read = new Date(readAt)
  const seconds = Math.max(0, (now.getTime() - read.getTime()) / 1000)
  const moment = formatDay(read) === formatDay(now) ? formatHour(read) : formatMoment(read)
  return `${what} d’il y a ${formatDuration(seconds)} (${moment})`
}

/** The age of what is shown, told again each minute. */
export function ListAge({ of, what }: { of: DateInput; what?: string }) {
  return <>{ageText(of, useNow(), what)}</>
}
