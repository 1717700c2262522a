import { PageSection } from '#kiosk/ui/page-section.tsx'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import type { PutDownCount } from '#shared/store/sales/sales-rows.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './register-lists.module.css'
import { meansName } from './register-words.ts'

/**
 * All counts of a register, oldest first, with hour and amounts: a second count removes none of them. Nothing for a
 * single count, which the result shows.
 */
export function PutDownCounts({ counts }: { counts: readonly PutDownCount[] }) {
  if (counts.length < 2) return null
  return (
    <PageSection title="Comptages">
      <ol className={classes.moves} aria-label="Comptages">
        {counts.map(({ at, denominations, others, reason }, place) => (
          <li key={`${at} ${place}`}>
            <span>{formatHour(trueInstant(at))}</span>
            <b>
              {place === 0 ? '1er comptage' : `${place + 1}e comptage`}
              {reason && `, recompté\u00a0: ${reason}`}
              {others.map((means) => (
                <span key={meansName(means)}>
                  , {meansName(means)} <Money amount={means.counted} />
                </span>
              ))}
            </b>
            <Money amount={countedTotal(denominations)} unit />
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
