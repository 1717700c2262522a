import { BarsChart } from '#shared/ui/charts/bars-chart.tsx'
import text from '#shared/ui/text.module.css'
import { plural } from '#shared/ui/plural.ts'

const initial = new Intl.DateTimeFormat('fr', { month: 'narrow', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('fr', { month: 'long', timeZone: 'UTC' })

/** Boxes sold in each of the last 12 months; the current month is darker. */
export function MonthlySales({ months }: { months: readonly { month: string; quantity: number }[] }) {
  if (months.every(({ quantity }) => quantity === 0)) return <p className={text.none}>Aucune vente en 12&nbsp;mois.</p>
  const last = months.at(-1)
  const best = months.reduce((most, month) => Math.max(most, month.quantity), 0)
  const label = last
    ? `Ventes par mois : ${plural(last.quantity, 'boîte')} en ${monthName.format(new Date(`${last.month}-01`))}, ${plural(best, 'boîte')} au plus`
    : 'Ventes par mois'
  return (
    <BarsChart
      label={label}
      height={96}
      bars={months.map(({ month, quantity }, at) => ({
        label: initial.format(new Date(`${month}-01`)),
        value: quantity,
        tone: at === months.length - 1 ? 'strong' : 'success',
      }))}
    />
  )
}
