import type { PersonGap } from '#shared/contract/usage.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { addressOfDayRegisters } from '#backoffice/dashboard/day-sales.ts'
import own from '#backoffice/dashboard/morning.module.css'
import { Gap } from '#backoffice/ui/gap.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface GapTableProps {
  day: string
  gaps: readonly PersonGap[]
  /** The day of comparison: « Vendredi 13 ». */
  before: { name: string; gaps: readonly PersonGap[] }
  /** The member may open registers. */
  links: boolean
}

/** What each person counted yesterday, beside the same weekday before; a name opens the closing report. */
export function GapTable({ day, gaps, before, links }: GapTableProps) {
  return (
    <div className={own.gaps}>
      <table className={table.table} aria-label="Écarts de caisse par personne">
        <thead>
          <tr>
            <th>Caisse fermée par</th>
            <th className={`${table.end} ${classes.wideOnly}`}>Attendu</th>
            <th className={`${table.end} ${classes.wideOnly}`}>Compté</th>
            <th className={table.end}>Écart</th>
            <th className={table.end}>{before.name}</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map(({ userId, name, registerIds, expected, counted, gap }) => (
            <tr key={userId}>
              <td className={table.wide}>
                {links ? <TextLink to={registerAddress(registerIds, day)}>{name}</TextLink> : name}
              </td>
              <td className={`${table.end} ${classes.wideOnly}`}>
                <Money amount={expected} />
              </td>
              <td className={`${table.end} ${classes.wideOnly}`}>
                <Money amount={counted} />
              </td>
              <td className={table.end}>
                <Gap amount={gap} />
              </td>
              <td className={table.end}>
                <Gap amount={before.gaps.find((each) => each.userId === userId)?.gap ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function registerAddress(registerIds: readonly string[], day: string): string {
  return registerIds.length === 1 ? `/caisses/${registerIds[0]!}` : addressOfDayRegisters(day)
}
