import { products } from '#shared/contract/products.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shown = 50

/** The pharmacies that have a product, with what is on their shelves. */
export function ProductHoldings({ productId }: { productId: string }) {
  const { data } = useAnswer(products.pharmacyProducts, { params: { id: productId }, query: { size: shown } })
  if (!data) return null
  return (
    <PanelSection title="Pharmacies" fact={plural(data.total, 'pharmacie')}>
      {data.total === 0 ? (
        <span className={text.quiet}>Aucune pharmacie ne l’a.</span>
      ) : (
        <FactList
          facts={data.items.map(({ pharmacyName, lots, quantity, archived }) => [
            pharmacyName,
            archived ? 'archivé chez elle' : `${plural(quantity, 'unité')}, ${plural(lots, 'lot')}`,
          ])}
        />
      )}
      {data.total > shown && <span className={text.quiet}>{`et ${data.total - shown} autres`}</span>}
    </PanelSection>
  )
}
