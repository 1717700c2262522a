import { Button } from '@mantine/core'
import { useState } from 'react'
import { blockWords, isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { expiryState } from '#shared/domain/stock.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import { LotGestures } from '#backoffice/stock/lot-gestures.tsx'
import table from '#backoffice/ui/small-table.module.css'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import classes from '#backoffice/stock/stock.module.css'

interface LotTableProps {
  row: StockRow
  /** Lots with their purchase price. Undefined until loaded, and for members who may not see it. */
  costs: readonly { id: string; purchasePrice: number | null }[] | undefined
  today: string
  /** Whether the member may adjust the stock: each lot then has its menu. */
  mayAdjust: boolean
}

type Lot = StockRow['product']['stockItems'][number]

const lotsOf = ({ product }: StockRow): readonly Lot[] =>
  product.stockItems
    .filter((item) => !item.archived)
    .sort((a, b) => ((a.expiresOn ?? '9999') < (b.expiresOn ?? '9999') ? -1 : 1))

/** The lots in stock, in order of sale. Empty lots are omitted unless there is no other. */
export function shownLots(row: StockRow): readonly Lot[] {
  const items = lotsOf(row)
  const withBoxes = items.filter(({ quantity }) => quantity !== 0)
  return withBoxes.length > 0 ? withBoxes : items
}

/** The same columns for export. */
export function lotExportColumns(costs: LotTableProps['costs']): readonly ExportColumn<Lot>[] {
  const money = (amount: number | null | undefined) => (typeof amount === 'number' ? { money: amount } : null)
  return [
    { header: 'Lot', exported: ({ lot }) => lot },
    { header: 'Conditionnement', exported: ({ packaging }) => packaging },
    { header: 'Expire', exported: ({ expiresOn }) => expiresOn && { day: expiresOn } },
    { header: 'Quantité', exported: ({ quantity }) => quantity },
    ...(costs
      ? [{ header: 'Achat', exported: ({ id }: Lot) => money(costs.find((cost) => cost.id === id)?.purchasePrice) }]
      : []),
    { header: 'Vente', exported: ({ salePrice }) => money(salePrice) },
    { header: 'État', exported: ({ blocked }) => blocked && blockWords[blocked] },
  ]
}

export function LotTable({ row, costs, today, mayAdjust }: LotTableProps) {
  const [showsEmpty, setShowsEmpty] = useState(false)
  const all = lotsOf(row)
  const inStock = shownLots(row)
  const shown = showsEmpty ? all : inStock
  if (shown.length === 0) return <p className={text.none}>Aucun lot.</p>
  const hasPackagings = new Set(shown.map(({ packaging }) => packaging)).size > 1
  const costOf = new Map(costs?.map(({ id, purchasePrice }) => [id, purchasePrice]))
  const expiryClass = { none: '', fine: '', soon: classes.warning, expired: classes.danger }
  return (
    <>
      <table className={`${table.table} ${table.dense}`}>
        <thead>
          <tr>
            <th>Lot</th>
            {hasPackagings && <th>Cond.</th>}
            <th>Expire</th>
            <th className={table.end}>Qté</th>
            {costs && <th className={table.end}>Achat</th>}
            <th className={table.end}>Vente</th>
            {mayAdjust && <td />}
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={item.id}>
              <td>
                <b>{item.lot ?? 'Sans numéro'}</b>
                {isBlockedLot(item) && (
                  <>
                    {' '}
                    <StatusTag tone="danger">{blockWords[item.blocked!]}</StatusTag>
                  </>
                )}
              </td>
              {hasPackagings && <td>{item.packaging}</td>}
              <td className={expiryClass[expiryState(item.expiresOn, today).kind]}>
                {item.expiresOn ? formatMonth(item.expiresOn) : '–'}
              </td>
              <td className={`${table.end} ${item.quantity < 0 ? classes.danger : ''}`}>
                {formatAmount(item.quantity, { decimals: 0 })}
              </td>
              {costs && (
                <td className={table.end}>
                  {typeof costOf.get(item.id) === 'number' ? <Money amount={costOf.get(item.id)!} /> : '–'}
                </td>
              )}
              <td className={table.end}>
                <Money amount={item.salePrice} />
              </td>
              {mayAdjust && (
                <td className={table.end}>
                  <LotGestures product={row.product} lot={item} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {mayAdjust && inStock.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsEmpty(!showsEmpty)}>
          {showsEmpty
            ? 'Masquer les lots vides'
            : `Montrer ${plural(all.length - inStock.length, 'lot vide', 'lots vides')}`}
        </Button>
      )}
    </>
  )
}
