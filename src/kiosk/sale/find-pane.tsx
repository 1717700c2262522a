import { Button } from '@mantine/core'
import { IconBarcode, IconCamera, IconUserX } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { isCameraOpenAtom } from '#kiosk/counter/scan/camera-open.ts'
import { dayOfAtom, leftOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { lotNamed, proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import nothing from '#kiosk/ui/empty.module.css'
import type { MissedSubject } from '#kiosk/counter/sale/help-ask.ts'
import { useListAge } from '#kiosk/counter/sale/list-age.tsx'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { listStateAtom, productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { Kbd } from '#shared/ui/kbd.tsx'
import { ListProgress } from '#shared/ui/list-progress.tsx'
import { Loader } from '#shared/ui/loader.tsx'
import { plural } from '#shared/ui/plural.ts'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { useLatest } from '#shared/ui/use-latest.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from './find.module.css'
import { HitList } from './hit-list.tsx'
import type { SearchText } from './search-text.ts'
import { useWalkedHits } from '#kiosk/ui/use-walked-hits.ts'

interface FindPaneProps {
  query: SearchText
  onQuery: (query: string) => void
  /** The products that share the scanned code. One must be chosen. */
  choice: readonly PharmacyProduct[] | null
  /** The notice of the counter: a refused lot, an unknown code. */
  notice: ReactNode
  searchRef: RefObject<HTMLInputElement | null>
  onAdd: (product: PharmacyProduct, item: StockItem) => void
  /** Entrée on text that may be a typed code. Returns whether it was one. */
  onTypedCode: (text: string) => boolean
  /** Keys in an empty field (+ − Entrée ?) act on the ticket. Returns whether the key was handled. */
  onTicketKey: (key: string) => boolean
  /** Shows the equivalents of a result. Null: of the line in hand. */
  onEquivalents: (product: PharmacyProduct | null) => void
  /** What the search asks for, in case the customer leaves without it. Null: nothing is searched for. */
  missedRef: RefObject<MissedSubject | null>
  onMissed: (subject: MissedSubject) => void
  /** Shown in place of the results while the field is empty. */
  panel: ReactNode
  /** Shown under the invitation to scan while nothing is searched. */
  idle: ReactNode
  /** The camera panel, shown while it is open. */
  camera: ReactNode
}

export function FindPane({
  query: text,
  onQuery,
  choice,
  notice,
  searchRef,
  onAdd,
  onTypedCode,
  onTicketKey,
  onEquivalents,
  missedRef,
  onMissed,
  panel,
  idle,
  camera,
}: FindPaneProps) {
  const search = useAtomValue(text)
  const [isCameraOpen, setCameraOpen] = useAtom(isCameraOpenAtom)
  const find = useFind()
  const { hits, total } = useMemo(
    () => (choice ? { hits: choice, total: choice.length } : find(search)),
    [choice, find, search],
  )
  const { rows, at, step, list, onScroll } = useWalkedHits(search, hits, { startsUnmarked: true })
  const dayOf = useAtomValue(dayOfAtom)
  const leftOf = useAtomValue(leftOfAtom)
  const age = useListAge()
  useEffect(() => {
    const hit = hits[Math.max(at, 0)]
    missedRef.current = search === '' ? null : hit ? { product: hit } : { text: search }
  })

  const add = useLatest((product: PharmacyProduct | undefined) => {
    const item = product && proposalOf(product, { today: dayOf(pharmacyNow()), leftOf }, lotNamed(product, search))
    if (item) onAdd(product, item)
  })
  const swap = useLatest(onEquivalents)
  const miss = useLatest(onMissed)
  // The text for which Entrée had several answers.
  const [unanswered, setUnanswered] = useState<string | null>(null)
  const submit = (text: string) => {
    if (text === '') onTicketKey('Enter')
    else if (!onTypedCode(text)) take(text === search || choice ? (hits[at] ?? null) : only(find(text).hits), text)
  }
  const take = (product: PharmacyProduct | null, text: string) => {
    setUnanswered(product ? null : text)
    if (product) add(product)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by && hits.length > 0) step(by)
    else if (event.key === 'Escape' && isCameraOpen) setCameraOpen(false)
    else if (event.currentTarget.value !== '' || !onTicketKey(event.key)) return
    event.preventDefault()
  }

  useShortcuts({ F3: () => onEquivalents(search === '' ? null : (hits[Math.max(at, 0)] ?? null)) })

  return (
    <section className={classes.find} aria-label="Recherche">
      <SearchBar
        ref={searchRef}
        value={search}
        onChange={onQuery}
        onSubmit={submit}
        onKeyDown={handleKeyDown}
        resultCount={search === '' ? undefined : total}
        placeholder="Scanner ou chercher"
        icon={<IconBarcode size={28} aria-hidden />}
        shortcut="F2"
        action={<CameraButton isOpen={isCameraOpen} onToggle={() => setCameraOpen(!isCameraOpen)} />}
        isScanned
        autoFocus
      />
      {isCameraOpen && camera}
      {notice}
      {age && (
        <div className={classes.age} role="status">
          {age}
        </div>
      )}
      {unanswered !== null && unanswered === search && at < 0 && hits.length > 1 && (
        <div className={classes.age} role="status">
          {plural(total, 'produit')}
          {'\u00a0'}: ↓ puis Entrée, ou touchez la ligne.
        </div>
      )}
      {panel && search === '' && !choice ? (
        panel
      ) : (
        <ul ref={list} className={classes.hits} aria-label="Produits" onScroll={onScroll}>
          <HitList search={search} rows={rows} at={at} onAdd={add} onEquivalents={swap} onMissed={miss} />
          {hits.length === 0 && (
            <NoHit query={search} idle={idle} onMissed={() => onMissed({ text: search })} onClear={() => onQuery('')} />
          )}
        </ul>
      )}
    </section>
  )
}

/** The one answer; null for none or several. */
function only(hits: readonly PharmacyProduct[]): PharmacyProduct | null {
  return hits.length === 1 ? hits[0]! : null
}

function CameraButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className={`${classes.camera} officine-focus`}
      aria-label="Scanner avec la caméra"
      aria-pressed={isOpen}
      onClick={onToggle}
    >
      <IconCamera size={28} aria-hidden />
    </button>
  )
}

