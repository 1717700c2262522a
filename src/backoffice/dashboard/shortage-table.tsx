import { daysBetween } from '#shared/domain/dates.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'

type Shortage = { id: string; label: string; sold30Days: number; since: string | null }
interface ShortageTableProps {
  shortages: readonly Shortage[]
  today: string
}

const shown = 5
const longDays = 4

export const shortageExportColumns: readonly ExportColumn<Shortage>[] = [
  { header: 'Produit', exported: ({ label }) => label },
  { header: 'Vendus 30\u00a0j', exported: ({ sold30Days }) => sold30Days },
  { header: 'Depuis le', exported: ({ since }) => since && { day: since } },
]

/** Products out of stock that sold recently, most sold first. */
export function ShortageTable({ shortages, today }: ShortageTableProps) {
  if (shortages.length === 0) return <p className={text.none}>Tout ce qui se vend est en rayon.</p>
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>Produit</th>
          <th className={table.end}>Vendus 30&nbsp;j</th>
          <th className={table.end}>Depuis</th>
        </tr>
      </thead>
      <tbody>
        {shortages.slice(0, shown).map(({ id, label, sold30Days, since }) => (
          <tr key={id}>
            <td className={table.wide}>
              <TextLink to={`/stock/${id}`}>{unbroken(label)}</TextLink>
            </td>
            <td className={table.end}>{formatAmount(sold30Days, { decimals: 0 })}</td>
            <td className={table.end}>
              <Since days={since === null ? null : daysBetween(since, today)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Since({ days }: { days: number | null }) {
  if (days === null) return '–'
  return (
    <b className={days >= longDays ? classes.danger : days >= 2 ? classes.warning : ''}>
      {days <= 0 ? 'ce jour' : `${days}\u00a0j`}
    </b>
  )
}
