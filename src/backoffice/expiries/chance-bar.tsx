import { safeChance } from '#shared/domain/expiries/expiry-proposal.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from '#backoffice/expiries/expiries.module.css'
import { nothing } from '#backoffice/ui/lists/columns.tsx'

const even = 0.5

/** The chance to sell a lot before its date, as a bar with its percentage. */
export function ChanceBar({ chance }: { chance: number | null }) {
  if (chance === null) return nothing
  const percent = Math.round(chance * 100)
  const tone = chance >= safeChance ? 'success' : chance >= even ? 'warning' : 'danger'
  return (
    <span className={classes.chance}>
      <span className={classes.track} aria-hidden>
        <i data-tone={tone} style={{ width: `${percent}%` }} />
      </span>
      <b>{formatPercent(percent)}</b>
    </span>
  )
}
