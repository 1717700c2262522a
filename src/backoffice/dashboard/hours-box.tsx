import { useAtomValue } from 'jotai'
import type { TurnoverStatistics } from '#shared/contract/usage.ts'
import type { HourBar } from '#shared/ui/charts/hours-chart.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { hourAtom } from '#backoffice/ui/today.ts'
import { chartHeight, LateHoursChart } from '#backoffice/dashboard/late-hours-chart.tsx'
import { weekdayOf } from '#backoffice/dashboard/weekday.ts'

/** Usual opening hours, shown also without sales. */
const [opens, closes] = [8, 19]

/** Turnover by hour beside an average day. Future hours have no bar, which differs from a turnover of 0. */
export function HoursBox({ statistics, isToday }: { statistics: TurnoverStatistics; isToday: boolean }) {
  const currency = useCurrency()
  const hour = useAtomValue(hourAtom)
  const hours = hourBars(statistics, isToday ? hour : 23)
  const best = hours.reduce<HourBar | null>(
    (most, hour) => ((hour.amount ?? 0) > (most?.amount ?? 0) ? hour : most),
    null,
  )
  const weekday = weekdayOf(statistics.day)
  return (
    <LateHoursChart
      height={chartHeight}
      label={
        best
          ? `Ventes par heure, le plus fort à ${best.label} : ${formatMoney(best.amount ?? 0, currency)}`
          : 'Ventes par heure : aucune vente'
      }
      hours={hours}
      amountName={isToday ? 'Aujourd’hui' : 'Ce jour'}
      {...(statistics.usual.sales > 0 || hours.some(({ average }) => (average ?? 0) > 0)
        ? { averageName: `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} moyen` }
        : {})}
    />
  )
}

function hourBars({ hours }: TurnoverStatistics, lastHour: number): HourBar[] {
  const busy = hours.filter(({ turnover, usualTurnover }) => turnover > 0 || usualTurnover > 0).map(({ hour }) => hour)
  const [from, to] = [Math.min(opens, ...busy), Math.max(closes, ...busy)]
  return hours.slice(from, to + 1).map(({ hour, turnover, usualTurnover }) => ({
    label: `${hour}\u00a0h`,
    amount: hour > lastHour ? null : turnover,
    average: usualTurnover,
  }))
}
