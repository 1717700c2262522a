import { Button } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { saleEndedAtom } from '#kiosk/ui/just-ended.ts'
import { useScanInbox, type ScanInbox } from '#kiosk/ui/scan-inbox.ts'
import { learnPlacesAtom } from '#kiosk/ui/stock-item-places.ts'
import { productIndexAtom } from '#shared/store/product-list-atoms.ts'
import { closeSaleTabAtom } from '#shared/store/sale-atoms.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { ShortcutsModal } from '#shared/ui/shortcuts-modal.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { CounterScreen } from './counter-screen.tsx'
import classes from './counter.module.css'
import { counterShortcuts } from './counter-shortcuts.ts'
import { ParkingModal } from './parked/parking-modal.tsx'
import { useParking } from './parked/use-parking.ts'
import { useClosing } from './use-closing.ts'
import { useCustomerDisplay } from './use-customer-display.ts'
import { chosenSaleIdAtom, useNextSale, useShownSale } from './use-shown-sale.ts'

/** `/vente`: the counter opens on the sale to go on with, or on a new one. */
export function NextSaleRoute() {
  const go = useGoToNext()
  useEffect(() => go(), [go])
  return <Loader full />
}

/** `/vente/:id`: one sale, in this window alone. */
export function CounterRoute() {
  const { id } = useParams<{ id: string }>()
  // Outlives each sale: what is scanned while the next one opens belongs to it.
  const scans = useScanInbox()
  useLearnedPlaces()
  return <ShownSaleRoute key={id} saleId={id} scans={scans} />
}

/** After the index, which a hand waits for. */
function useLearnedPlaces(): void {
  const isIndexed = useAtomValue(productIndexAtom) !== null
  const learn = useSetAtom(learnPlacesAtom)
  useEffect(() => {
    if (isIndexed) void learn()
  }, [isIndexed, learn])
}

function ShownSaleRoute({ saleId, scans }: { saleId: string; scans: ScanInbox }) {
  const shown = useShownSale(saleId)
  useCustomerDisplay(shown.kind === 'open' ? shown.sale : null)
  const tellEnded = useSetAtom(saleEndedAtom)
  const closeTab = useSetAtom(closeSaleTabAtom)
  const [isPaying, setIsPaying] = useState(false)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  // The search field answers by itself: there « ? » is also a letter.
  useShortcuts({ '?': () => setIsHelpOpen(true) })
  const wasEnded = useRef(false)
  const closing = useClosing(saleId, (sale) => {
    wasEnded.current = true
    // The disk has the sale: no printer holds the next one back.
    void tellEnded(sale).catch(() => undefined)
  })
  const [, navigate] = useLocation()
  const go = useGoToNext()
  const parking = useParking(saleId, () => navigate('/vente', { replace: true }))
  // A sale that ended leaves its place to a fresh one.
  const isLeft = shown.kind === 'gone' || (shown.kind === 'left' && closing.isOver)
  const settled = useRef(closing.settled)
  useEffect(() => {
    settled.current = closing.settled
  })
  useEffect(() => {
    if (!isLeft) return
    let isBack = false
    // Another window may have sent it while this one still ends it.
    void settled.current().then(() => isBack || go({ isFresh: wasEnded.current }))
    return () => {
      isBack = true
    }
  }, [isLeft, go])

  // Several windows that end their sales at once may choose the same next one: who comes second goes on to another, nobody asked for this one.
  const [chosen, setChosen] = useAtom(chosenSaleIdAtom)
  const { kind } = shown
  useEffect(() => {
    if (chosen !== saleId || kind === 'opening') return
    setChosen(null)
    if (kind === 'elsewhere') go({ isFresh: true })
  }, [chosen, saleId, kind, setChosen, go])

  switch (shown.kind) {
    case 'opening':
    case 'gone':
    case 'left':
      return <main />
    case 'elsewhere':
      return <ShownElsewhere onNew={() => go({ isFresh: true })} />
    case 'open':
      return (
        <>
          <CounterScreen
            sale={shown.sale}
            scans={scans}
            isPaying={isPaying}
            onPaying={setIsPaying}
            closing={closing}
            onChoosePatient={() => navigate('/clients')}
            onPause={() => void closeTab(shown.sale).then(() => navigate('/vente', { replace: true }))}
            onPark={() => void parking.park()}
            isHelpOpen={isHelpOpen}
            onShortcuts={() => setIsHelpOpen(true)}
          />
          <ParkingModal parking={parking} />
          <ShortcutsModal opened={isHelpOpen} onClose={() => setIsHelpOpen(false)} groups={counterShortcuts({ isPaying })} />
        </>
      )
  }
}

/** Two windows on one sale would type over each other. */
function ShownElsewhere({ onNew }: { onNew: () => void }) {
  return (
    <main className={classes.elsewhere} role="status">
      <h1>Cette vente est ouverte dans une autre fenêtre</h1>
      <p>Terminez-la là-bas, ou fermez cette fenêtre-là{'\u00a0'}: la vente s’ouvrira ici toute seule.</p>
      <Button size="md" onClick={onNew}>
        Nouvelle vente
      </Button>
    </main>
  )
}

/** Goes to the next sale; asked twice, it goes once. */
function useGoToNext(): (options?: { isFresh?: boolean }) => void {
  const next = useNextSale()
  const [, navigate] = useLocation()
  const latest = useRef({ next, navigate })
  useEffect(() => {
    latest.current = { next, navigate }
  })
  const [go] = useState(() => {
    let isGoing = false
    return (options?: { isFresh?: boolean }) => {
      if (isGoing) return
      isGoing = true
      void latest.current
        .next(options)
        .then((id) => latest.current.navigate(`/vente/${id}`, { replace: true }))
        // Locked meanwhile: the lock screen stands.
        .catch(() => undefined)
        .finally(() => {
          isGoing = false
        })
    }
  })
  return go
}
