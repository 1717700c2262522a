import type { TurnoverStatistics } from '#shared/contract/usage.ts'
import { addDays, localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { saturated } from '#shared/domain/money.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { costsOfDay, turnoverByHour, type HourOfDay } from '#server/usage/turnover.repo.ts'

const comparedWeeks = 8
const noSales = { turnover: 0, sales: 0, units: 0 }

/**
 * The turnover of a day (default: today) by hour in the pharmacy's time zone, compared with the usual one: the mean of
 * the same weekday over the 8 weeks before, for the days that had sales. A return counts negatively at its own time.
 * The usual turnover of today stops at the current time of day, so that equal parts of a day are compared. Without the
 * drawers that are withheld from the member.
 */
export async function readTurnoverStatistics(context: Context, askedDay?: string): Promise<TurnoverStatistics> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const today = localDayOf(context.now, timeZone)
    const day = askedDay ?? today
    const days = [day, ...weekdaysBefore(day)]
    const withheld = await withheldFrom(tx, context)
    const until = day === today ? context.now : null
    const rows = await turnoverByHour(tx, pharmacyId, { days, timeZone, until, withheld })
    const costs = context.actor.permissions.has('stock.see-cost')
      ? await costsOfDay(tx, pharmacyId, { day, timeZone, withheld })
      : null
    const ofDay = rows.filter((row) => row.day === day)
    const before = rows.filter((row) => row.day !== day)
    const daysWithSales = new Set(before.filter((row) => row.sales > 0).map((row) => row.day)).size
    const mean = (amount: number): number => (daysWithSales === 0 ? 0 : Math.round(amount / daysWithSales))
    const usual = before.reduce((sum, row) => add(sum, row.soFar), noSales)
    return {
      day,
      ...(withheld.length > 0 && { withheld: true as const }),
      today: ofDay.reduce((sum, row) => add(sum, row), noSales),
      usual: { turnover: mean(usual.turnover), sales: mean(usual.sales), units: mean(usual.units) },
      margin: costs && costs.price > 0 ? Math.round(((costs.price - costs.cost) / costs.price) * 1000) / 10 : null,
      hours: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        turnover: total(ofDay, hour).turnover,
        sales: total(ofDay, hour).sales,
        usualTurnover: mean(total(before, hour).turnover),
      })),
    }
  })
}

function weekdaysBefore(day: string): string[] {
  try {
    return Array.from({ length: comparedWeeks }, (_, index) => addDays(day, -7 * (index + 1)))
  } catch (error) {
    // the first weeks of the calendar have no weeks before them
    if (error instanceof RangeError)
      throw new AppError('requests:invalid', { issues: [{ path: 'query.day', message: 'out of the calendar' }] })
    throw error
  }
}

type Period = { turnover: number; sales: number; units: number }

function add(a: Period, b: Period): Period {
  return { turnover: saturated(a.turnover + b.turnover), sales: a.sales + b.sales, units: a.units + b.units }
}

function total(rows: readonly HourOfDay[], hour: number): Period {
  return rows.filter((row) => row.hour === hour).reduce((sum, row) => add(sum, row), noSales)
}
