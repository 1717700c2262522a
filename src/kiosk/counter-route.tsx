import { Button } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { HandingOverModal } from '#kiosk/counter/sale/handing-over-modal.tsx'
import { saleEndedAtom } from '#kiosk/counter/sale/just-ended.ts'
import { useScanInbox, type ScanInbox } from '#kiosk/counter/scan/scan-inbox.ts'
import { learnPlacesAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { useHandingOver } from '#kiosk/counter/sale/use-handing-over.ts'
import { parkSaleAtom } from '#shared/store/sales/parked-atoms.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { closeSaleTabAtom } from '#shared/store/sales/sale-atoms.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { ShortcutsModal } from '#shared/ui/shortcuts-modal.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { CounterScreen } from './counter-screen.tsx'
import classes from './counter.module.css'
import { counterShortcuts } from './counter-shortcuts.ts'
import { useSending } from './cashier/use-sending.ts'
import { useClosing } from '#kiosk/counter/shown-sale/use-closing.ts'
import { useCustomerDisplay } from '#kiosk/counter/shown-sale/use-customer-display.ts'
import { chosenSaleIdAtom, useNextSale, useShownSale } from '#kiosk/counter/shown-sale/use-shown-sale.ts'

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
  // What waits for the cashier is opened to be paid.
  const asksToPay = new URLSearchParams(useSearch()).has('encaisser')
  const [isPaying, setIsPaying] = useState(asksToPay)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  // The search field answers by itself: there « ? » is also a letter.
  useShortcuts({ '?': () => setIsHelpOpen(true) })
  const wasEnded = useRef<'no' | 'sold' | 'collected'>('no')
  const closing = useClosing(saleId, (sale) => {
    wasEnded.current = sale.preparation ? 'collected' : 'sold'
    // The disk has the sale: no printer holds the next one back.
    void tellEnded(sale).catch(() => undefined)
  })
  const [, navigate] = useLocation()
  const go = useGoToNext()
  const goBack = () => navigate('/vente', { replace: true })
  const parking = useHandingOver(saleId, useSetAtom(parkSaleAtom), goBack)
  const sending = useSending(saleId, goBack)
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
    void settled.current().then(() => {
      if (isBack) return
      // The cashier goes on with the next one who waits.
      if (wasEnded.current === 'collected') navigate('/caisse', { replace: true })
      else go({ isFresh: wasEnded.current === 'sold' })
    })
    return () => {
      isBack = true
    }
  }, [isLeft, go, navigate])

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
            onPause={() => void closeTab(shown.sale).then(goBack)}
            onPark={() => void parking.handOver()}
            onSend={sending ? () => void sending.handOver() : undefined}
            isHelpOpen={isHelpOpen}
            onShortcuts={() => setIsHelpOpen(true)}
          />
          <HandingOverModal handing={parking} words={parkingWords} />
          {sending && <HandingOverModal handing={sending} words={sendingWords} />}
          <ShortcutsModal
            opened={isHelpOpen}
            onClose={() => setIsHelpOpen(false)}
            groups={counterShortcuts({ isPaying, isSent: sending !== null })}
          />
        </>
      )
  }
}

const parkingWords = {
  title: 'Mise en attente pour un collègue',
  text: 'La vente part vers les autres postes.',
  silence: 'La mise en attente demande le réseau. Continuez la vente ici, ou réessayez.',
}
const sendingWords = {
  title: 'Envoi en caisse',
  text: 'La vente part vers le poste de la caisse.',
  silence:
    'La caisse est sur un autre poste, et le réseau manque. Encaissez ici par «\u00a0Autres gestes\u00a0», ou réessayez.',
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
  // Who touched another place meanwhile is not fetched back.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const [go] = useState(() => {
    let isGoing = false
    return (options?: { isFresh?: boolean }) => {
      if (isGoing) return
      isGoing = true
      void latest.current
        .next(options)
        .then((id) => isHere.current && latest.current.navigate(`/vente/${id}`, { replace: true }))
        // Locked meanwhile: the lock screen stands.
        .catch(() => undefined)
        .finally(() => {
          isGoing = false
        })
    }
  })
  return go
}
