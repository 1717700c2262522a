import { useAtomValue } from 'jotai'
import { hourWords, sisterQuantity } from '#kiosk/counter/sisters/sister-fact.tsx'
import { useSisterStock } from '#kiosk/counter/sisters/use-sister-stock.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './products.module.css'

interface SisterSectionProps {
  /** Of the referential. */
  productId: string
  form: string | null
  today: string
}

/** The stock of the sister pharmacies, with its hour. Nothing is drawn when the owner has no other pharmacy. */
export function SisterSection({ productId, form, today }: SisterSectionProps) {
  const { pharmacies, products } = useSisterStock([productId])
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const known = products[productId]
  if (pharmacies?.length === 0) return null
  if (!known)
    return isOffline ? (
      <PanelSection title="Autres pharmacies">Hors ligne&nbsp;: leur stock n’est pas connu ici.</PanelSection>
    ) : null
  const hour = hourWords(known.at, today)
  return (
    <PanelSection title="Autres pharmacies" fact={isOffline ? `hors ligne, vu ${hour}` : hour}>
      <ul className={classes.sisters} aria-label="Stock des autres pharmacies">
        {(pharmacies ?? []).map((name, place) => {
          const stock = known.stocks.find(({ pharmacy }) => pharmacy === name)
          return (
            // Two pharmacies may have one name, and the list does not change its order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <span>{name}</span>
              <b>{stock ? sisterQuantity(stock, form) : 'aucun'}</b>
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
