import type { AgedRow, BillingReportRow } from '#shared/contract/bill-reports.ts'
import { addDays } from '#shared/domain/dates.ts'
import { agedBalance, billingReport, payingHabits } from '#server/bills/bill-report.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** A payer is judged by the bills of so many days. */
const daysJudged = 365

/** What each payer owes by its age, the most overdue first, beside how it pays. Amounts in minor units. */
export function readAgedBalance(context: Context): Promise<AgedRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const habits = await payingHabits(tx, pharmacyId, addDays(today, -daysJudged))
    return (await agedBalance(tx, pharmacyId, today)).map((row) => ({
      ...row,
      ...(habits.get(row.payerId) ?? { days: null, refused: null }),
    }))
  })
}

/** Amounts in minor units; both days included. */
export function readBillingReport(context: Context, period: { from: string; to: string }): Promise<BillingReportRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => billingReport(tx, pharmacyId, period))
}
