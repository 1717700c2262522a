import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { saleTotal } from '#shared/domain/local-sale.ts'
import { queuedNotesAtom } from '#shared/store/note-atoms.ts'
import { localPatientsAtom } from '#shared/store/patient-atoms.ts'
import { outboxAtom, refusedSalesAtom, sharedSalesAtom } from '#shared/store/sale-atoms.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { frozenOf, SendingQueue } from './sending-queue.tsx'
import classes from './side-drawer.module.css'
import { SideDrawer } from './side-drawer.tsx'

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
  return (
    <SideDrawer
      title="Ventes à envoyer"
      fact={count === 0 ? 'Tout est envoyé' : `${facts.filter(Boolean).join(', ')}, sur ce poste`}
      onClose={onClose}
      foot={
        <>
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
        </>
      }
    >
      {state === 'offline' && (
        <div className={classes.calm}>
          <b>Continuez à vendre.</b> Tout partira seul au retour du réseau.
        </div>
      )}
      <ul className={classes.rows}>
        <SendingQueue onLeave={onClose} />
        {count === 0 && <li className={classes.empty}>Rien n’attend sur ce poste.</li>}
      </ul>
    </SideDrawer>
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
