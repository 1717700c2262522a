import { useAtomValue } from 'jotai'
import { formerSalesAtom, type FormerSales } from '#shared/store/sales/former-sales.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from './queued-row.module.css'
import { QueuedRow } from './queued-row.tsx'
import { isOfAccount } from './sending-failure-words.ts'

/**
 * What this terminal still holds for pharmacies that it used to belong to. It is still sent, in the name of that
 * pharmacy.
 */
export function FormerQueue() {
  return useAtomValue(formerSalesAtom).map((former) => <FormerRow key={former.pharmacyId} former={former} />)
}

const accountLost =
  'Le compte de cette pharmacie n’est pas reconnu ici\u00a0: si cela dure, ' +
  'reconnectez ce poste à cette pharmacie, ou exportez les ventes depuis «\u00a0Santé du poste\u00a0».'
const unreadable =
  'Ses données sur ce poste sont illisibles. Vous pouvez vendre. ' +
  'Fermez toutes les fenêtres du navigateur et rouvrez-le\u00a0; si le problème reste, appelez l’assistance. ' +
  'N’effacez pas les données du navigateur.'

function FormerRow({ former: { name, waiting, refused, open, lastFailure, isUnreadable } }: { former: FormerSales }) {
  const left = [
    refused > 0 && plural(refused, 'refusée'),
    open > 0 && plural(open, 'vente ouverte', 'ventes ouvertes'),
  ].filter(Boolean)
  return (
    <QueuedRow
      state={waiting > 0 ? 'waiting' : 'refused'}
      title={name ?? 'Une autre pharmacie'}
      facts="Ancienne pharmacie de ce poste"
      word={isUnreadable ? 'Illisible' : waiting > 0 ? `${plural(waiting, 'envoi')} en attente` : 'À reprendre'}
    >
      {isUnreadable && <p className={classes.why}>{unreadable}</p>}
      {waiting > 0 && (
        <p className={classes.why}>
          {isOfAccount(lastFailure) ? accountLost : 'Tout sera envoyé avec le compte de cette pharmacie.'}
        </p>
      )}
      {left.length > 0 && (
        <p
          className={classes.why}
        >{`${left.join(', ')}\u00a0: reconnectez ce poste à cette pharmacie pour reprendre, ou exportez les ventes depuis «\u00a0Santé du poste\u00a0».`}</p>
      )}
    </QueuedRow>
  )
}