function useFind(): (text: string) => { hits: readonly PharmacyProduct[]; total: number } {
  const index = useAtomValue(productIndexAtom)?.index
  const products = useAtomValue(productsAtom)
  return useCallback(
    (text) => {
      const found = index?.find(text)
      return { hits: found?.ids.flatMap((id) => products.get(id) ?? []) ?? [], total: found?.total ?? 0 }
    },
    [index, products],
  )
}

function NoHit({
  query,
  idle,
  onMissed,
  onClear,
}: {
  query: string
  idle: ReactNode
  onMissed: () => void
  onClear: () => void
}) {
  const { isLoading, load, hasError, count } = useAtomValue(listStateAtom)
  const isIndexed = useAtomValue(productIndexAtom) !== null
  const face = () => {
    if (count === 0 && hasError)
      return <span>La liste des produits n’a pas pu être lue. Elle sera redemandée dès que le réseau répond.</span>
    if (count === 0 && load) return <ListProgress label="Premier chargement des produits sur ce poste" {...load} />
    if (count === 0 && isLoading) return <Loader label="Chargement des produits" />
    // The index is not ready, so « aucun résultat » would be false.
    if (query !== '' && count > 0 && !isIndexed) return <Loader label="Chargement des produits" />
    if (query === '')
      return (
        <>
          <span>Scannez une boîte, ou tapez un nom, une DCI, un code.</span>
          {idle}
        </>
      )
    return (
      <>
        <span>Aucun résultat pour «&nbsp;{query}&nbsp;»</span>
        <Button variant="default" onClick={onClear}>
          Effacer la recherche
        </Button>
        <Button
          variant="default"
          leftSection={<IconUserX size={22} aria-hidden />}
          rightSection={<Kbd>F1</Kbd>}
          onClick={onMissed}
        >
          Noter la demande
        </Button>
      </>
    )
  }
  return <li className={nothing.empty}>{face()}</li>
}
