import type { Difference } from '#shared/domain/register/closing.ts'
import { Money } from '#shared/ui/money.tsx'
import { meansName } from './register-words.ts'
import table from './register-table.module.css'

interface ComparedCountsProps {
  label: string
  /** What the three amounts of a row are: compared with, counted, and the difference. */
  names: readonly [string, string, string]
  rows: readonly Difference[]
}

/** A count beside what it is compared with, means by means. */
export function ComparedCounts({ label, names, rows }: ComparedCountsProps) {
  return (
    <table className={`${table.table} ${table.framed}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Moyen</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={meansName(row)}>
            <th scope="row">{meansName(row)}</th>
            <td>
              <Money amount={row.expected} />
            </td>
            <td>
              <Money amount={row.counted} />
            </td>
            <td>
              <Money amount={row.gap} signed tone={row.gap === 0 ? 'success' : 'warning'} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
