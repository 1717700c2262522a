import { Link } from 'wouter'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/dashboard/dashboard.module.css'

interface ExpiringBarsProps {
  months: readonly { month: string; value: number; lots: number }[]
}

const shortMonth = new Intl.DateTimeFormat('fr', { month: 'short', timeZone: 'UTC' })
/** This month is urgent, the next two are near. */
const tones = ['danger', 'warning', 'warning'] as const

/** What expires in each of the next months, at sale price; each bar opens the lots of its month. */
export function ExpiringBars({ months }: ExpiringBarsProps) {
  const most = Math.max(1, ...months.map(({ value }) => value))
  const total = months.reduce((sum, { value }) => sum + value, 0)
  return (
    <>
      <div className={classes.big}>
        <Money amount={total} unit /> <small>sur {months.length} mois</small>
      </div>
      <div className={classes.bars}>
        {months.map(({ month, value, lots }, at) => (
          <Link key={month} href={`/stock?expire=${month}`} className={`${classes.bar} officine-focus`} title={plural(lots, 'lot')}>
            <span className={classes.column}>
              <b>{value > 0 && <Money amount={value} />}</b>
              <i data-tone={tones[at]} style={{ height: `${(value / most) * 78}%` }} />
            </span>
            {shortMonth.format(new Date(`${month}-01`))}
          </Link>
        ))}
      </div>
    </>
  )
}
