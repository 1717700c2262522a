import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { type MovementType, paymentLabels } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import {
  countColumn,
  dayColumn,
  hourColumn,
  type ListColumn,
  moneyColumn,
  nothing,
  numberColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { flagWords } from '#backoffice/ui/sale-flags.ts'
import classes from '#backoffice/ui/sale-columns.module.css'

export function paymentName(type: string): string {
  return paymentLabels[type as MovementType] ?? type
}

export const saleColumns: readonly ListColumn<SaleSummary>[] = [
  numberColumn('number', 'N°', ({ number }) => number, { strong: true, width: 74 }),
  { ...dayColumn('day', 'Date', ({ soldAt }) => soldAt), sortKey: 'soldAt' },
  hourColumn('hour', 'Heure', ({ soldAt }) => soldAt, { width: 64 }),
  textColumn('seller', 'Vendeur', ({ sellerName }) => sellerName, { width: 140, grow: 1 }),
  textColumn('patient', 'Client', ({ patientName }) => patientName, { width: 130, grow: 0.8, priority: 3 }),
  textColumn('debtors', 'Doit', ({ debtors }) => debtors.join(', ') || null, { width: 100, grow: 0.4, priority: 2.5 }),
  countColumn('units', 'Boîtes', ({ units }) => units, { width: 70, priority: 1.5 }),
  textColumn('payments', 'Paiement', ({ paymentTypes }) => paymentTypes.map(paymentName).join(', '), {
    width: 150,
    grow: 0.8,
  }),
  textColumn('identifier', 'Ticket', ({ identifier }) => identifier, { width: 104, priority: 4, quiet: true }),
  {
    ...moneyColumn('total', 'Total', ({ total }: SaleSummary) => total, { width: 96 }),
    render: ({ total, status }) =>
      total === null ? (
        nothing
      ) : (
        <span className={status === 'CANCELED' ? classes.canceled : ''}>
          <Money amount={total} />
        </span>
      ),
  },
  moneyColumn('returned', 'Repris', ({ returned }) => returned || null, { width: 84, priority: 2 }),
  {
    ...textColumn('state', 'État', (sale: SaleSummary) => stateText(sale), { width: 148, priority: 1.2 }),
    render: (sale) => <SaleState sale={sale} />,
  },
]

function stateText(sale: SaleSummary): string {
  return saleStates(sale)
    .map(({ label }) => label)
    .join(', ')
}

/** The states of a sale, most important first. */
export function saleStates({
  status,
  replacedBy,
  returned,
  total,
  flags,
}: Pick<SaleSummary, 'status' | 'replacedBy' | 'returned' | 'total' | 'flags'>): { label: string; tone: StatusTone }[] {
  if (status === 'CANCELED') return [{ label: replacedBy ? 'Remplacée' : 'Annulée', tone: 'neutral' }]
  return [
    ...(returned !== 0
      ? [
          {
            label: total !== null && returned !== null && returned >= total ? 'Tout repris' : 'Retour',
            tone: 'info' as const,
          },
        ]
      : []),
    ...severeFirst(flags).map(({ tag, isSevere }) => ({
      label: tag,
      tone: isSevere ? ('danger' as const) : ('warning' as const),
    })),
  ]
}

// The list shows only the first.
function severeFirst(flags: readonly string[]) {
  return flags.map(flagWords).toSorted((a, b) => Number(b.isSevere ?? false) - Number(a.isSevere ?? false))
}

function SaleState({ sale }: { sale: SaleSummary }) {
  const [first, ...others] = saleStates(sale)
  if (first === undefined) return null
  return <StatusTag tone={first.tone}>{others.length > 0 ? `${first.label} +${others.length}` : first.label}</StatusTag>
}
