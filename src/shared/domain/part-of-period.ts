import { addDays } from '#shared/domain/dates.ts'

/** A question over no more days than these is short (decision 0067). */
const partDays = 31

/** The days of a list, both included; left out: no limit. Days as `2026-11-21`. */
type Period = { from?: string | undefined; to?: string | undefined }

/**
 * The newest month of a period, which is read instead when the whole is too long to read; null when the period is no
 * longer than that.
 */
export function newestPart({ from, to }: Period, today: string): { from: string; to: string } | null {
  const last = to ?? today
  const first = addDays(last, 1 - partDays)
  return from !== undefined && from >= first ? null : { from: first, to: last }
}
