import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { CoverageBar } from '#kiosk/counter/coverage/coverage-bar.tsx'
import { useSaleCoverage } from '#kiosk/counter/coverage/coverage-shown.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { HelpAsk, MissedSubject } from '#kiosk/counter/sale/help-ask.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import { saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { AfterSale } from './after-sale.tsx'
import { FindPane } from './find-pane.tsx'
import { PatientLine } from './patient-line.tsx'
import classes from './sale.module.css'
import { ReplacesBand } from './replaces-band.tsx'
import { SalePanel } from './sale-panel.tsx'
import { useIsSearching, type SearchText } from './search-text.ts'
import { Ticket } from './ticket.tsx'
import { TicketFoot, type OtherGesture } from './ticket-foot.tsx'
import { unitsWords } from './units-words.ts'
import { useFirstTapOnly } from './use-first-tap-only.ts'
import { useLineFacts } from './use-line-facts.ts'
import { useOpenPanel } from './use-open-panel.ts'
import { useParkGesture } from './use-park-gesture.ts'
import { useTicketKeys } from './use-ticket-keys.ts'
import { useSearchFocus } from '#kiosk/ui/use-search-focus.ts'
import { useSecondTap } from '#kiosk/ui/use-second-tap.ts'

/** What is asked of the screen from beside it. */
export type SaleGestures = { showEquivalents: (product: PharmacyProduct) => void }

interface SaleScreenProps {
  gestures: Ref<SaleGestures>
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  notes: readonly QuickNote[]
  query: SearchText
  choice: readonly PharmacyProduct[] | null
  notice: ReactNode
  /** The sale that was just ended, until the next one begins. */
  justEnded: NewSale | null
  isClosing: boolean
  onQuery: (query: string) => void
  onAdd: (product: PharmacyProduct, item: StockItem) => void
  onTypedCode: (text: string) => boolean
  onEdit: (edit: SaleEdit) => void
  onRemove: (line: SaleRecord | Voucher) => void
  onAbandon: () => void
  onChoosePatient: () => void
  onRemovePatient: () => void
  onPause: () => void
  onPark: () => void
  onPay: () => void
  /** A cashier collects; undefined: who sells does. */
  onSend: (() => void) | undefined
  onEnd: () => void
  onNext: () => void
  onPrint: (() => void) | undefined
  onHelp: (ask: HelpAsk) => void
  /** What the ticket asks for besides: who prescribed a listed medicine. */
  offer: ReactNode
  /** The camera as a scanner. */
  camera: ReactNode
  onShortcuts: () => void
}

