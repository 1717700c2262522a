import type { DrawerGap } from '#shared/contract/usage.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import own from '#backoffice/dashboard/morning.module.css'
import { Gap } from '#backoffice/ui/gap.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface GapTableProps {
  gaps: readonly DrawerGap[]
  /** The day of comparison: « Vendredi 13 ». */
  before: { name: string; gaps: readonly DrawerGap[] }
  /** The member may open registers. */
  links: boolean
}

/** What each drawer that closed yesterday missed, by holder, beside the same weekday before; a name opens the closing report. */
export function GapTable({ gaps, before, links }: GapTableProps) {
  return (
    <div className={own.gaps}>
      <table className={table.table} aria-label="Écarts de caisse par caisse et par caissier">
        <thead>
          <tr>
            <th>Caisse de</th>
            <th className={`${table.end} ${classes.wideOnly}`}>Attendu</th>
            <th className={`${table.end} ${classes.wideOnly}`}>Compté</th>
            <th className={table.end}>Écart</th>
            <th className={table.end}>{before.name}</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map(
            ({ registerId, holderId, openedAt, name, countedByName, expected, counted, gap, recount }, place) => (
              <tr key={place}>
                <td className={table.wide}>
                  <div>{links ? <TextLink to={`/caisses/${registerId}`}>{name}</TextLink> : name}</div>
                  <small className={own.under}>
                    ouverte {formatMoment(openedAt)}
                    {countedByName !== null && `, comptée par ${countedByName}`}
                  </small>
                </td>
                <td className={`${table.end} ${classes.wideOnly}`}>
                  <Money amount={expected} />
                </td>
                <td className={`${table.end} ${classes.wideOnly}`}>
                  <Money amount={counted} />
                </td>
                <td className={table.end}>
                  <Gap amount={gap} />
                  {recount && (
                    <small className={own.under}>
                      recompté <Gap amount={recount.gap} />
                    </small>
                  )}
                </td>
                <td className={table.end}>
                  <GapsOf gaps={before.gaps.filter((each) => each.holderId === holderId)} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** One gap for each drawer: they do not add up. */
function GapsOf({ gaps }: { gaps: readonly DrawerGap[] }) {
  if (gaps.length === 0) return <Gap amount={null} />
  return gaps.map(({ gap }, place) => (
    <div key={place}>
      <Gap amount={gap} />
    </div>
  ))
}
