import type { SaleSummary } from '#shared/contract/sales.ts'
import { type MovementType, paymentLabels } from '#shared/domain/payment.ts'
import type { Column } from '#shared/ui/data-table-column.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { flagWords } from '#backoffice/sales/sale-flags.ts'
import classes from '#backoffice/sales/sales.module.css'

export function paymentName(type: string): string {
  return paymentLabels[type as MovementType] ?? type
}

export const saleColumns: readonly Column<SaleSummary>[] = [
  { key: 'number', header: 'N°', width: 74, align: 'end', render: ({ number }) => <b>{number}</b> },
  { key: 'day', header: 'Date', width: 98, render: ({ soldAt }) => formatShortDay(soldAt) },
  { key: 'hour', header: 'Heure', width: 64, render: ({ soldAt }) => formatHour(soldAt) },
  { key: 'seller', header: 'Vendeur', width: 140, grow: 1, render: ({ sellerName }) => sellerName },
  { key: 'patient', header: 'Client', width: 130, grow: 0.8, priority: 3, render: ({ patientName }) => patientName ?? <span className={classes.none}>–</span> },
  { key: 'units', header: 'Boîtes', width: 70, align: 'end', priority: 1.5, render: ({ units }) => formatAmount(units, { decimals: 0 }) },
  { key: 'payments', header: 'Paiement', width: 120, grow: 0.8, render: ({ paymentTypes }) => paymentTypes.map(paymentName).join(', ') },
  { key: 'identifier', header: 'Ticket', width: 104, priority: 4, render: ({ identifier }) => <span className={classes.quiet}>{identifier}</span> },
  { key: 'total', header: 'Total', width: 96, align: 'end', render: ({ total, status }) => <span className={status === 'CANCELED' ? classes.canceled : ''}><Money amount={total} /></span> },
  { key: 'state', header: 'État', width: 132, priority: 1.2, render: (sale) => <SaleState sale={sale} /> },
]

function SaleState({ sale: { status, flags } }: { sale: SaleSummary }) {
  if (status === 'CANCELED') return <StatusTag>Annulée</StatusTag>
  const [first, ...others] = flags
  if (first === undefined) return null
  return <StatusTag tone="warning">{others.length > 0 ? `${flagWords(first).tag} +${others.length}` : flagWords(first).tag}</StatusTag>
}