export function SaleScreen({
  sale,
  cashStep,
  notes,
  justEnded,
  isClosing,
  onEdit,
  onEnd,
  onPay,
  onSend,
  onPrint,
  ...props
}: SaleScreenProps) {
  const balance = saleBalance(sale, cashStep)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const coverage = useSaleCoverage(sale)
  const isEmpty = sale.records.length + sale.vouchers.length === 0

  const isSecondTap = useSecondTap<number>()
  // Touched again later, the same note is taken back.
  const giveNote = (tendered: number) =>
    !isSecondTap(tendered) &&
    onEdit((stored) =>
      cash?.tendered === tendered
        ? setPayments(
            stored,
            stored.payments.filter(({ type }) => type !== 'CASH'),
          )
        : payCash(stored, { id: cash?.id ?? uuid7(), tendered }, cashStep),
    )

  const goPay = onSend ?? onPay
  const goOn = () => {
    if (isEmpty) props.onNext()
    else if (balance.remainder === 0) onEnd()
    else goPay()
  }
  const search = useRef<HTMLInputElement>(null)
  const factsOf = useLineFacts(sale)
  const panel = useOpenPanel(sale)
  const isSearching = useIsSearching(props.query, panel.openId !== null)
  const searched = useRef<MissedSubject>(null)
  const askMissed = (subject: MissedSubject) => props.onHelp({ kind: 'missed', subject })
  const missLine = (line: SaleRecord | Voucher) => {
    const facts = 'stockItemId' in line && factsOf(line)
    askMissed(facts ? { product: facts.product, line } : { text: line.label, quantity: line.quantity })
  }
  const showPurchases = () => {
    if (sale.patient) props.onHelp({ kind: 'purchases' })
  }
  const prescribe = () => props.onHelp({ kind: 'prescription' })
  const missed = () => {
    if (searched.current || !panel.inHand) askMissed(searched.current ?? { text: '' })
    else missLine(panel.inHand)
  }
  const { fields, showEquivalents, showServices, takeKey, backToSearch } = useTicketKeys({
    sale,
    cashStep,
    panel,
    factsOf,
    search,
    onEdit,
    onGoOn: goOn,
    ...props,
  })

  useImperativeHandle(props.gestures, () => ({ showEquivalents }))
  useSearchFocus(search, true)
  useShortcuts({
    F1: missed,
    'mod+o': prescribe,
    'mod+h': showPurchases,
    F2: () => search.current?.select(),
    F4: props.onChoosePatient,
    F9: () => !isEmpty && goPay(),
    'mod+p': () => onPrint?.(),
  })

  const park = useParkGesture(sale, props.onPark)
  // Whoever has something rare to offer adds it here.
  const others: readonly OtherGesture[] = [
    // A sale paid without cash shows no note to touch: its payments are still one touch away.
    ...(balance.applied > 0 && !onSend ? [{ label: 'Voir les paiements', keyName: 'F9', onClick: onPay }] : []),
    ...(onSend
      ? [{ label: 'Encaisser ici, ou ajouter une remise', onClick: balance.total === 0 ? undefined : onPay }]
      : []),
    { label: 'Prestation', keyName: '/', onClick: showServices },
    { label: 'Ordonnance et posologie', keyName: 'Ctrl O', onClick: prescribe },
    {
      label: 'Derniers achats du patient',
      keyName: 'Ctrl H',
      ...(sale.patient ? { onClick: showPurchases } : { onClick: undefined, hint: 'Choisissez d’abord un client' }),
    },
    { label: 'Noter une vente manquée', keyName: 'F1', onClick: missed },
    {
      label: 'Réimprimer le dernier ticket',
      keyName: 'Ctrl P',
      ...(onPrint ? { onClick: onPrint } : { onClick: undefined, hint: 'Aucune vente terminée ici' }),
    },
    { label: 'Raccourcis du clavier', keyName: '?', onClick: props.onShortcuts },
    park,
    { label: 'Vider la vente', onClick: props.onAbandon },
  ]

  return (
    <main className={classes.sale} onClickCapture={useFirstTapOnly()}>
      <h1 className="officine-unseen">Vente</h1>
      <FindPane
        {...props}
        searchRef={search}
        onTicketKey={takeKey}
        onEquivalents={showEquivalents}
        missedRef={searched}
        onMissed={askMissed}
        panel={
          panel.panel && (
            <SalePanel
              sale={sale}
              cashStep={cashStep}
              panel={panel.panel}
              factsOf={factsOf}
              fields={fields}
              onShow={panel.show}
              onEdit={onEdit}
              onAdd={props.onAdd}
              onRemove={props.onRemove}
              onMissed={missLine}
              onTyped={backToSearch}
            />
          )
        }
      />
      <section className={classes.ticket} aria-label={`Vente ${sale.identifier}`}>
        {isEmpty && !sale.patient && justEnded && onPrint ? (
          <AfterSale ended={justEnded} onPrint={onPrint} onNext={props.onNext} />
        ) : (
          <>
            <PatientLine
              sale={sale}
              onChoose={props.onChoosePatient}
              onPurchases={showPurchases}
              onRemove={props.onRemovePatient}
            />
            {props.offer}
            <ReplacesBand replaces={sale.replaces} />
            {isEmpty ? (
              <p className={classes.empty}>Aucune ligne. Scannez une boîte pour commencer.</p>
            ) : (
              <Ticket
                sale={sale}
                coverage={coverage}
                factsOf={factsOf}
                openId={isSearching ? null : panel.openId}
                onToggle={(lineId) => {
                  props.onQuery('')
                  panel.toggle(lineId)
                }}
                onEdit={onEdit}
              />
            )}
            <TicketFoot
              balance={balance}
              units={unitsWords(sale)}
              covered={coverage?.covered ?? 0}
              coverage={coverage && <CoverageBar sale={sale} coverage={coverage} onEdit={onEdit} />}
              notes={notes}
              tendered={cash?.tendered}
              isClosing={isClosing}
              onNote={giveNote}
              onPay={onPay}
              onSend={onSend}
              onEnd={onEnd}
              onPause={props.onPause}
              others={others}
            />
          </>
        )}
      </section>
    </main>
  )
}
