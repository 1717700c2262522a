import { lazy, Suspense } from 'react'
import type { AgedRow } from '#shared/contract/bill-reports.ts'
import { bills } from '#shared/contract/bills.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatAmount, formatMoney, formatPercent } from '#shared/ui/money-format.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'
import classes from '#backoffice/reports/reports.module.css'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { moneyColumn, nothing, numberColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const BarsChart = lazy(() => import('#shared/ui/charts/bars-chart.tsx').then((file) => ({ default: file.BarsChart })))
const title = 'Ce qui est dû aujourd’hui'
const rowHeight = 36
const shownRows = 12

const lateOf = ({ left, notDue }: AgedRow): number => left - notDue
const columns = sortedHere<AgedRow>([
  textColumn('payer', 'Assureur ou organisme', ({ payerName }) => payerName, { strong: true, width: 120, grow: 1 }),
  moneyColumn('owed', 'Dû', ({ owed }) => owed, { width: 104, strong: true }),
  moneyColumn('late', 'En retard', (row) => lateOf(row) || null, { width: 104, priority: 2 }),
  moneyColumn('unbilled', 'Pas encore facturé', ({ unbilled }) => unbilled || null, { width: 150, priority: 4 }),
  {
    ...numberColumn<AgedRow>('days', 'Paie en (jours)', ({ days }) => days, { width: 128, priority: 3 }),
    render: ({ days }: AgedRow) => (days === null ? nothing : formatAmount(days, { decimals: 0 })),
  },
  {
    ...numberColumn<AgedRow>('refused', 'Part refusée', ({ refused }) => refused, { width: 112, priority: 5 }),
    render: ({ refused }: AgedRow) => (refused === null ? nothing : formatPercent(refused)),
  },
])
const ages = [
  ['notDue', 'Pas encore dû', 'success'],
  ['upTo30', '1 à 30 j', 'neutral'],
  ['upTo60', '31 à 60 j', 'warning'],
  ['upTo90', '61 à 90 j', 'warning'],
  ['over90', 'Plus de 90 j', 'danger'],
] as const

type Props = { filters: readonly ReportFilter[]; onFilter: (filter: ReportFilter) => void }

/** What insurers and organizations owe now: the rows of the aged balance, whatever the period. */
export function OwedView({ filters, onFilter }: Props) {
  const { data, error, retry } = useAnswer(bills.aged, {})
  const payer = filters.find(({ dimension }) => dimension === 'payer')
  const rows = data
    ?.filter(({ payerKind, owed }) => payerKind !== 'person' && owed > 0)
    .filter(({ payerId }) => !payer || payer.key === (payerId ?? ''))
    .toSorted((a, b) => b.owed - a.owed)
  return (
    <Sheet
      title={title}
      actions={
        rows && (
          <>
            <TextLink to="/factures/balance">Balance âgée</TextLink>
            <ListExport
              name={title}
              columns={columns}
              filters={payer ? `Assureur ou organisme = ${payer.name}` : 'Tous les assureurs et organismes'}
              source={() => ({ rows })}
              isLocal
              small
            />
          </>
        )
      }
    >
      {rows ? (
        <Owed rows={rows} onFilter={onFilter} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Les créances ne répondent pas." />
      )}
    </Sheet>
  )
}

function Owed({ rows, onFilter }: { rows: readonly AgedRow[] } & Pick<Props, 'onFilter'>) {
  const currency = useCurrency()
  const { owed, unbilled } = receivablesOf(rows)
  const late = saturatedSum(rows.map(lateOf))
  const slowest = rows.toSorted((a, b) => (b.days ?? -1) - (a.days ?? -1))[0]
  const money = (amount: number) => formatMoney(amount, currency)
  if (rows.length === 0) return <Nothing>Assureurs et organismes ne doivent rien.</Nothing>
  return (
    <div className={classes.view}>
      <p className={classes.sentence}>
        {`Assureurs et organismes nous doivent ${money(owed)}${late > 0 ? `, dont ${money(late)} en retard` : ''}.`}
        {slowest &&
          slowest.days !== null &&
          ` Le plus lent, ${slowest.payerName}, paie en ${formatAmount(slowest.days, { decimals: 0 })} jours.`}
      </p>
      <FigureBar
        figures={[
          { name: 'Dû', value: money(owed) },
          { name: 'En retard', value: money(late) },
          { name: 'Pas encore facturé', value: money(unbilled) },
        ]}
      />
      <Suspense fallback={<div className={classes.chart} />}>
        <BarsChart
          height={180}
          label="Reste dû des factures, par retard"
          bars={ages.map(([age, label, tone]) => ({ label, value: saturatedSum(rows.map((row) => row[age])), tone }))}
          format={money}
        />
      </Suspense>
      <div style={{ height: Math.min(rows.length, shownRows) * rowHeight + rowHeight }} className={classes.table}>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ payerId, payerName }) => payerId ?? payerName}
          rowHeight={rowHeight}
          emptyText="Rien n’est dû."
          face="ready"
          onOpen={({ payerId, payerName }) => onFilter({ dimension: 'payer', key: payerId ?? '', name: payerName })}
        />
      </div>
      <details className={classes.how}>
        <summary>Créances d’aujourd’hui, des assureurs et organismes, sans la période choisie</summary>
        <ul>
          <li>
            Dû : tout ce qui reste dû, facturé ou non, comme la balance âgée. Ce que doivent les clients n’y est pas.
          </li>
          <li>
            Paie en : jours de la facture au paiement, des factures des 365 derniers jours ; chaque franc compte autant.
          </li>
          <li>Part refusée : refusé ÷ réglé ou refusé, des mêmes factures.</li>
        </ul>
      </details>
    </div>
  )
}
