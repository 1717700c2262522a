import type { ReactNode } from 'react'
import type { TurnoverStatistics } from '#shared/contract/usage.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { currencySymbol, formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { addressOfDaySales } from '#backoffice/dashboard/day-sales.ts'
import { Change, Figure } from '#backoffice/dashboard/figure.tsx'
import { weekdayOf } from '#backoffice/dashboard/weekday.ts'

/** The five figures of a day, beside the mean of the same weekday in the 8 previous weeks. */
export function KeyFigures({ statistics: { day, today, usual, margin, hours } }: { statistics: TurnoverStatistics }) {
  const currency = useCurrency()
  const average = `un ${weekdayOf(day)} moyen`
  // Tested on the whole day: early in the morning the usual turnover may be 0, which is still a comparison.
  const hasUsual = hours.some(({ usualTurnover }) => usualTurnover > 0)
  const basket = (period: { turnover: number; sales: number }) =>
    period.sales === 0 ? 0 : Math.round(period.turnover / period.sales)
  const daySales = addressOfDaySales(day)
  const compared = (figure: ReactNode) =>
    hasUsual ? (
      <small>
        {figure} {average}
      </small>
    ) : (
      <small>{`pas encore de ${weekdayOf(day)} moyen`}</small>
    )
  return (
    <div className={classes.figures}>
      <Figure
        to={daySales}
        name="Chiffre d’affaires"
        value={
          <>
            <Money amount={today.turnover} /> <i>{currencySymbol(currency)}</i>
          </>
        }
      >
        {usual.turnover > 0 ? (
          <small>
            <Change amount={today.turnover} before={usual.turnover} than={` par rapport à ${average}`} />
          </small>
        ) : (
          compared(<Money amount={0} />)
        )}
      </Figure>
      <Figure to={daySales} name="Ventes" value={formatAmount(today.sales, { decimals: 0 })}>
        {compared(formatAmount(usual.sales, { decimals: 0 }))}
      </Figure>
      <Figure to={daySales} name="Panier moyen" value={today.sales === 0 ? '–' : <Money amount={basket(today)} />}>
        {compared(<Money amount={basket(usual)} />)}
      </Figure>
      <Figure to={daySales} name="Boîtes vendues" value={formatAmount(today.units, { decimals: 0 })}>
        {compared(formatAmount(usual.units, { decimals: 0 }))}
      </Figure>
      {margin !== null && (
        <Figure to={daySales} name="Marge" value={formatPercent(margin)}>
          <small>du chiffre d’affaires</small>
        </Figure>
      )}
    </div>
  )
}
