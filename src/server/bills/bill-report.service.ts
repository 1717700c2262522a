import type { AgedRow, BillingReportRow } from '#shared/contract/bill-reports.ts'
import { receivableOf } from '#shared/domain/billing/receivables.ts'
import { addDays } from '#shared/domain/dates.ts'
import { aheadByPayer } from '#server/bills/bill-payment.repo.ts'
import { billingReport, payingHabits, receivables } from '#server/bills/bill-report.repo.ts'
import { findPayer, type Payer } from '#server/bills/bill-rule.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** A payer is judged by the bills of so many days. */
const daysJudged = 365

/**
 * What each payer owes by its age, the most overdue first, beside what it has ahead and how it pays. Amounts in minor
 * units.
 */
export function readAgedBalance(context: Context): Promise<AgedRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const habits = await payingHabits(tx, pharmacyId, addDays(today, -daysJudged))
    const ahead = await aheadByPayer(tx, pharmacyId)
    const owing = await receivables(tx, pharmacyId, today)
    const known = new Set(owing.map(({ payerId }) => payerId))
    const others: (Payer | undefined)[] = []
    for (const id of ahead.keys()) if (!known.has(id)) others.push(await findPayer(tx, pharmacyId, id))
    const nothing = { bills: 0, ...receivableOf([]) }
    return [
      ...owing,
      ...others.flatMap((payer) =>
        payer ? [{ payerKind: payer.kind, payerId: payer.id, payerName: payer.name, ...nothing }] : [],
      ),
    ]
      .map((row) => ({
        ...row,
        ahead: ahead.get(row.payerId ?? '') ?? 0,
        ...(habits.get(row.payerId ?? '') ?? { days: null, refused: null }),
      }))
      .toSorted((a, b) => b.left - b.notDue - (a.left - a.notDue) || b.owed - a.owed)
  })
}

/** Amounts in minor units; both days included. */
export function readBillingReport(context: Context, period: { from: string; to: string }): Promise<BillingReportRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => billingReport(tx, pharmacyId, period))
}
