import type { MissedProduct, MissedSale } from '#shared/contract/missed-sales.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/missed-sales/missed-sales.module.css'
import {
  countColumn,
  dayColumn,
  hourColumn,
  type ListColumn,
  moneyColumn,
  nothing,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

export const reasonWords: Record<MissedSale['reason'], string> = { absent: 'Absent', 'too-dear': 'Trop cher' }

const folded = { priority: 1.5 }

/** A count column; 0 is shown as a dash. */
function timesColumn(
  key: string,
  header: string,
  read: (row: MissedProduct) => number,
  width: number,
): ListColumn<MissedProduct> {
  return {
    ...countColumn(key, header, read, { ...folded, width }),
    render: (row) => (read(row) === 0 ? nothing : formatAmount(read(row), { decimals: 0 })),
  }
}

export const productColumns = [
  labelColumn<MissedProduct>(),
  countColumn('times', 'Demandes', ({ times }: MissedProduct) => times, { width: 100 }),
  countColumn('quantity', 'Quantité', ({ quantity }: MissedProduct) => quantity, { width: 96 }),
  moneyColumn('value', 'Valeur', ({ value }: MissedProduct) => value, { strong: true, width: 112 }),
  timesColumn('absent', 'Absent', ({ absent }) => absent, 84),
  timesColumn('tooDear', 'Trop cher', ({ tooDear }) => tooDear, 96),
  { ...dayColumn('last', 'Dernière', ({ lastAt }: MissedProduct) => lastAt, { width: 110 }), sortKey: 'lastAt' },
].map((column) => ({ ...column, sortable: true }))

export const missedColumns = [
  { ...dayColumn('day', 'Date', ({ missedAt }: MissedSale) => missedAt), sortKey: 'missedAt' },
  hourColumn('hour', 'Heure', ({ missedAt }: MissedSale) => missedAt, { width: 64 }),
  labelColumn<MissedSale>(),
  {
    ...textColumn('reason', 'Raison', ({ reason }: MissedSale) => reasonWords[reason], { width: 110 }),
    render: ({ reason }: MissedSale) => (
      <StatusTag tone={reason === 'absent' ? 'warning' : 'neutral'}>{reasonWords[reason]}</StatusTag>
    ),
  },
  countColumn('quantity', 'Quantité', ({ quantity }: MissedSale) => quantity, { width: 96 }),
  moneyColumn('price', 'Prix', ({ price }: MissedSale) => price, { ...folded, width: 96 }),
  moneyColumn('value', 'Valeur', ({ price, quantity }: MissedSale) => price && price * quantity, {
    strong: true,
    width: 112,
  }),
  textColumn('seller', 'Notée par', ({ byName }: MissedSale) => byName, { grow: 0.4 }),
].map((column) => ({ ...column, sortable: true }))

/** The product's label, with a link when the pharmacy sells it. */
function labelColumn<Row extends Pick<MissedSale, 'label' | 'pharmacyProductId'>>(): ListColumn<Row> {
  return {
    ...textColumn<Row>('label', 'Produit', ({ label }) => label, { width: 240, grow: 1 }),
    render: ({ label, pharmacyProductId }) => (
      <span className={classes.label}>
        <b>{label}</b>
        {pharmacyProductId === null && <StatusTag>Hors stock</StatusTag>}
      </span>
    ),
  }
}
