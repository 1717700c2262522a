import type { Disbursement } from '#shared/contract/disbursements.ts'
import { wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'

const none = <span className={text.quiet}>–</span>

export const disbursementColumns: readonly ExportedColumn<Disbursement>[] = [
  {
    key: 'number',
    header: 'N°',
    width: 64,
    align: 'end',
    render: ({ number }) => <b>{number}</b>,
    exported: ({ number }) => number,
  },
  {
    key: 'day',
    header: 'Date',
    width: 98,
    render: ({ spentAt }) => formatShortDay(spentAt),
    exported: ({ spentAt }) => ({ day: wallClockFromDate(new Date(spentAt)).slice(0, 10) }),
  },
  {
    key: 'hour',
    header: 'Heure',
    width: 62,
    render: ({ spentAt }) => formatHour(spentAt),
    exported: ({ spentAt }) => formatHour(spentAt),
  },
  {
    key: 'reason',
    header: 'Motif',
    width: 160,
    grow: 1,
    render: ({ reason }) => reason,
    exported: ({ reason }) => reason,
  },
  {
    key: 'beneficiary',
    header: 'Bénéficiaire',
    width: 140,
    grow: 0.8,
    priority: 2,
    render: ({ beneficiary }) => beneficiary ?? none,
    exported: ({ beneficiary }) => beneficiary,
  },
  {
    key: 'note',
    header: 'Note',
    width: 150,
    grow: 0.8,
    priority: 3,
    render: ({ note }) => note ?? none,
    exported: ({ note }) => note,
  },
  {
    key: 'user',
    header: 'Par',
    width: 140,
    grow: 0.6,
    render: ({ userName }) => userName,
    exported: ({ userName }) => userName,
  },
  {
    key: 'amount',
    header: 'Montant',
    width: 104,
    align: 'end',
    render: ({ amount }) => (
      <b>
        <Money amount={amount} />
      </b>
    ),
    exported: ({ amount }) => ({ money: amount }),
  },
]
