import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef } from 'react'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { HelpAsk } from '#kiosk/counter/sale/help-ask.ts'
import type { JustEnded } from '#kiosk/counter/sale/just-ended.ts'
import { useSearchFocus } from '#kiosk/ui/use-search-focus.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { FindPane } from './find-pane.tsx'
import { IdlePane } from './idle-pane.tsx'
import { SalePanel } from './sale-panel.tsx'
import classes from './sale.module.css'
import { useIsSearching, type SearchText } from './search-text.ts'
import { isWithoutLines, TicketSide } from './ticket-side.tsx'
import { useFirstTapOnly } from './use-first-tap-only.ts'
import { useHelpGestures } from './use-help-gestures.ts'
import { useLineFacts } from './use-line-facts.ts'
import { useOpenPanel } from './use-open-panel.ts'
import { useOtherGestures } from './use-other-gestures.ts'
import { useTicketKeys } from './use-ticket-keys.ts'

/** Gestures that components beside the screen can call. */
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
  /** The last ended sale, until the next one begins. */
  justEnded: JustEnded | null
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
  /** Sends the sale to the central cashier; undefined: the seller collects. */
  onSend: (() => void) | undefined
  onEnd: () => void
  onNext: () => void
  onPrint: (() => void) | undefined
  onHelp: (ask: HelpAsk) => void
  /** The offer to open the prescription of a listed medicine. */
  offer: ReactNode
  /** What the patient buys usually, shown while nothing is searched. */
  usual: ReactNode
  /** Looks for the patient, in place of the product search. Null: not now. */
  finder: ReactNode
  /** The camera panel. */
  camera: ReactNode
  onShortcuts: () => void
}

export function SaleScreen({
  sale,
  cashStep,
  isClosing,
  onEdit,
  onEnd,
  onPay,
  onSend,
  onPrint,
  ...props
}: SaleScreenProps) {
  const balance = saleBalance(sale, cashStep)
  const isEmpty = isWithoutLines(sale)
  const goPay = onSend ?? onPay
  const goOn = () => {
    if (isEmpty) props.onNext()
    else if (balance.remainder === 0) onEnd()
    else goPay()
  }
  const search = useRef<HTMLInputElement>(null)
  const isFinding = Boolean(props.finder)
  const factsOf = useLineFacts(sale)
  const panel = useOpenPanel(sale)
  const isSearching = useIsSearching(props.query, panel.openId !== null)
  const help = useHelpGestures({ sale, factsOf, inHand: panel.inHand, onHelp: props.onHelp })
  const { fields, showEquivalents, showServices, takeKey, backToSearch } = useTicketKeys({
    sale,
    cashStep,
    panel,
    factsOf,
    search,
    onEdit,
    onGoOn: goOn,
    isEnabled: !isFinding,
    ...props,
  })

  useImperativeHandle(props.gestures, () => ({ showEquivalents }))
  useSearchFocus(search, !isFinding, { onFirstKey: takeKey })
  useSaleKeys(
    { help, search, onChoosePatient: props.onChoosePatient, onPrint, goPay: isEmpty ? null : goPay },
    !isFinding,
  )
  const others = useOtherGestures({
    sale,
    balance,
    onPay,
    onSend,
    onService: showServices,
    onPrescription: help.prescribe,
    onBuyer: help.nameBuyer,
    onPurchases: help.showPurchases,
    onMissed: help.miss,
    onPrint,
    onShortcuts: props.onShortcuts,
    onPark: props.onPark,
    onAbandon: props.onAbandon,
    onEdit,
  })

  return (
    <main className={classes.sale} onClickCapture={useFirstTapOnly()}>
      <h1 className="officine-unseen">Vente</h1>
      {props.finder ?? (
        <FindPane
          {...props}
          searchRef={search}
          onTicketKey={takeKey}
          onEquivalents={showEquivalents}
          missedRef={help.searched}
          onMissed={help.askMissed}
          idle={<IdlePane sale={sale} usual={props.usual} onAdd={props.onAdd} />}
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
                onMissed={help.missLine}
                onTyped={backToSearch}
              />
            )
          }
        />
      )}
      <TicketSide
        sale={sale}
        cashStep={cashStep}
        balance={balance}
        notes={props.notes}
        justEnded={props.justEnded}
        offer={props.offer}
        factsOf={factsOf}
        openId={isSearching ? null : panel.openId}
        others={others}
        isClosing={isClosing}
        onToggle={(lineId) => {
          props.onQuery('')
          panel.toggle(lineId)
        }}
        onPurchases={help.showPurchases}
        onEdit={onEdit}
        onChoosePatient={props.onChoosePatient}
        onRemovePatient={props.onRemovePatient}
        onPay={onPay}
        onSend={onSend}
        onEnd={onEnd}
        onPause={props.onPause}
        onNext={props.onNext}
        onPrint={onPrint}
      />
    </main>
  )
}

interface SaleKeys {
  help: Pick<ReturnType<typeof useHelpGestures>, 'miss' | 'prescribe' | 'showPurchases'>
  search: RefObject<HTMLInputElement | null>
  onChoosePatient: () => void
  onPrint: (() => void) | undefined
  /** Null while the ticket is empty. */
  goPay: (() => void) | null
}

/** The function keys of a sale. */
function useSaleKeys({ help, search, onChoosePatient, onPrint, goPay }: SaleKeys, isEnabled: boolean): void {
  useShortcuts(
    {
      F1: help.miss,
      'mod+o': help.prescribe,
      'mod+h': help.showPurchases,
      F2: () => search.current?.select(),
      F4: onChoosePatient,
      'mod+p': () => onPrint?.(),
    },
    isEnabled,
  )
  // Also from the client finder, which it leaves.
  useShortcuts({ F9: () => goPay?.() })
}
