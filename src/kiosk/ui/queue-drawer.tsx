import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { saleTotal } from '#shared/domain/local-sale.ts'
import { queuedNotesAtom } from '#shared/store/note-atoms.ts'
import { localPatientsAtom } from '#shared/store/patient-atoms.ts'
import { outboxAtom, refusedSalesAtom, sharedSalesAtom } from '#shared/store/sale-atoms.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './queue.module.css'
import { frozenOf, SendingQueue } from './sending-queue.tsx'

/** What waits on this terminal, over the work and beside it: offline is a working face, not an error. */
export function QueueDrawer({ onClose }: { onClose: () => void }) {
  const refused = useAtomValue(refusedSalesAtom)
  const outbox = useAtomValue(outboxAtom)
  const patients = useAtomValue(localPatientsAtom).length
  const notes = useAtomValue(queuedNotesAtom)
  const photos = notes.filter(({ kind }) => kind === 'photo').length
  const missed = notes.length - photos
  const { state } = useAtomValue(connectivityAtom)
  const sendAgain = useSendAgain()
  const currency = useCurrency()
  const [, navigate] = useLocation()
  const sales = refused.length + outbox.length
  const count = sales + patients + notes.length
  const total = [...refused.map(saleTotal), ...outbox.map((row) => frozenOf(row).total)].reduce((sum, amount) => sum + amount, 0)
  const facts = [sales > 0 && `${plural(sales, 'vente')}, ${formatMoney(total, currency)}`, patients > 0 && plural(patients, 'patient'), photos > 0 && plural(photos, 'photo'), missed > 0 && plural(missed, 'vente manquée', 'ventes manquées')]
  useShortcuts({ Escape: onClose })
  return (
    <aside className={classes.drawer} aria-label="Ventes à envoyer">
      <div className={classes.head}>
        <div>
          <h2>Ventes à envoyer</h2>
          <p>{count === 0 ? 'Tout est envoyé' : `${facts.filter(Boolean).join(', ')}, sur ce poste`}</p>
        </div>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Fermer" onClick={onClose}>
          <IconX size={26} />
        </ActionIcon>
      </div>
      {state === 'offline' && (
        <div className={classes.calm}>
          <b>Continuez à vendre.</b> Tout partira seul au retour du réseau.
        </div>
      )}
      <ul className={classes.rows}>
        <SendingQueue onLeave={onClose} />
        {count === 0 && <li className={classes.empty}>Rien n’attend sur ce poste.</li>}
      </ul>
      <div className={classes.foot}>
        <Button variant="default" leftSection={<IconRefresh size={22} aria-hidden />} onClick={sendAgain}>
          Réessayer
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            onClose()
            navigate('/ventes')
          }}
        >
          Voir les ventes du jour
        </Button>
      </div>
    </aside>
  )
}

/** Asks whether the network is back, and sends what is due. */
function useSendAgain(): () => void {
  const shared = useAtomValue(sharedSalesAtom)
  return () => {
    // The watch of the network looks when the browser says so; a touch says so too. Its answer sends all that waits.
    window.dispatchEvent(new Event('online'))
    shared?.wakeOutbox()
  }
}
