import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { Gap } from '#backoffice/ui/gap.tsx'

const title = 'Comptages avant la fin'

/**
 * The counts that were put down before this one: the first is judged, the others name their reason. Nothing when the
 * only one is this one.
 */
export function EarlierCounts({ count: { earlier, isRecount, gap } }: { count: RegisterCount }) {
  const [first] = earlier
  if (!first || (!isRecount && first.gap === gap)) return null
  return (
    <>
      <h3 className={classes.caption}>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {earlier.map((count, place) => (
          <li key={place}>
            <span>
              {place === 0 ? 'Premier comptage' : `Recompté\u00a0: ${count.reason ?? 'sans motif'}`}
              {`, ${formatMoment(count.countedAt)}, ${count.byName}\u00a0: `}
              <Money amount={count.differences.reduce((sum, row) => sum + row.counted, 0)} unit />
            </span>
            <Gap amount={count.gap} unit />
          </li>
        ))}
      </ul>
    </>
  )
}
