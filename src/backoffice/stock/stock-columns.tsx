import { formatMonth } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { ExportColumn, ExportedColumn } from '#shared/ui/table-export.ts'
import { stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import { stockText } from '#backoffice/stock/stock-text.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/stock/stock.module.css'

const count = (quantity: number) => formatAmount(quantity, { decimals: 0 })
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** What is empty comes last, whatever is sorted. */
const lastIfEmpty = '\uffff'

/** Worst first. */
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

/** `hasLoose`: somewhere boxes were opened, and their units are to be read beside the boxes. */
export function stockColumns(search: string, hasLoose: boolean): readonly ExportedColumn<StockRow>[] {
  return [
    {
      key: 'produit',
      header: 'Produit',
      width: 220,
      grow: 1,
      render: ({ product }) => (
        <b className={classes.label}>
          <MarkedLabel text={product.label} search={search} />
        </b>
      ),
      compare: (a, b) => byText(a.sortKey, b.sortKey),
      exported: ({ product }) => product.label,
    },
    {
      key: 'dci',
      header: 'DCI',
      width: 170,
      grow: 0.6,
      priority: 4,
      render: ({ product }) => <span className={text.quiet}>{product.inn}</span>,
      exported: ({ product }) => product.inn,
    },
    {
      key: 'rangement',
      header: 'Rang.',
      width: 94,
      priority: 1.5,
      render: ({ storage }) => storage || '–',
      compare: (a, b) => byText(a.storage || lastIfEmpty, b.storage || lastIfEmpty),
      exported: ({ storage }) => storage,
    },
    {
      key: 'stock',
      header: 'Stock',
      width: hasLoose ? wide : narrow,
      align: 'end',
      render: (row) => <Quantity row={row} />,
      compare: (a, b) => a.quantity - b.quantity || a.loose.units - b.loose.units,
      exported: ({ quantity }) => quantity,
    },
    {
      key: 'mini',
      header: 'Mini\u00a0/\u00a0maxi',
      width: 96,
      align: 'end',
      priority: 1.8,
      render: ({ product }) => (
        <span className={text.quiet}>
          {product.minimum === 0 && product.maximum === 0
            ? '–'
            : `${count(product.minimum)}\u00a0/\u00a0${count(product.maximum)}`}
        </span>
      ),
      compare: (a, b) => a.product.minimum - b.product.minimum || a.product.maximum - b.product.maximum,
      exported: ({ product: { minimum, maximum } }) =>
        minimum === 0 && maximum === 0 ? null : `${minimum} / ${maximum}`,
    },
    {
      key: 'expire',
      header: 'Expire',
      width: 84,
      render: (row) => <Expiry row={row} />,
      compare: (a, b) => byText(a.expiresOn ?? lastIfEmpty, b.expiresOn ?? lastIfEmpty),
      exported: ({ expiresOn }) => expiresOn && { day: expiresOn },
    },
    {
      key: 'prix',
      header: 'Prix',
      width: 84,
      align: 'end',
      render: ({ price }) => (price === null ? '–' : <Money amount={price} />),
      compare: (a, b) => (a.price ?? -1) - (b.price ?? -1),
      exported: ({ price }) => (price === null ? null : { money: price }),
    },
    {
      key: 'etat',
      header: 'État',
      width: 142,
      priority: 1.2,
      render: (row) => <State row={row} />,
      compare: (a, b) => urgency(a) - urgency(b),
      exported: (row) =>
        statesOf(row)
          .map(({ label }) => label)
          .join(', '),
    },
  ]
}

/** For the file, where a number stays a number. */
export const looseColumn: ExportColumn<StockRow> = {
  header: 'Unités détachées',
  exported: ({ loose }) => (loose.units === 0 ? null : loose.units),
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

/** Everything to be said of a row, worst first. */
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
