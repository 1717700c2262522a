import { Button } from '@mantine/core'
import { DiscountTag } from '#kiosk/counter/sale/discount-tag.tsx'
import { useAtomValue } from 'jotai'
import { dayOfAtom, leftOfAtom, permissionsAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { boxOfUnits } from '#kiosk/counter/sale/opened-lots.ts'
import { Fragment, useState } from 'react'
import { blockWords, isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { expiryState } from '#shared/domain/stock.ts'
import { formatExpiry, formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { LotAct, type LotActKind } from './lot-act.tsx'
import { LotButtons } from './lot-buttons.tsx'
import { lotsByPackaging, sellableOf, type ShelfLot } from './lots-by-packaging.ts'
import { EquivalentsSection } from './equivalents-section.tsx'
import { ProductHistory } from './product-history.tsx'
import { SisterSection } from './sister-section.tsx'
import { ProductTexts } from './product-texts.tsx'
import classes from './products.module.css'

interface ProductDetailProps {
  product: PharmacyProduct
  onClose: () => void
  /** Whether scans are for an act on a lot. */
  onHearing: (isHearing: boolean) => void
}

/**
 * The lots of a product: what is left of each packaging, expiry, price, and storage. Lots are adjusted, corrected,
 * unpacked and set aside here; a right that the member lacks is asked for in place.
 */
export function ProductDetail({ product, onClose, onHearing }: ProductDetailProps) {
  const leftOf = useAtomValue(leftOfAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const { cashStep } = useAtomValue(tradeAtom)
  const mayAdjust = useAtomValue(permissionsAtom).has('stock.adjust')
  // Who only looks a product up is not offered gestures at each lot.
  const [isAsking, setIsAsking] = useState(false)
  const shelves = lotsByPackaging(product, leftOf, cashStep)
  const [chosen, setChosen] = useState<{ lotId: string; kind: LotActKind } | null>(null)
  const lot = shelves.flatMap(({ lots }) => lots).find(({ id }) => id === chosen?.lotId)
  if (chosen && lot)
    return (
      <SidePanel title={product.label} onClose={() => setChosen(null)}>
        <LotAct
          key={lot.id}
          kind={chosen.kind}
          lot={lot}
          product={product}
          onDone={() => setChosen(null)}
          onHearing={onHearing}
        />
      </SidePanel>
    )
  return (
    <SidePanel
      title={product.label}
      subtitle={[product.inn, product.form, product.brand].filter(Boolean).join('\u00a0· ')}
      onClose={onClose}
    >
      {shelves.length === 0 && <PanelSection title="Lots">Aucun lot.</PanelSection>}
      {shelves.map(({ packaging, lots }) => (
        <PanelSection
          key={packaging}
          title={packaging}
          fact={`${formatAmount(sellableOf(lots, today), { decimals: 0 })} à vendre`}
        >
          <LotTable
            lots={lots}
            today={today}
            product={product}
            packaging={packaging}
            onAct={mayAdjust || isAsking ? (lotId, kind) => setChosen({ lotId, kind }) : undefined}
          />
        </PanelSection>
      ))}
      {!mayAdjust && !isAsking && shelves.length > 0 && (
        <Button variant="default" size="md" onClick={() => setIsAsking(true)}>
          Corriger le stock…
        </Button>
      )}
      {product.productId !== null && <SisterSection productId={product.productId} form={product.form} today={today} />}
      <EquivalentsSection product={product} today={today} />
      <PanelSection title="Rangement">{product.storage ?? 'Non précisé'}</PanelSection>
      <PanelSection title="Codes">{product.codes.join(', ') || 'Aucun code'}</PanelSection>
      <ProductHistory key={`history ${product.id}`} productId={product.id} />
      {product.productId !== null && <ProductTexts key={product.id} productId={product.productId} />}
    </SidePanel>
  )
}

interface LotTableProps {
  lots: readonly ShelfLot[]
  today: string
  product: PharmacyProduct
  packaging: string
  /** Undefined: the lots are only looked up. */
  onAct: ((lotId: string, kind: LotActKind) => void) | undefined
}

function LotTable({ lots, today, product, packaging, onAct }: LotTableProps) {
  return (
    <table className={classes.lots} aria-label={`Lots, ${packaging}`}>
      <thead>
        <tr>
          <th scope="col">Lot</th>
          <th scope="col">Péremption</th>
          <th scope="col" className={classes.number}>
            En stock
          </th>
          <th scope="col" className={classes.number}>
            Prix
          </th>
        </tr>
      </thead>
      <tbody>
        {lots.map((item) => (
          <Fragment key={item.id}>
            <tr>
              <td>
                {item.lot ?? 'Sans numéro'} {item.archived && <StatusTag tone="danger">retiré</StatusTag>}
                {isBlockedLot(item) && <StatusTag tone="danger">{blockWords[item.blocked!]}</StatusTag>}{' '}
                <DiscountTag item={item} />
                {item.storage !== null && <div className={classes.facts}>{item.storage}</div>}
              </td>
              <td>
                <Expiry item={item} today={today} />
              </td>
              <td className={classes.number}>{formatAmount(item.left, { decimals: 0 })}</td>
              <td className={classes.number}>
                <Money amount={counterPrice(item)} />
              </td>
            </tr>
            {onAct && (
              <tr>
                <td colSpan={4} className={classes.actsRow}>
                  <LotButtons
                    lot={item}
                    isLoose={boxOfUnits(product, item) !== undefined}
                    onAct={(kind) => onAct(item.id, kind)}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Expiry({ item, today }: { item: StockItem; today: string }) {
  if (item.expiresOn === null) return 'Sans date'
  const { kind } = expiryState(item.expiresOn, today)
  if (kind === 'fine' || kind === 'none') return formatMonth(item.expiresOn)
  return (
    <>
      {formatMonth(item.expiresOn)}{' '}
      <StatusTag tone={kind === 'expired' ? 'danger' : 'warning'}>{formatExpiry(item.expiresOn, today)}</StatusTag>
    </>
  )
}
