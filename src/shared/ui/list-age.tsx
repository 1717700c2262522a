import { formatDay, formatDuration, formatHour, formatMoment, type DateInput } from './date-format.ts'
import { useNow } from './use-now.ts'

/** « Liste d’il y a 7 min (12:04) », with the day when it was not today. `what`: name of the content. */
export function ageText(readAt: DateInput, now: Date, what = 'Liste'): string {
  const read = new Date(readAt)
  const seconds = Math.max(0, (now.getTime() - read.getTime()) / 1000)
  const moment = formatDay(read) === formatDay(now) ? formatHour(read) : formatMoment(read)
  return `${what} d’il y a ${formatDuration(seconds)} (${moment})`
}

/** The age of the displayed content, updated each minute. */
export function ListAge({ of, what }: { of: DateInput; what?: string }) {
  return <>{ageText(of, useNow(), what)}</>
}
