import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { isOut } from '#shared/domain/boxes-and-units.ts'
import { dayOfAtom, leftOfAtom, sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import { openSaleFactsAtom, openSalesMineFirstAtom } from '#kiosk/counter/sale/open-sale-facts.ts'
import { proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { isEmptySale, saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import { shortName } from '#shared/domain/person.ts'
import { bestSellersAtom } from '#shared/store/lists/best-sellers-atoms.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { Money } from '#shared/ui/money.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import tiles from '#kiosk/ui/tiles.module.css'
import classes from './idle.module.css'

const mostFavourites = 8

interface IdlePaneProps {
  sale: LocalSale
  /** What the patient of the sale buys usually. */
  usual: ReactNode
  onAdd: (product: PharmacyProduct, item: StockItem) => void
}

/** Beside the ticket while nothing is searched: what this patient and this pharmacy buy often, and the other sales. */
export function IdlePane({ sale, usual, onAdd }: IdlePaneProps) {
  return (
    <div className={classes.idle}>
      {usual}
      <Favourites onAdd={onAdd} />
      <OtherSales shownId={sale.id} />
    </div>
  )
}

/** The products in stock that are sold most. */
function Favourites({ onAdd }: Pick<IdlePaneProps, 'onAdd'>) {
  const products = useAtomValue(productsAtom)
  const bestSellers = useAtomValue(bestSellersAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = useAtomValue(leftOfAtom)
  const shown = favouritesOf(bestSellers, (id) => {
    const product = products.get(id)
    const item = product && proposalOf(product, { today, leftOf })
    return product && item && !product.archived && !isOut(sellableStock(product, today, leftOf))
      ? { product, item }
      : null
  })
  if (shown.length === 0) return null
  return (
    <section aria-label="Vendus souvent">
      <h2>Vendus souvent</h2>
      <ul className={tiles.tiles}>
        {shown.map(({ product, item }) => (
          <li key={product.id}>
            <button
              type="button"
              className={`${tiles.tile} officine-focus`}
              aria-label={`Ajouter ${product.label}`}
              onClick={({ detail }) => detail < 2 && onAdd(product, item)}
            >
              <span>{product.label}</span>
              <Money amount={counterPrice(item)} className={tiles.fact} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Favourite = { product: PharmacyProduct; item: StockItem }

// Reads no more products than it shows: there may be thousands of best sellers.
function favouritesOf(ids: readonly string[], favouriteOf: (id: string) => Favourite | null): Favourite[] {
  const found: Favourite[] = []
  for (const id of ids) {
    const favourite = favouriteOf(id)
    if (favourite) found.push(favourite)
    if (found.length === mostFavourites) break
  }
  return found
}

/** The other sales that are open in this session or wait without a holder, those of this member first. */
function OtherSales({ shownId }: { shownId: string }) {
  const [, navigate] = useLocation()
  const others = useAtomValue(openSalesMineFirstAtom).filter((sale) => sale.id !== shownId && !isEmptySale(sale))
  const factsOf = useAtomValue(openSaleFactsAtom)
  if (others.length === 0) return null
  return (
    <section aria-label="Autres ventes ouvertes">
      <h2>Autres ventes ouvertes</h2>
      <ul className={tiles.tiles}>
        {others.map((sale) => (
          <li key={sale.id}>
            <button
              type="button"
              className={`${tiles.tile} officine-focus`}
              onClick={() => navigate(`/vente/${sale.id}`)}
            >
              <span>
                {sale.patient ? shortName(sale.patient) : `Vente ${sale.identifier}`}
                <small>{[factsOf(sale).seller, ...factsOf(sale).facts].join(' · ')}</small>
              </span>
              <Money amount={saleTotal(sale)} className={tiles.fact} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
