import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { HandingOverModal } from '#kiosk/counter/sale/handing-over-modal.tsx'
import { learnPlacesAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { useHandingOver } from '#kiosk/counter/sale/use-handing-over.ts'
import { useScanInbox, type ScanInbox } from '#kiosk/counter/scan/scan-inbox.ts'
import { useCustomerDisplay } from '#kiosk/counter/shown-sale/use-customer-display.ts'
import { useGoToNext } from '#kiosk/counter/shown-sale/use-go-to-next.ts'
import { useSaleEnd } from '#kiosk/counter/shown-sale/use-sale-end.ts'
import { useShownSale } from '#kiosk/counter/shown-sale/use-shown-sale.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { bestSellersAtom } from '#shared/store/lists/best-sellers-atoms.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { parkSaleAtom } from '#shared/store/sales/parked-atoms.ts'
import { closeSaleTabAtom } from '#shared/store/sales/sale-actions.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { ShortcutsModal } from '#shared/ui/shortcuts-modal.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { useSending } from './cashier/use-sending.ts'
import { CounterScreen } from './counter-screen.tsx'
import { counterShortcuts } from './counter-shortcuts.ts'
import classes from './counter.module.css'

/** `/vente`: opens the next sale, existing or new. */
export function NextSaleRoute() {
  const go = useGoToNext()
  useEffect(() => go(), [go])
  return <Loader full />
}

/** `/vente/:id`: shows one sale, in this window only. */
export function CounterRoute() {
  const { id } = useParams<{ id: string }>()
  // Lives longer than one sale: a scan made while the next sale opens belongs to that sale.
  const scans = useScanInbox()
  useLearnedPlaces()
  useHabitsInSearch()
  return <ShownSaleRoute key={id} saleId={id} scans={scans} />
}

/** Starts after the search index, as users wait for the index first. */
function useLearnedPlaces(): void {
  const isIndexed = useAtomValue(productIndexAtom) !== null
  const learn = useSetAtom(learnPlacesAtom)
  useEffect(() => {
    if (isIndexed) void learn()
  }, [isIndexed, learn])
}

/** Among equally good results, what is sold most comes first. */
function useHabitsInSearch(): void {
  const index = useAtomValue(productIndexAtom)?.index
  const bestSellers = useAtomValue(bestSellersAtom)
  useEffect(() => index?.weigh(bestSellers), [index, bestSellers])
}

function ShownSaleRoute({ saleId, scans }: { saleId: string; scans: ScanInbox }) {
  const shown = useShownSale(saleId)
  useCustomerDisplay(shown.kind === 'open' ? shown.sale : null)
  const { closing, goToNext } = useSaleEnd(saleId, shown.kind)
  const { pause, parking, sending } = useSaleExits(saleId)
  const view = useCounterView()

  switch (shown.kind) {
    case 'opening':
    case 'gone':
    case 'left':
      return <main />
    case 'elsewhere':
      return <ShownElsewhere onHere={shown.openHere} onNew={() => goToNext({ isFresh: true })} />
    case 'open':
      return (
        <>
          <CounterScreen
            sale={shown.sale}
            scans={scans}
            isPaying={view.isPaying}
            onPaying={view.setIsPaying}
            closing={closing}
            isFinding={view.isFinding}
            onFinding={view.setIsFinding}
            onPause={() => pause(shown.sale)}
            onPark={() => void parking.handOver()}
            onSend={sending ? () => void sending.handOver() : undefined}
            isHelpOpen={view.isHelpOpen}
            onShortcuts={() => view.setIsHelpOpen(true)}
          />
          <HandingOverModal handing={parking} words={parkingWords} />
          {sending && <HandingOverModal handing={sending} words={sendingWords} />}
          <ShortcutsModal
            opened={view.isHelpOpen}
            onClose={() => view.setIsHelpOpen(false)}
            groups={counterShortcuts({ isPaying: view.isPaying, isSent: sending !== null })}
          />
        </>
      )
  }
}

/** The gestures that leave an open sale: pause, hand over to a colleague or to the cashier. */
function useSaleExits(saleId: string) {
  const [, navigate] = useLocation()
  const closeTab = useSetAtom(closeSaleTabAtom)
  const goBack = () => navigate('/vente', { replace: true })
  return {
    parking: useHandingOver(saleId, useSetAtom(parkSaleAtom), goBack),
    sending: useSending(saleId, goBack),
    pause: (sale: LocalSale) => void closeTab(sale).then(goBack),
  }
}

/** Whether the counter shows the payment, the search for a patient, and the list of shortcuts above it. */
function useCounterView() {
  // A sale that waits for the cashier opens on its payment.
  const asksToPay = new URLSearchParams(useSearch()).has('encaisser')
  const [isPaying, setIsPaying] = useState(asksToPay)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isFinding, setIsFinding] = useState(false)
  // The search field handles « ? » itself, as it is also a letter there.
  useShortcuts({ '?': () => setIsHelpOpen(true) })
  return { isPaying, setIsPaying, isHelpOpen, setIsHelpOpen, isFinding, setIsFinding }
}

const parkingWords = {
  title: 'Mise en attente pour un collègue',
  text: 'Envoi de la vente aux autres postes…',
  silence: 'La mise en attente demande le réseau. Continuez la vente ici, ou réessayez.',
}
const sendingWords = {
  title: 'Envoi en caisse',
  text: 'Envoi de la vente au poste de la caisse…',
  silence:
    'La caisse est sur un autre poste, et il n’y a pas de réseau\u00a0: la vente reste ici, elle n’est pas envoyée. Encaissez ici depuis «\u00a0Autres actions\u00a0», ou réessayez quand le réseau est revenu.',
}

/** Shown if another window holds the sale: two windows would overwrite each other's edits. */
function ShownElsewhere({ onHere, onNew }: { onHere: () => void; onNew: () => void }) {
  return (
    <main className={classes.elsewhere} role="status">
      <h1>Cette vente est ouverte dans une autre fenêtre</h1>
      <p>Continuez-la dans l’autre fenêtre, ou ouvrez-la ici{'\u00a0'}: elle se fermera dans l’autre fenêtre.</p>
      <div className={classes.elsewhereActions}>
        <Button size="md" onClick={onHere}>
          Ouvrir ici
        </Button>
        <Button size="md" variant="default" onClick={onNew}>
          Nouvelle vente
        </Button>
      </div>
    </main>
  )
}
