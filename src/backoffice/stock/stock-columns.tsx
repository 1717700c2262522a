import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import {
  dayColumn,
  exportOnlyColumn,
  type ListColumn,
  moneyColumn,
  numberColumn,
  sortedHere,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { stockText } from '#backoffice/stock/stock-text.ts'
import classes from '#backoffice/stock/stock.module.css'

const count = (quantity: number) => formatAmount(quantity, { decimals: 0 })

/** Most urgent first. */
const stateRank = { negatif: 0, rupture: 1, mini: 4 } as const
function urgency(row: StockRow): number {
  const state = stockState(row)
  return Math.min(
    state === null ? 9 : stateRank[state],
    row.hasExpired ? 2 : 9,
    row.soonDays === null ? 9 : 3 + row.soonDays / 1000,
  )
}

const [narrow, wide] = [72, 182]

export function useStockColumns({ search }: { search: string }): readonly ListColumn<StockRow>[] {
  const rows = useAtomValue(stockRowsAtom)
  const hasLoose = useMemo(() => [...rows.values()].some(({ loose }) => loose.units !== 0), [rows])
  return useMemo(() => stockColumns(search, hasLoose), [search, hasLoose])
}

/** `hasLoose`: some product has loose units, shown beside the boxes. */
function stockColumns(search: string, hasLoose: boolean): readonly ListColumn<StockRow>[] {
  return sortedHere([
    {
      ...textColumn<StockRow>('produit', 'Produit', ({ product }) => product.label, { width: 220, grow: 1 }),
      render: ({ product }) => (
        <b className={classes.label}>
          <MarkedLabel text={product.label} search={search} />
        </b>
      ),
      compare: (a, b) => compareTexts(a.sortKey, b.sortKey),
    },
    textColumn('dci', 'DCI', ({ product }) => product.inn, { width: 170, grow: 0.6, priority: 4, quiet: true }),
    textColumn<StockRow>('rangement', 'Rang.', ({ storage }) => storage || null, { width: 94, priority: 1.5 }),
    {
      ...numberColumn<StockRow>('stock', 'Stock', ({ quantity }) => quantity, { width: hasLoose ? wide : narrow }),
      render: (row) => <Quantity row={row} />,
      compare: (a, b) => a.quantity - b.quantity || a.loose.units - b.loose.units,
    },
    {
      ...textColumn<StockRow>('mini', 'Mini\u00a0/\u00a0maxi', limitsOf, { width: 96, priority: 1.8, quiet: true }),
      align: 'end',
      exported: ({ product: { minimum, maximum } }) =>
        minimum === 0 && maximum === 0 ? null : `${minimum} / ${maximum}`,
      compare: (a, b) => a.product.minimum - b.product.minimum || a.product.maximum - b.product.maximum,
    },
    {
      ...dayColumn<StockRow>('expire', 'Expire', ({ expiresOn }) => expiresOn, { width: 84 }),
      render: (row) => <Expiry row={row} />,
    },
    moneyColumn<StockRow>('prix', 'Prix', ({ price }) => price, { width: 84 }),
    {
      ...textColumn<StockRow>('etat', 'État', stateText, { width: 142, priority: 1.2 }),
      render: (row) => <State row={row} />,
      compare: (a, b) => urgency(a) - urgency(b),
    },
    // In a file, a number stays a number.
    ...(hasLoose
      ? [exportOnlyColumn<StockRow>('detachees', 'Unités détachées', ({ loose }) => loose.units || null)]
      : []),
  ])
}

function limitsOf({ product: { minimum, maximum } }: StockRow): string | null {
  return minimum === 0 && maximum === 0 ? null : `${count(minimum)}\u00a0/\u00a0${count(maximum)}`
}

function stateText(row: StockRow): string {
  return statesOf(row)
    .map(({ label }) => label)
    .join(', ')
}

function Quantity({ row }: { row: StockRow }) {
  const state = stockState(row)
  const tone = state === 'mini' ? classes.warning : state === null ? '' : classes.danger
  return <span className={tone}>{stockText(row)}</span>
}

function Expiry({ row: { expiresOn, hasExpired, soonDays } }: { row: StockRow }) {
  if (expiresOn === null) return '–'
  return (
    <span className={hasExpired ? classes.danger : soonDays === null ? '' : classes.warning}>
      {formatMonth(expiresOn)}
    </span>
  )
}

function State({ row }: { row: StockRow }) {
  const [first, ...others] = statesOf(row)
  if (!first) return null
  return <StatusTag tone={first.tone}>{others.length > 0 ? `${first.label} +${others.length}` : first.label}</StatusTag>
}

/** All states of a row, most urgent first. */
export function statesOf(row: StockRow): { label: string; tone: StatusTone }[] {
  const state = stockState(row)
  return [
    ...(state === 'negatif' ? [{ label: 'Stock négatif', tone: 'danger' as const }] : []),
    ...(state === 'rupture' ? [{ label: 'Rupture', tone: 'danger' as const }] : []),
    ...(row.hasExpired ? [{ label: 'Expiré', tone: 'danger' as const }] : []),
    ...(row.soonDays === null
      ? []
      : [
          {
            label: row.soonDays === 0 ? 'Expire ce jour' : `Expire dans ${row.soonDays}\u00a0j`,
            tone: row.soonDays <= 30 ? ('danger' as const) : ('warning' as const),
          },
        ]),
    ...(state === 'mini' ? [{ label: 'Sous le mini', tone: 'warning' as const }] : []),
  ]
}
