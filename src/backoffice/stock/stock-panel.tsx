import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { pharmacyProducts, type StockDetail } from '#shared/contract/pharmacy-products.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { listStateAtom } from '#shared/store/lists/product-list-atoms.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { EditProductForm } from '#backoffice/stock/edit-product-form.tsx'
import { LotChanges } from '#backoffice/stock/lot-changes.tsx'
import { LotTable, lotExportColumns, shownLots } from '#backoffice/stock/lot-table.tsx'
import { MonthlySales } from '#backoffice/stock/monthly-sales.tsx'
import { MovementTable } from '#backoffice/stock/movement-table.tsx'
import { PriceChanges } from '#backoffice/stock/price-changes.tsx'
import { ProductGestures } from '#backoffice/stock/product-gestures.tsx'
import { SisterTable } from '#backoffice/stock/sister-table.tsx'
import { statesOf } from '#backoffice/stock/stock-columns.tsx'
import { SupplierPrices } from '#backoffice/stock/supplier-prices.tsx'
import { stockText } from '#backoffice/stock/stock-text.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { isOut, stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import classes from '#backoffice/stock/stock.module.css'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { ProductText } from '#backoffice/ui/product-text.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'
import { ChangesLink } from '#backoffice/ui/records/changes-link.tsx'
import { rightsAtom, useMay } from '#backoffice/ui/rights.ts'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/**
 * One product beside its list. Name, stock and lots come from the stored list and work offline; costs, sales and
 * movements are read from the server.
 */
export function StockPanel({ id: productId, onClose }: PanelProps) {
  // Undefined when the product is not in this terminal's list.
  const listed = useAtomValue(stockRowsAtom).get(productId)
  const today = useAtomValue(todayAtom)
  const { data: detail, error, retry } = useAnswer(pharmacyProducts.read, { params: { id: productId } })
  const row = useMemo(() => listed && withOldLots(listed, detail), [listed, detail])
  const isOffline = useAtomValue(isOfflineAtom)
  const seesCosts = useAtomValue(rightsAtom).has('stock.see-cost')
  const mayAdjust = useMay(stockActs.adjust)
  const isListed = useAtomValue(listStateAtom).syncedAt !== null
  const [isEditing, setIsEditing] = useState(false)
  const leave = useLeave()
  useTabTitle(row?.product.label ?? 'Produit')
  if (!row) {
    return (
      <SidePanel title="Produit" onClose={onClose}>
        <PanelFace
          error={error}
          onRetry={retry}
          missingText={
            isListed ? 'Ce produit n’est pas dans votre stock, ou n’y est plus.' : 'Ce produit n’existe pas.'
          }
        />
      </SidePanel>
    )
  }
  const { product } = row
  const costs = seesCosts ? detail?.stockItems : undefined
  return (
    <SidePanel
      title={unbroken(product.label)}
      onClose={() => leave(onClose)}
      subtitle={<Subtitle row={row} />}
      footer={detail && <ProductGestures product={detail} onEdit={isEditing ? undefined : () => setIsEditing(true)} />}
    >
      {detail && isEditing && (
        <div className={classes.form}>
          <EditProductForm product={detail} onClose={() => setIsEditing(false)} />
        </div>
      )}
      <Figures row={row} soldPerMonth={detail?.sold30Days} />
      <PanelSection
        title="Lots"
        fact={
          <span className={classes.fact}>
            le premier à expirer sort en premier
            <ListExport
              small
              isLocal
              name={`Lots de ${product.label}`}
              columns={lotExportColumns(costs)}
              source={() => ({ rows: shownLots(row) })}
            />
          </span>
        }
      >
        <LotTable row={row} costs={costs} today={today} mayAdjust={mayAdjust} />
      </PanelSection>
      {product.productId !== null && <SisterTable productId={product.productId} />}
      {detail && (
        <PanelSection title="Ventes par mois" fact="12 mois, boîtes">
          <MonthlySales months={detail.soldByMonth} />
        </PanelSection>
      )}
      <SupplierPrices productId={productId} />
      {detail && <PriceChanges productId={productId} />}
      {detail && <LotChanges productId={productId} />}
      {detail && <MovementTable productId={productId} today={today} />}
      <div className={classes.changes}>
        <ChangesLink id={productId} />
      </div>
      {product.productId !== null && (
        <>
          <ProductText productId={product.productId} kind="notice" />
          <ProductText productId={product.productId} kind="spc" />
        </>
      )}
      {!detail && (error !== null || isOffline) && (
        <PanelSection title="Ventes et mouvements">
          <PanelFace error={error} onRetry={retry} missingText="Ce produit n’est plus dans le stock." />
        </PanelSection>
      )}
    </SidePanel>
  )
}

/** The list keeps no lot that has been empty for long: those come from the server. */
function withOldLots(row: StockRow, detail: StockDetail | undefined): StockRow {
  const kept = new Set(row.product.stockItems.map(({ id }) => id))
  const old = (detail?.stockItems ?? []).filter(({ id }) => !kept.has(id))
  return old.length === 0
    ? row
    : { ...row, product: { ...row.product, stockItems: [...row.product.stockItems, ...old] } }
}

function Subtitle({ row }: { row: StockRow }) {
  const { inn, brand, prescriptionList, codes } = row.product
  const list = prescriptionList === 'none' ? null : prescriptionListWords[prescriptionList]
  const code = codes.find(({ length }) => length === 13) ?? codes[0]
  return (
    <>
      <div>{unbroken([inn, brand].filter(Boolean).join(' · '))}</div>
      <div className={classes.tags}>
        {list && <StatusTag>{list}</StatusTag>}
        {row.storage && <StatusTag>{row.storage}</StatusTag>}
        {statesOf(row).map(({ label, tone }) => (
          <StatusTag key={label} tone={tone}>
            {label}
          </StatusTag>
        ))}
        {code && <StatusTag>{code}</StatusTag>}
      </div>
    </>
  )
}

function Figures({ row, soldPerMonth }: { row: StockRow; soldPerMonth: number | undefined }) {
  return (
    <div className={classes.figures}>
      <div>
        <span>En stock</span>
        <b
          className={`${isOut(row) || stockState(row) === 'negatif' ? classes.danger : ''} ${row.loose.units === 0 ? '' : classes.words}`}
        >
          {stockText(row)}
        </b>
      </div>
      <div>
        <span>Prix public</span>
        <b>{row.price === null ? '–' : <Money amount={row.price} />}</b>
      </div>
      <div>
        <span>Reste pour</span>
        <b>{coverText(row.quantity, soldPerMonth)}</b>
      </div>
    </div>
  )
}

/** How long the stock lasts at the rate of the last 30 days. */
function coverText(quantity: number, sold30Days: number | undefined): string {
  if (sold30Days === undefined || sold30Days <= 0 || quantity <= 0) return '–'
  const days = Math.floor((quantity * 30) / sold30Days)
  return days > 365 ? 'plus d’un\u00a0an' : `${days}\u00a0${days < 2 ? 'jour' : 'jours'}`
}
