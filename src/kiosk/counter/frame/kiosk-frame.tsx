import { IconLock } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { displayName, initials, shortName } from '#shared/domain/person.ts'
import { toCollectAtom } from '#shared/store/sales/cashier-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { outboxAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './frame.module.css'
import type { Place } from '#kiosk/counter/sale/places.ts'
import { PrintDrawer } from '#kiosk/counter/print/print-drawer.tsx'
import { PrintPill } from '#kiosk/counter/print/print-pill.tsx'
import { QueueDrawer } from '#kiosk/counter/queue/queue-drawer.tsx'
import { Rail } from './rail.tsx'
import { useNow } from '#shared/ui/use-now.ts'

interface KioskFrameProps {
  places: readonly Place[]
  /** The tabs of the open sales. */
  shelf: ReactNode
  /** A drawer beside the page. */
  aside?: ReactNode
  /** Locks the terminal. The next user enters a PIN. */
  onLock: () => void
  children: ReactNode
}

/** The frame of all private kiosk screens: green bar, rail, and the drawers of the queues. */
export function KioskFrame({ places, shelf, aside, onLock, children }: KioskFrameProps) {
  const [isQueueOpen, setIsQueueOpen] = useState(false)
  const [isPaperOpen, setIsPaperOpen] = useState(false)
  const screen = useTopOfEachScreen()
  const waiting = useAtomValue(outboxAtom).length
  const refused = useAtomValue(refusedSalesAtom).length
  const patients = useAtomValue(localPatientsAtom).length
  const notes = useAtomValue(queuedNotesAtom).length
  const toCollect = useAtomValue(toCollectAtom).length
  const { state, seconds } = useAtomValue(connectivityAtom)
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <span className={classes.mark}>
          <Logo />
        </span>
        {shelf}
        <div className={classes.status}>
          <ConnectivityPill
            state={state}
            secondsOffline={seconds}
            pendingCount={waiting + refused + patients + notes}
            refusedCount={refused}
            onClick={() => setIsQueueOpen(!isQueueOpen)}
          />
          <PrintPill onClick={() => setIsPaperOpen(!isPaperOpen)} />
          <Clock />
          <Who onSwitch={onLock} />
          <button type="button" className={`${classes.lock} officine-focus`} aria-label="Verrouiller" onClick={onLock}>
            <IconLock size={24} aria-hidden />
          </button>
        </div>
      </header>
      <Rail places={places} queue={{ waiting, refused }} toCollect={toCollect} />
      <div className={classes.work}>
        <div ref={screen} className={classes.screen}>
          {children}
        </div>
        {aside}
        {isPaperOpen && <PrintDrawer onClose={() => setIsPaperOpen(false)} />}
        {isQueueOpen && <QueueDrawer onClose={() => setIsQueueOpen(false)} />}
      </div>
    </div>
  )
}

/** Zoomed, the screens scroll in one element: a new screen begins at its top, not where the one before was left. */
function useTopOfEachScreen(): RefObject<HTMLDivElement | null> {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const scroller = screen.current!
    const observer = new MutationObserver((changes) => {
      const isNew = changes.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === 'MAIN'))
      if (isNew) scroller.scrollTop = 0
    })
    observer.observe(scroller, { childList: true })
    return () => observer.disconnect()
  }, [])
  return screen
}

function Clock() {
  return <span className={classes.clock}>{formatHour(useNow())}</span>
}

function Who({ onSwitch }: { onSwitch: () => void }) {
  const session = useAtomValue(sessionAtom)
  if (!session) return null
  return (
    <button
      type="button"
      className={`${classes.who} officine-focus`}
      aria-label={`${displayName(session)}, changer de vendeur`}
      onClick={onSwitch}
    >
      <FaceDisc>{initials(session)}</FaceDisc>
      <span className={classes.name}>{shortName(session)}</span>
    </button>
  )
}
