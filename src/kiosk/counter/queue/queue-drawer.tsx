import { Button } from '@mantine/core'
import { IconHeartbeat, IconSend } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { saleTotal } from '#shared/domain/local-sale.ts'
import { sendNowAtom } from '#shared/session/send-now.ts'
import { kindWords } from '#shared/session/unsent-words.ts'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { outboxAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { withEnd } from '#shared/ui/with-end.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { FormerQueue } from './former-queue.tsx'
import { KeptCopies } from './kept-copies.tsx'
import { frozenOf, SendingQueue } from './sending-queue.tsx'
import classes from '#kiosk/ui/side-drawer.module.css'
import { SideDrawer } from '#kiosk/ui/side-drawer.tsx'

/**
 * What waits on this terminal, in a drawer beside the page. Being offline is shown as a normal state, not as an error.
 */
export function QueueDrawer({ onClose }: { onClose: () => void }) {
  const refused = useAtomValue(refusedSalesAtom)
  const outbox = useAtomValue(outboxAtom)
  const patients = useAtomValue(localPatientsAtom).length
  const notes = useAtomValue(queuedNotesAtom)
  const { state } = useAtomValue(connectivityAtom)
  const former = useAtomValue(formerSalesAtom).length
  const currency = useCurrency()
  const [, navigate] = useLocation()
  const sales = refused.length + outbox.length
  const count = sales + patients + notes.length
  const total = [...refused.map(saleTotal), ...outbox.map((row) => frozenOf(row).total)].reduce(
    (sum, amount) => sum + amount,
    0,
  )
  const leaveFor = (path: string) => {
    onClose()
    navigate(path)
  }
  const facts = [
    refused.length > 0 && plural(refused.length, 'refusée'),
    sales > 0 && `${plural(sales, 'vente')}, ${formatMoney(total, currency)}`,
    patients > 0 && plural(patients, 'patient'),
    ...kindWords(notes.map(({ row }) => row)).map(({ words }) => words),
  ]
  return (
    <SideDrawer
      title="Ventes à envoyer"
      fact={
        count === 0
          ? former > 0
            ? 'Tout est envoyé pour cette pharmacie'
            : 'Tout est envoyé'
          : `${facts.filter(Boolean).join(', ')}, sur ce poste`
      }
      onClose={onClose}
      foot={
        <>
          <SendNow isNothing={count + former === 0} />
          <Button
            variant="default"
            leftSection={<IconHeartbeat size={22} aria-hidden />}
            onClick={() => leaveFor('/sante')}
          >
            Santé du poste
          </Button>
          <Button className={classes.wide} variant="subtle" color="gray" onClick={() => leaveFor('/ventes')}>
            Voir les ventes du jour
          </Button>
        </>
      }
    >
      {state === 'offline' && (
        <div className={classes.calm}>
          <b>Continuez à vendre.</b> Tout sera envoyé dès le retour du réseau.
        </div>
      )}
      <ul className={classes.rows}>
        <SendingQueue onLeave={onClose} />
        <FormerQueue />
        {count + former === 0 && <li className={classes.empty}>Aucun envoi en attente sur ce poste.</li>}
        <KeptCopies />
      </ul>
    </SideDrawer>
  )
}

/** Sends now, without waiting for the next retry. */
function SendNow({ isNothing }: { isNothing: boolean }) {
  const sendNow = useSetAtom(sendNowAtom)
  const [isSending, setIsSending] = useState(false)
  const send = () => {
    setIsSending(true)
    void withEnd(sendNow())
      .catch(() => undefined)
      .finally(() => setIsSending(false))
  }
  return (
    <Button leftSection={<IconSend size={22} aria-hidden />} disabled={isNothing} loading={isSending} onClick={send}>
      Envoyer maintenant
    </Button>
  )
}
