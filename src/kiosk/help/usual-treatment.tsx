import { useAtomValue } from 'jotai'
import { dayOfAtom, leftOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { shortName } from '#shared/domain/person.ts'
import tiles from '#kiosk/ui/tiles.module.css'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { ofName } from '#shared/ui/of-name.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { leftBeside, resumedLines, type ResumedLine } from './resume-purchases.ts'
import { usePurchases } from './use-purchases.ts'

const mostShown = 6

interface UsualTreatmentProps {
  sale: LocalSale & { patient: NonNullable<LocalSale['patient']> }
  /** Adds the lines to the ticket. */
  onResume: (lines: readonly ResumedLine[]) => void
}

/** What the patient of the sale bought last, as far as it can be sold today: one touch adds it in the same quantity. */
export function UsualTreatment({ sale, onResume }: UsualTreatmentProps) {
  const known = usePurchases(sale.patient.id)
  const products = useAtomValue(productsAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = leftBeside(sale, useAtomValue(leftOfAtom))
  const { cashStep } = useAtomValue(tradeAtom)
  const onTicket = new Set(sale.records.map(({ stockItemId }) => stockItemId))
  const rows = (known?.purchases ?? [])
    .flatMap((purchase) => {
      const product = products.get(purchase.pharmacyProductId)
      if (!product || product.stockItems.some(({ id }) => onTicket.has(id))) return []
      const lines = resumedLines(product, purchase, { today, leftOf, cashStep })
      return lines.length === 0 ? [] : [{ purchase, lines }]
    })
    .slice(0, mostShown)
  if (rows.length === 0) return null
  return (
    <section aria-label="Traitement habituel">
      <h2>Derniers achats {ofName(shortName(sale.patient))}</h2>
      <ul className={tiles.tiles}>
        {rows.map(({ purchase, lines }) => (
          <li key={purchase.pharmacyProductId}>
            <button
              type="button"
              className={`${tiles.tile} officine-focus`}
              data-usual
              aria-label={`Ajouter ${purchase.label}`}
              onClick={({ detail }) => detail < 2 && onResume(lines)}
            >
              <span>{purchase.label}</span>
              <b className={tiles.fact}>{`×\u00a0${purchase.quantity}`}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
