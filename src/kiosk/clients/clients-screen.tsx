import { Button } from '@mantine/core'
import { IconUserPlus, IconUserSearch } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useListAge } from '#kiosk/counter/sale/list-age.tsx'
import page from '#kiosk/ui/page.module.css'
import { useSearchFocus } from '#kiosk/ui/use-search-focus.ts'
import { useWalkedHits } from '#kiosk/ui/use-walked-hits.ts'
import { useFieldScan } from '#kiosk/counter/scan/field-scan.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { personIndexAtom, personListStateAtom } from '#shared/store/lists/person-list-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { Kbd } from '#shared/ui/kbd.tsx'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { ShortcutsModal, type ShortcutGroup } from '#shared/ui/shortcuts-modal.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { ClientHitRow } from './client-hit.tsx'
import { ClientPane } from './client-pane.tsx'
import classes from './clients.module.css'
import { NoClient } from './no-client.tsx'
import type { RefusedPatient } from './refused-patient.ts'
import { useClientPane } from './use-client-pane.ts'
import { useClientHits, type ClientHit } from '#kiosk/counter/payment/use-client-hits.ts'

const shortcuts: readonly ShortcutGroup[] = [
  {
    title: 'Clients',
    hints: [
      { keys: ['F2'], label: 'Chercher' },
      { keys: ['↓'], label: 'Client suivant' },
      { keys: ['Entrée'], label: 'Ouvrir la fiche, puis vendre à ce patient' },
      { keys: ['F6'], label: 'Nouveau patient' },
      { keys: ['Échap'], label: 'Fermer la fiche, puis revenir à la vente' },
    ],
  },
]

interface ClientsScreenProps {
  /** The sale that the patient is for. Undefined: a new sale. */
  sale: LocalSale | undefined
  /** The client whose card is open at first. */
  shownId: string | undefined
  /** The patient that the server refused, to be corrected. */
  refused?: RefusedPatient | undefined
  /** Resolves with the patient's id when the patient is on the disk. */
  onCreate: (patient: TypedPatient) => Promise<string>
  /** Resolves when the corrected patient is on the disk. */
  onCorrect: (patient: TypedPatient) => Promise<void>
  onNotCorrected: () => void
  onSell: (person: Person) => void
  /** Takes scans while the counter is being opened for a patient. Undefined otherwise. */
  onScanAhead: ((text: string) => void) | undefined
  onPurchases: (person: Person) => void
  /** A panel covers the screen and handles the keys. */
  isCovered: boolean
  onBack: () => void
  /** In the left half of the counter, beside the ticket. */
  isBeside?: boolean
}

