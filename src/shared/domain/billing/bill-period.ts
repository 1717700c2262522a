import { addDays, lastDayOfMonth, mondayOf } from '#shared/domain/dates.ts'

/** How often a payer is billed. */
export const billPeriods = ['week', 'fortnight', 'month'] as const
export type BillPeriod = (typeof billPeriods)[number]

/** The period that holds a day, both days included. A fortnight is the 1st to the 15th, or the rest of the month. */
export function periodOf(day: string, period: BillPeriod): { from: string; to: string } {
  if (period === 'week') {
    const from = mondayOf(day)
    return { from, to: addDays(from, 6) }
  }
  const month = day.slice(0, 7)
  const last = lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5)))
  if (period === 'month') return { from: `${month}-01`, to: last }
  return day <= `${month}-15` ? { from: `${month}-01`, to: `${month}-15` } : { from: `${month}-16`, to: last }
}

/** The last period that has ended on `today`. */
export function lastPeriod(today: string, period: BillPeriod): { from: string; to: string } {
  return periodOf(addDays(periodOf(today, period).from, -1), period)
}
