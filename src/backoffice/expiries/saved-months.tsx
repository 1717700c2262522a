import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/expiries/expiries.module.css'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const monthName = new Intl.DateTimeFormat('fr', { month: 'long', timeZone: 'UTC' })
const shownMonths = 5

/** What this work saved this month, and in the months before. */
export function SavedMonths() {
  const { data } = useAnswer(expiryTasks.saved, {}, { enabled: useMay(expiryTasks.saved), keep: true })
  const months = data?.months.toReversed().slice(0, shownMonths + 1)
  const [current, ...before] = months ?? []
  if (!current) return null
  return (
    <section aria-label="Pertes évitées" className={classes.saved}>
      <span>
        Pertes évitées ce mois{' '}
        <strong>
          <Money amount={current.total} unit />
        </strong>
      </span>
      {before
        .filter(({ total }) => total > 0)
        .map(({ month, total }) => (
          <span key={month}>
            {monthName.format(new Date(`${month}-01`))} <Money amount={total} />
          </span>
        ))}
    </section>
  )
}
