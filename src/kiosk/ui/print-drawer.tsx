import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { printQueueAtom } from '#shared/store/print-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { printRoomAtom } from './print-room.ts'
import classes from './queue.module.css'
import { WaitingPrints } from './waiting-prints.tsx'

/** What waits for the printer of this terminal, beside the work. */
export function PrintDrawer({ onClose }: { onClose: () => void }) {
  const count = useAtomValue(printQueueAtom).length
  const room = useAtomValue(printRoomAtom)
  const [, navigate] = useLocation()
  useShortcuts({ Escape: onClose })
  return (
    <aside className={classes.drawer} aria-label="À imprimer">
      <div className={classes.head}>
        <div>
          <h2>À imprimer</h2>
          <p>{count === 0 ? 'Tout est imprimé' : `${plural(count, 'impression')} en attente sur ce poste`}</p>
        </div>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Fermer" onClick={onClose}>
          <IconX size={26} />
        </ActionIcon>
      </div>
      <div className={classes.calm}>
        <b>Continuez à vendre.</b> Tout sortira seul quand l’imprimante répondra.
      </div>
      <WaitingPrints />
      <div className={classes.foot}>
        <Button variant="default" leftSection={<IconRefresh size={22} aria-hidden />} onClick={() => room?.retry()}>
          Réessayer
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            onClose()
            navigate('/poste')
          }}
        >
          Voir l’imprimante
        </Button>
      </div>
    </aside>
  )
}
