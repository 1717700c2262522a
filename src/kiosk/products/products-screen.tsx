import { IconBarcode } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { isOut } from '#shared/domain/boxes-and-units.ts'
import { dayOfAtom, leftOfAtom, permissionsAtom, sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import nothing from '#kiosk/ui/empty.module.css'
import { useListAge } from '#kiosk/counter/sale/list-age.tsx'
import page from '#kiosk/ui/page.module.css'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { stockWords } from '#kiosk/counter/sale/unit-words.ts'
import { SisterFact } from '#kiosk/counter/sisters/sister-fact.tsx'
import { useSisterStock } from '#kiosk/counter/sisters/use-sister-stock.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { isLongCode } from '#shared/domain/wedge.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { DatePanel } from './date-panel.tsx'
import { type ShelfMode, ShelfButtons } from './shelf-buttons.tsx'
import { MovePanel } from './move-panel.tsx'
import moveClasses from './move-panel.module.css'
import { ProductDetail } from './product-detail.tsx'
import classes from './products.module.css'

/** Looks products up. Nothing is sold here. A scan shows its product. */
export function ProductsScreen() {
  const [query, setQuery] = useState('')
  const [shownId, setShownId] = useState<string>()
  const [mode, setMode] = useState<ShelfMode | null>(null)
  // A form that reads the box hears the scans instead.
  const [isHeard, setIsHeard] = useState(false)
  const mayMove = useAtomValue(permissionsAtom).has('stock.adjust')
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const leftOf = useAtomValue(leftOfAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const age = useListAge()
  const search = useRef<HTMLInputElement>(null)
  const found = index?.find(query)
  const hits = found?.ids.flatMap((id) => products.get(id) ?? []) ?? []
  const { products: sisters } = useSisterStock(
    hits.flatMap((product) =>
      product.productId !== null && isOut(sellableStock(product, today, leftOf)) ? [product.productId] : [],
    ),
  )
  const shown = shownId === undefined ? undefined : products.get(shownId)

  useShortcuts({ F2: () => search.current?.select() })
  useWedge(
    (text) => {
      const scan = scanOf(text, today)
      const ids = scan.kind === 'code' ? (index?.findCodes(scan.codes) ?? []) : []
      setQuery(scan.kind === 'code' ? (scan.codes[0] ?? text) : text)
      setShownId(ids[0])
    },
    mode === null && !isHeard,
    isLongCode,
  )

  return (
    <main className={page.page}>
      <h1 className="officine-unseen">Stock</h1>
      <section className={page.main} aria-label="Stock">
        <div className={moveClasses.top}>
          <SearchBar
            ref={search}
            value={query}
            onChange={setQuery}
            onSubmit={() => setShownId(hits[0]?.id)}
            resultCount={query === '' ? undefined : found?.total}
            placeholder="Scanner ou chercher un produit"
            icon={<IconBarcode size={28} aria-hidden />}
            shortcut="F2"
            autoFocus
          />
          {mayMove && <ShelfButtons mode={mode} onChoose={(chosen) => setMode(chosen === mode ? null : chosen)} />}
        </div>
        {age && <div className={page.age}>{age}</div>}
        <ul className={classes.list} aria-label="Produits">
          {hits.map((product) => {
            const stock = sellableStock(product, today, leftOf)
            return (
              <li key={product.id}>
                <button
                  type="button"
                  className={`${classes.product} officine-focus`}
                  aria-pressed={product.id === shownId}
                  onClick={() => {
                    setMode(null)
                    setShownId(product.id)
                  }}
                >
                  <span>
                    <b>
                      <MarkedLabel text={product.label} search={query} />
                    </b>
                    <span className={classes.facts}>
                      {isOut(stock) && <StatusTag tone="danger">Rupture</StatusTag>}
                      {isOut(stock) && product.productId !== null && (
                        <SisterFact known={sisters[product.productId]} form={product.form} today={today} />
                      )}
                      {product.inn && (
                        <span>
                          <MarkedLabel text={product.inn} search={query} />
                        </span>
                      )}
                      {product.storage && <span>{product.storage}</span>}
                    </span>
                  </span>
                  <span className={classes.quantity}>
                    {stock.units > 0 ? stockWords(stock, product.form) : formatAmount(stock.boxes, { decimals: 0 })}
                  </span>
                </button>
              </li>
            )
          })}
          {hits.length === 0 && (
            <li className={nothing.empty}>
              {query === ''
                ? 'Scannez une boîte, ou tapez un nom, une DCI, un code.'
                : `Aucun résultat pour «\u00a0${query}\u00a0»`}
            </li>
          )}
        </ul>
      </section>
      {mode === 'move' && <MovePanel onClose={() => setMode(null)} />}
      {mode === 'date' && <DatePanel onClose={() => setMode(null)} />}
      {shown && mode === null && (
        <ProductDetail product={shown} onClose={() => setShownId(undefined)} onHearing={setIsHeard} />
      )}
    </main>
  )
}
