import type { MissedProduct, MissedSale } from '#shared/contract/missed-sales.ts'
import { wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { reasonWords } from '#backoffice/missed-sales/missed-filters.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/missed-sales/missed-sales.module.css'

const count = (quantity: number) => formatAmount(quantity, { decimals: 0 })
const orDash = (quantity: number) => (quantity === 0 ? <span className={text.quiet}>–</span> : count(quantity))
const dayHere = (instant: string) => ({ day: wallClockFromDate(new Date(instant)).slice(0, 10) })

export const productColumns: readonly ExportedColumn<MissedProduct>[] = [
  {
    key: 'label',
    header: 'Produit',
    width: 240,
    grow: 1,
    render: (row) => <Label row={row} />,
    exported: ({ label }) => label,
  },
  {
    key: 'times',
    header: 'Demandes',
    width: 100,
    align: 'end',
    render: ({ times }) => count(times),
    exported: ({ times }) => times,
  },
  {
    key: 'quantity',
    header: 'Quantité',
    width: 96,
    align: 'end',
    render: ({ quantity }) => count(quantity),
    exported: ({ quantity }) => quantity,
  },
  {
    key: 'value',
    header: 'Valeur',
    width: 112,
    align: 'end',
    render: ({ value }) => (
      <b>
        <Money amount={value} />
      </b>
    ),
    exported: ({ value }) => ({ money: value }),
  },
  {
    key: 'absent',
    header: 'Absent',
    width: 84,
    align: 'end',
    priority: 1.5,
    render: ({ absent }) => orDash(absent),
    exported: ({ absent }) => absent,
  },
  {
    key: 'tooDear',
    header: 'Trop cher',
    width: 96,
    align: 'end',
    priority: 1.5,
    render: ({ tooDear }) => orDash(tooDear),
    exported: ({ tooDear }) => tooDear,
  },
  {
    key: 'last',
    header: 'Dernière',
    width: 110,
    render: ({ lastAt }) => formatShortDay(lastAt),
    exported: ({ lastAt }) => dayHere(lastAt),
  },
]

export const missedColumns: readonly ExportedColumn<MissedSale>[] = [
  {
    key: 'day',
    header: 'Date',
    width: 98,
    render: ({ missedAt }) => formatShortDay(missedAt),
    exported: ({ missedAt }) => dayHere(missedAt),
  },
  {
    key: 'hour',
    header: 'Heure',
    width: 64,
    render: ({ missedAt }) => formatHour(missedAt),
    exported: ({ missedAt }) => formatHour(missedAt),
  },
  {
    key: 'label',
    header: 'Produit',
    width: 240,
    grow: 1,
    render: (row) => <Label row={row} />,
    exported: ({ label }) => label,
  },
  {
    key: 'reason',
    header: 'Raison',
    width: 110,
    render: ({ reason }) => (
      <StatusTag tone={reason === 'absent' ? 'warning' : 'neutral'}>{reasonWords[reason]}</StatusTag>
    ),
    exported: ({ reason }) => reasonWords[reason],
  },
  {
    key: 'quantity',
    header: 'Quantité',
    width: 96,
    align: 'end',
    render: ({ quantity }) => count(quantity),
    exported: ({ quantity }) => quantity,
  },
  {
    key: 'price',
    header: 'Prix',
    width: 96,
    align: 'end',
    priority: 1.5,
    render: ({ price }) => (price === null ? <span className={text.quiet}>–</span> : <Money amount={price} />),
    exported: ({ price }) => (price === null ? null : { money: price }),
  },
  {
    key: 'value',
    header: 'Valeur',
    width: 112,
    align: 'end',
    render: ({ price, quantity }) =>
      price === null ? (
        <span className={text.quiet}>–</span>
      ) : (
        <b>
          <Money amount={price * quantity} />
        </b>
      ),
    exported: ({ price, quantity }) => (price === null ? null : { money: price * quantity }),
  },
  {
    key: 'seller',
    header: 'Notée par',
    width: 150,
    grow: 0.4,
    render: ({ byName }) => byName,
    exported: ({ byName }) => byName,
  },
]

/** What the pharmacy does not hold leads nowhere. */
function Label({ row: { label, pharmacyProductId } }: { row: Pick<MissedSale, 'label' | 'pharmacyProductId'> }) {
  return (
    <span className={classes.label}>
      <b>{label}</b>
      {pharmacyProductId === null && <StatusTag>Hors stock</StatusTag>}
    </span>
  )
}
