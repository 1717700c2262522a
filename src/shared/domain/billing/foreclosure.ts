import { addDays } from '#shared/domain/dates.ts'

/** So many days before a voucher is lost, it is urgent. */
export const urgentDays = 14

export const deadlines = ['soon', 'lost'] as const
export type Deadline = (typeof deadlines)[number]

/** The last day on which a payer accepts a voucher of a day, by its delay in days; null: without a limit. */
export function acceptedUntil(soldOn: string, foreclosureDays: number | null): string | null {
  return foreclosureDays === null ? null : addDays(soldOn, foreclosureDays)
}

/** How urgent a voucher is: lost from the day after its last day on; null: time is left. */
export function deadlineOf(until: string | null, today: string): Deadline | null {
  if (until === null) return null
  if (until < today) return 'lost'
  return until <= addDays(today, urgentDays) ? 'soon' : null
}
