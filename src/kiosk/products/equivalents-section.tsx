import { useAtomValue } from 'jotai'
import { isOut } from '#shared/domain/boxes-and-units.ts'
import { leftOfAtom, sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import { equivalentsOfAtom } from '#kiosk/counter/sale/equivalents.ts'
import { stockWords } from '#kiosk/counter/sale/unit-words.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from './products.module.css'

/** Products in stock with the same substances, dosages and form. */
export function EquivalentsSection({ product, today }: { product: PharmacyProduct; today: string }) {
  const equivalentsOf = useAtomValue(equivalentsOfAtom)
  const leftOf = useAtomValue(leftOfAtom)
  const rows = equivalentsOf(product)
    .map((each) => ({ each, stock: sellableStock(each, today, leftOf) }))
    .filter(({ stock }) => !isOut(stock))
  if (rows.length === 0) return null
  return (
    <PanelSection title="Équivalents en stock">
      <ul className={classes.sisters} aria-label="Équivalents en stock">
        {rows.map(({ each, stock }) => (
          <li key={each.id}>
            <span>
              {each.label}
              {each.storage && <span className={classes.facts}>{each.storage}</span>}
            </span>
            <b>{stock.units > 0 ? stockWords(stock, each.form) : formatAmount(stock.boxes, { decimals: 0 })}</b>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
