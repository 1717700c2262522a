import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import queue from '#kiosk/ui/queue.module.css'
import { parkedSalesAtom } from '#shared/store/parked-atoms.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { ParkedList } from './parked-list.tsx'

/** What waits for a colleague, beside the work. */
export function ParkedDrawer({ onClose }: { onClose: () => void }) {
  const count = useAtomValue(parkedSalesAtom).data?.length
  useShortcuts({ Escape: onClose })
  return (
    <aside className={queue.drawer} aria-label="Ventes en attente pour un collègue">
      <div className={queue.head}>
        <div>
          <h2>En attente pour un collègue</h2>
          <p>{count === 0 ? 'Aucune vente n’attend' : 'Rien n’est réservé en stock'}</p>
        </div>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Fermer" onClick={onClose}>
          <IconX size={26} />
        </ActionIcon>
      </div>
      <div className={queue.rows}>
        <ParkedList onTaken={onClose} />
        {count === 0 && <p className={queue.empty}>Une vente mise en attente pour un collègue se reprend ici, sur n’importe quel poste.</p>}
      </div>
    </aside>
  )
}
