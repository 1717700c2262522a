import type { CashRegister } from '#shared/contract/cash-registers.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import { byState, registerState } from '#backoffice/cash-registers/register-words.ts'
import { Gap } from '#backoffice/ui/gap.tsx'

const none = <span className={text.quiet}>–</span>
const moment = (instant: string) => `${formatShortDay(instant)} ${formatHour(instant)}`
const byText = (textOf: (register: CashRegister) => string) => (one: CashRegister, other: CashRegister) =>
  textOf(one).localeCompare(textOf(other), 'fr')
/** A gap that nobody knows stands before the known ones. */
const byNumber = (numberOf: (register: CashRegister) => number | null) => (one: CashRegister, other: CashRegister) =>
  (numberOf(one) ?? -Infinity) - (numberOf(other) ?? -Infinity) || 0

export const registerColumns: readonly ExportedColumn<CashRegister>[] = [
  {
    key: 'etat',
    header: 'État',
    width: 124,
    sortable: true,
    compare: byState,
    render: (row) => <State row={row} />,
    exported: (row) => registerState(row).label,
  },
  {
    key: 'ouverte',
    header: 'Ouverte le',
    width: 132,
    sortable: true,
    compare: byText(({ openedAt }) => openedAt),
    render: ({ openedAt }) => moment(openedAt),
    exported: ({ openedAt }) => ({ moment: openedAt }),
  },
  {
    key: 'par',
    header: 'Ouverte par',
    width: 140,
    grow: 1,
    sortable: true,
    compare: byText(({ openedByName }) => openedByName),
    render: ({ openedByName }) => <b>{openedByName}</b>,
    exported: ({ openedByName }) => openedByName,
  },
  {
    key: 'tenue',
    header: 'Tenue par',
    width: 130,
    grow: 0.8,
    priority: 3,
    sortable: true,
    compare: byText(({ heldByName }) => heldByName),
    render: ({ heldByName }) => heldByName,
    exported: ({ heldByName }) => heldByName,
  },
  {
    key: 'fond',
    header: 'Fond',
    width: 88,
    align: 'end',
    sortable: true,
    compare: byNumber(({ float }) => float),
    render: ({ float }) => <Money amount={float} />,
    exported: ({ float }) => ({ money: float }),
  },
  {
    key: 'fermee',
    header: 'Fermée le',
    width: 132,
    sortable: true,
    compare: byText(({ closedAt }) => closedAt ?? ''),
    render: ({ closedAt }) => (closedAt === null ? none : moment(closedAt)),
    exported: ({ closedAt }) => closedAt && { moment: closedAt },
  },
  {
    key: 'fermee-par',
    header: 'Fermée par',
    width: 130,
    grow: 0.8,
    priority: 2,
    sortable: true,
    compare: byText(({ closedByName }) => closedByName ?? ''),
    render: ({ closedByName }) => closedByName ?? none,
    exported: ({ closedByName }) => closedByName,
  },
  {
    key: 'ventes',
    header: 'Ventes',
    width: 76,
    align: 'end',
    sortable: true,
    compare: byNumber(({ sales }) => sales),
    render: ({ sales }) => formatAmount(sales, { decimals: 0 }),
    exported: ({ sales }) => sales,
  },
  {
    key: 'ecart',
    header: 'Écart',
    width: 92,
    align: 'end',
    sortable: true,
    compare: byNumber(({ gap }) => gap),
    render: ({ gap }) => <Gap amount={gap} />,
    exported: ({ gap }) => (gap === null ? null : { money: gap }),
  },
]

function State({ row }: { row: CashRegister }) {
  const { label, tone } = registerState(row)
  return <StatusTag tone={tone}>{label}</StatusTag>
}
