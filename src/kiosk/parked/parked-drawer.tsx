import { useAtomValue } from 'jotai'
import queue from '#kiosk/ui/side-drawer.module.css'
import { SideDrawer } from '#kiosk/ui/side-drawer.tsx'
import { parkedForColleaguesAtom } from '#shared/store/sales/cashier-atoms.ts'
import { ParkedList } from './parked-list.tsx'

/** The sales that wait for a colleague, in a drawer beside the page. */
export function ParkedDrawer({ onClose }: { onClose: () => void }) {
  const count = useAtomValue(parkedForColleaguesAtom)?.length
  return (
    <SideDrawer
      title="En attente pour un collègue"
      label="Ventes en attente pour un collègue"
      fact={count === 0 ? 'Aucune vente n’attend' : 'Rien n’est réservé en stock'}
      onClose={onClose}
    >
      <div className={queue.rows}>
        <ParkedList onTaken={onClose} />
        {count === 0 && (
          <p className={queue.empty}>
            Une vente mise en attente pour un collègue se reprend ici, sur n’importe quel poste.
          </p>
        )}
      </div>
    </SideDrawer>
  )
}
