import type { SaleSummary } from '#shared/contract/sales.ts'
import { type MovementType, paymentLabels } from '#shared/domain/payment.ts'
import { wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { flagWords } from '#backoffice/ui/sale-flags.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/sale-columns.module.css'

export function paymentName(type: string): string {
  return paymentLabels[type as MovementType] ?? type
}

export const saleColumns: readonly ExportedColumn<SaleSummary>[] = [
  {
    key: 'number',
    header: 'N°',
    width: 74,
    align: 'end',
    render: ({ number }) => <b>{number}</b>,
    exported: ({ number }) => number,
  },
  {
    key: 'day',
    header: 'Date',
    width: 98,
    render: ({ soldAt }) => formatShortDay(soldAt),
    exported: ({ soldAt }) => ({ day: wallClockFromDate(new Date(soldAt)).slice(0, 10) }),
  },
  {
    key: 'hour',
    header: 'Heure',
    width: 64,
    render: ({ soldAt }) => formatHour(soldAt),
    exported: ({ soldAt }) => formatHour(soldAt),
  },
  {
    key: 'seller',
    header: 'Vendeur',
    width: 140,
    grow: 1,
    render: ({ sellerName }) => sellerName,
    exported: ({ sellerName }) => sellerName,
  },
  {
    key: 'patient',
    header: 'Client',
    width: 130,
    grow: 0.8,
    priority: 3,
    render: ({ patientName }) => patientName ?? <span className={text.quiet}>–</span>,
    exported: ({ patientName }) => patientName,
  },
  {
    key: 'units',
    header: 'Boîtes',
    width: 70,
    align: 'end',
    priority: 1.5,
    render: ({ units }) => formatAmount(units, { decimals: 0 }),
    exported: ({ units }) => units,
  },
  {
    key: 'payments',
    header: 'Paiement',
    width: 120,
    grow: 0.8,
    render: ({ paymentTypes }) => paymentTypes.map(paymentName).join(', '),
    exported: ({ paymentTypes }) => paymentTypes.map(paymentName).join(', '),
  },
  {
    key: 'identifier',
    header: 'Ticket',
    width: 104,
    priority: 4,
    render: ({ identifier }) => <span className={text.quiet}>{identifier}</span>,
    exported: ({ identifier }) => identifier,
  },
  {
    key: 'total',
    header: 'Total',
    width: 96,
    align: 'end',
    render: ({ total, status }) => (
      <span className={status === 'CANCELED' ? classes.canceled : ''}>
        <Money amount={total} />
      </span>
    ),
    exported: ({ total }) => ({ money: total }),
  },
  {
    key: 'returned',
    header: 'Repris',
    width: 84,
    align: 'end',
    priority: 2,
    render: ({ returned }) => (returned === 0 ? <span className={text.quiet}>–</span> : <Money amount={returned} />),
    exported: ({ returned }) => (returned === 0 ? null : { money: returned }),
  },
  {
    key: 'state',
    header: 'État',
    width: 148,
    priority: 1.2,
    render: (sale) => <SaleState sale={sale} />,
    exported: (sale) =>
      saleStates(sale)
        .map(({ label }) => label)
        .join(', '),
  },
]

/** What became of a sale, in a word each: the most important first. */
export function saleStates({
  status,
  replacedBy,
  returned,
  total,
  flags,
}: Pick<SaleSummary, 'status' | 'replacedBy' | 'returned' | 'total' | 'flags'>): { label: string; tone: StatusTone }[] {
  if (status === 'CANCELED') return [{ label: replacedBy ? 'Remplacée' : 'Annulée', tone: 'neutral' }]
  return [
    ...(returned > 0 ? [{ label: returned >= total ? 'Tout repris' : 'Retour', tone: 'info' as const }] : []),
    ...flags.map((flag) => ({ label: flagWords(flag).tag, tone: 'warning' as const })),
  ]
}

function SaleState({ sale }: { sale: SaleSummary }) {
  const [first, ...others] = saleStates(sale)
  if (first === undefined) return null
  return <StatusTag tone={first.tone}>{others.length > 0 ? `${first.label} +${others.length}` : first.label}</StatusTag>
}
