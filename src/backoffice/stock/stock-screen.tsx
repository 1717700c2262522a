import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { labels } from '#shared/contract/labels.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sum } from '#shared/domain/money.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { BatchUpdateModal } from '#backoffice/stock/batch-update-modal.tsx'
import { NewProductPanel } from '#backoffice/stock/new-product-panel.tsx'
import { QueueLabelsModal } from '#backoffice/stock/queue-labels-modal.tsx'
import { useKeptStockRows } from '#backoffice/stock/kept-stock-rows.ts'
import { useStockColumns } from '#backoffice/stock/stock-columns.tsx'
import { stockFilters, type StockQuery } from '#backoffice/stock/stock-filters.ts'
import { StockPanel } from '#backoffice/stock/stock-panel.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { type BatchAction, list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { localRows } from '#backoffice/ui/lists/local-rows.ts'
import { rightsAtom, useMay } from '#backoffice/ui/rights.ts'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const stockBatch: readonly BatchAction<StockRow>[] = [
  { label: 'Modifier la sélection', needs: pharmacyProducts.batchUpdate.permission, dialog: BatchUpdateModal },
  { label: 'Étiquettes de prix', needs: labels.add.permission, dialog: QueueLabelsModal },
]

const stockList = list({
  home: '/stock',
  title: 'Stock',
  noun: noun('produit', 'm'),
  source: localRows(useKeptStockRows),
  useColumns: useStockColumns,
  filters: stockFilters,
  facts: (reply) => reply.total > 0 && <StockFacts {...reply} />,
  open: { panel: StockPanel },
  create: { needs: pharmacyProducts.create.permission, panel: NewProductPanel },
  useBatch: () => stockBatch,
  Actions: LimitsLink,
  words: {
    error: 'Le stock n’a pas pu être mis à jour.',
    offline: 'Cette liste n’est pas encore enregistrée sur ce poste.',
    empty: 'Aucun produit dans le stock.',
  },
})

/** Beside « Sous le mini »: where minimum and maximum are proposed. */
function LimitsLink({ query }: { query: Partial<StockQuery> }) {
  const may = useMay(orderPreparations.limits)
  if (!may || query.state !== 'low') return null
  return (
    <Button variant="default" component={Link} href="/stock/mini-maxi">
      Mini et maxi proposés
    </Button>
  )
}

/** The whole stock, from the stored list shared by the windows of this terminal. */
export function StockScreen() {
  return <ListScreen list={stockList} />
}

/** The server knows what the whole stock cost, this terminal what the filtered products are sold for. */
function StockFacts({ total, kept }: { total: number; kept: readonly StockRow[] }) {
  const rights = useAtomValue(rightsAtom)
  const { data } = useAnswer(
    pharmacyProducts.stats,
    {},
    { enabled: rights.has('report.see') && rights.has('stock.see-cost') },
  )
  return (
    <>
      {plural(kept.length, 'produit')}
      {typeof data?.stockValue === 'number' &&
        (kept.length === total ? (
          <>
            , <Money amount={data.stockValue} unit /> au prix d’achat
          </>
        ) : (
          <>
            , <Money amount={sum(kept.map(({ saleValue }) => saleValue))} unit /> au prix de vente
          </>
        ))}
    </>
  )
}
