import { Link } from 'wouter'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/dashboard/dashboard.module.css'

interface ExpiringBarsProps {
  months: readonly { month: string; value: number; lots: number }[]
}

const shortMonth = new Intl.DateTimeFormat('fr', { month: 'short', timeZone: 'UTC' })
/** Larger amounts do not fit on a bar; in units of the currency. */
const longestFigure = 1_000_000
/** Colours: this month is urgent, the next two are near. */
const tones = ['danger', 'warning', 'warning'] as const

/** The stock that expires in each of the next months, at sale price. A bar links to the lots of its month. */
export function ExpiringBars({ months }: ExpiringBarsProps) {
  const currency = useCurrency()
  const decimals = 10 ** currency.decimals
  const longest = longestFigure * decimals
  const most = Math.max(1, ...months.map(({ value }) => value))
  const total = months.reduce((sum, { value }) => sum + value, 0)
  return (
    <>
      <div className={classes.big}>
        <Money amount={total} unit /> <small>sur {months.length} mois</small>
      </div>
      <div className={classes.bars}>
        {months.map(({ month, value, lots }, at) => (
          <Link
            key={month}
            href={`/peremptions?expire=${month}`}
            className={`${classes.bar} officine-focus`}
            title={`${plural(lots, 'lot')}, ${formatMoney(value, currency)}`}
          >
            <span className={classes.column}>
              <b>{value === 0 ? null : most < longest ? <Money amount={value} /> : inMillions(value, decimals)}</b>
              <i data-tone={tones[at]} style={{ height: `${(value / most) * 78}%` }} />
            </span>
            {shortMonth.format(new Date(`${month}-01`))}
          </Link>
        ))}
      </div>
    </>
  )
}

/** « 1,3 M », « 1 298 M »: abbreviated, because the list behind has the exact amount. */
function inMillions(amount: number, decimals: number): string {
  const tenths = Math.round(amount / decimals / 100_000)
  return `${tenths < 100 ? formatAmount(tenths, { decimals: 1 }) : formatAmount(Math.round(tenths / 10), { decimals: 0 })}\u00a0M`
}
