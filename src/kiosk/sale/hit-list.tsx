import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { isOut } from '#shared/domain/boxes-and-units.ts'
import { dayOfAtom, leftOfAtom, sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import { lotNamed, proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import type { MissedSubject } from '#kiosk/counter/sale/help-ask.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { useSisterStock } from '#kiosk/counter/sisters/use-sister-stock.ts'
import { SisterFact } from '#kiosk/counter/sisters/sister-fact.tsx'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { ProductHit } from './product-hit.tsx'

interface HitListProps {
  search: string
  rows: readonly PharmacyProduct[]
  /** The index of the result that Entrée takes. */
  at: number
  onAdd: (product: PharmacyProduct) => void
  onEquivalents: (product: PharmacyProduct) => void
  onMissed: (subject: MissedSubject) => void
}

/** The results of a search. Memoized: they render when the results change, not at each key in the field. */
export const HitList = memo(function HitList({ search, rows, at, onAdd, onEquivalents, onMissed }: HitListProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = useAtomValue(leftOfAtom)
  const stocked = rows.map((product) => ({ product, stock: sellableStock(product, today, leftOf) }))
  const { products } = useSisterStock(
    stocked.flatMap(({ product, stock }) => (isOut(stock) && product.productId !== null ? [product.productId] : [])),
  )
  return stocked.map(({ product, stock }, index) => (
    <ProductHit
      key={product.id}
      label={<MarkedLabel text={product.label} search={search} />}
      inn={product.inn && <MarkedLabel text={product.inn} search={search} />}
      name={product.label}
      storage={product.storage}
      proposal={proposalOf(product, { today, leftOf }, lotNamed(product, search))}
      form={product.form}
      stock={stock}
      sisters={
        isOut(stock) &&
        product.productId !== null && (
          <SisterFact known={products[product.productId]} form={product.form} today={today} />
        )
      }
      today={today}
      isCurrent={index === at}
      onAdd={() => onAdd(product)}
      onEquivalents={product.inn === '' ? undefined : () => onEquivalents(product)}
      onMissed={() => onMissed({ product })}
    />
  ))
})
