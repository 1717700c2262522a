import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { movementCauseWords } from '#shared/domain/stock-movement-words.ts'
import { historyOfAtom, productHistoryAtom } from '#shared/store/lists/product-history-atoms.ts'
import { formatHour, formatNearDay } from '#shared/ui/date-format.ts'
import { formatSigned } from '#shared/ui/money-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from './products.module.css'

/** The last movements of a product, read when asked for. `productId`: of the pharmacy. */
export function ProductHistory({ productId }: { productId: string }) {
  const [isShown, setIsShown] = useState(false)
  const ask = useSetAtom(historyOfAtom)
  useEffect(() => {
    ask(isShown ? productId : null)
    return () => ask(null)
  }, [ask, productId, isShown])
  const history = useAtomValue(productHistoryAtom)
  return (
    <PanelSection title="Historique">
      <Button variant={isShown ? 'filled' : 'default'} aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        Derniers mouvements
      </Button>
      {isShown && history === null && (
        <p className={classes.text} role="status">
          Chargement… Sans réseau, seul un historique déjà ouvert sur ce poste s’affiche.
        </p>
      )}
      {isShown && history?.items.length === 0 && <p className={classes.text}>Aucun mouvement depuis 90 jours.</p>}
      {isShown && history !== null && history.items.length > 0 && (
        <ul className={classes.sisters} aria-label="Derniers mouvements">
          {history.items.map(({ id, at, cause, lot, quantity, userName }) => (
            <li key={id}>
              <span>
                {movementCauseWords[cause]}
                {lot !== null && `, lot ${lot}`}
                <span className={classes.facts}>
                  {[`${formatNearDay(at)} ${formatHour(at)}`, userName].filter(Boolean).join(' · ')}
                </span>
              </span>
              <b>{formatSigned(quantity, { decimals: 0 })}</b>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
