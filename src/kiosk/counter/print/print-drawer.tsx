import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { printerGesturesAtom } from './printer-state.ts'
import classes from '#kiosk/ui/side-drawer.module.css'
import { SideDrawer } from '#kiosk/ui/side-drawer.tsx'
import { WaitingPrints } from './waiting-prints.tsx'

/** The paper that waits for this terminal's printer, in a drawer beside the page. */
export function PrintDrawer({ onClose }: { onClose: () => void }) {
  const count = useAtomValue(printQueueAtom).length
  const gestures = useAtomValue(printerGesturesAtom)
  const [, navigate] = useLocation()
  return (
    <SideDrawer
      title="À imprimer"
      fact={count === 0 ? 'Tout est imprimé' : `${plural(count, 'impression')} en attente sur ce poste`}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={22} aria-hidden />}
            onClick={() => gestures?.retry()}
          >
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
        </>
      }
    >
      <div className={classes.calm}>
        <b>Continuez à vendre.</b> L’impression reprendra dès que l’imprimante répondra.
      </div>
      <WaitingPrints />
    </SideDrawer>
  )
}