/** Finds the client to sell to, or creates a patient: by touch, keyboard or card scan, online or offline. */
export function ClientsScreen({
  sale,
  shownId,
  refused,
  onSell,
  onScanAhead,
  onBack,
  isCovered,
  isBeside = false,
  ...props
}: ClientsScreenProps) {
  const [query, setQuery] = useState('')
  const panes = useClientPane({ query, refused, shownId, onCreate: props.onCreate })
  const { pane, show, close, begin } = panes
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const { hits, total, isReady } = useClientHits(query)
  const { rows, at, step, list, onScroll } = useWalkedHits(query, hits)
  const index = useAtomValue(personIndexAtom)?.index
  const age = useListAge(personListStateAtom)
  const search = useRef<HTMLInputElement>(null)
  const isTyping = pane.kind === 'new' || pane.kind === 'refused'

  const back = () => (pane.kind === 'none' ? onBack() : close())
  // Close the card of the former client, so that the seller does not sell to them by mistake.
  const seek = (text: string) => {
    setQuery(text)
    if (pane.kind === 'client') close()
  }
  const takeHit = (hit: ClientHit | undefined) => {
    if (hit) show(hit.id)
    else if (query !== '' && isReady) begin()
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...(query === '' ? { '?': () => setIsHelpOpen(true), Escape: back } : {}),
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const gesture = keys[event.key]
    if (!gesture) return
    event.preventDefault()
    gesture()
  }

  useSearchFocus(search, !isTyping && !isHelpOpen && !isCovered, { isEager: false })
  useShortcuts(
    { F2: () => search.current?.select(), F6: begin, '?': () => setIsHelpOpen(true), Escape: back },
    !isTyping && !isHelpOpen && !isCovered,
  )
  const takeCard = (text: string) => {
    seek(text.trim())
    const [id, another] = index?.findCodes([text.trim()]) ?? []
    if (id !== undefined && another === undefined) show(id)
  }
  // Beside the ticket, the counter hears the scanner: boxes go to the ticket, cards come here.
  const cards = useFieldScan(takeCard, isBeside)
  useWedge(onScanAhead ?? takeCard, !isBeside && ((!isTyping && !isCovered) || onScanAhead !== undefined))

  const Page = isBeside ? 'div' : 'main'
  return (
    <Page className={page.page} data-beside={isBeside || undefined} {...(isBeside ? cards : {})}>
      {!isBeside && <h1 className="officine-unseen">Clients</h1>}
      <section className={page.main} aria-label="Clients" data-bare={(isBeside && pane.kind !== 'none') || undefined}>
        <SearchBar
          ref={search}
          value={query}
          onChange={seek}
          onSubmit={() => takeHit(hits[at])}
          onKeyDown={handleKeyDown}
          resultCount={query === '' || !isReady ? undefined : total}
          placeholder="Nom, téléphone ou n° de carte"
          label="Chercher un client"
          icon={<IconUserSearch size={28} aria-hidden />}
          shortcut="F2"
          autoFocus
        />
        {age && (
          <div className={page.age} role="status">
            {age}
          </div>
        )}
        <ul ref={list} className={classes.hits} aria-label="Clients trouvés" onScroll={onScroll}>
          {rows.map((hit, place) => (
            <ClientHitRow
              key={hit.id}
              hit={hit}
              query={query}
              isCurrent={place === at}
              isShown={pane.kind === 'client' && pane.id === hit.id}
              onShow={() => show(hit.id)}
            />
          ))}
          {hits.length === 0 && <NoClient query={query} isReady={isReady} onClear={() => seek('')} />}
        </ul>
        <ListFoot
          sale={sale}
          isBeside={isBeside}
          isTyping={isTyping}
          isAlone={pane.kind === 'none'}
          onBack={onBack}
          onNew={begin}
        />
      </section>
      <ClientPane
        {...panes}
        refused={refused}
        age={age}
        sale={sale}
        isCovered={isCovered}
        onSell={onSell}
        onCorrect={props.onCorrect}
        onNotCorrected={props.onNotCorrected}
        onPurchases={props.onPurchases}
      />
      <ShortcutsModal opened={isHelpOpen} onClose={() => setIsHelpOpen(false)} groups={shortcuts} />
    </Page>
  )
}

interface ListFootProps extends Pick<ClientsScreenProps, 'sale' | 'onBack'> {
  isBeside: boolean
  /** A form is open. */
  isTyping: boolean
  /** Neither a card nor a form is open. */
  isAlone: boolean
  onNew: () => void
}

function ListFoot({ sale, isBeside, isTyping, isAlone, onBack, onNew }: ListFootProps) {
  return (
    <div className={classes.foot}>
      {isBeside ? (
        <Button variant="default" size="md" onClick={onBack}>
          Annuler
        </Button>
      ) : (
        <span>{sale ? `Pour la vente ${sale.identifier}` : 'Pour une nouvelle vente'}</span>
      )}
      <Button
        variant={isAlone ? 'filled' : 'default'}
        size="md"
        leftSection={<IconUserPlus size={26} aria-hidden />}
        rightSection={<Kbd>F6</Kbd>}
        disabled={isTyping}
        onClick={onNew}
      >
        Nouveau patient
      </Button>
    </div>
  )
}
