import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { usePaymentMeans } from '#kiosk/counter/payment/use-payment-means.ts'
import { RefusalModal } from '#kiosk/counter/refusal/refusal-modal.tsx'
import { useRefusal } from '#kiosk/counter/refusal/use-refusal.ts'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import type { HelpAsk } from '#kiosk/counter/sale/help-ask.ts'
import {
  beginNextAtom,
  lastEndedAtom,
  printLastAtom,
  shownEndedAtom,
  tabShownAtom,
} from '#kiosk/counter/sale/just-ended.ts'
import { usePastItems } from '#kiosk/counter/sale/stock-item-places.ts'
import { useFreshShares } from '#kiosk/counter/sale/use-fresh-shares.ts'
import { useSaleEdits } from '#kiosk/counter/sale/use-sale-edits.ts'
import type { ScanInbox } from '#kiosk/counter/scan/scan-inbox.ts'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { useCashierNotice } from './cashier/use-cashier-notice.ts'
import { CameraPanel, ClientFinder, CounterHelp, UsualTreatment } from './late-parts.ts'
import { BuyerOffer } from './help/buyer-offer.tsx'
import { resume } from './help/resume-purchases.ts'
import { PrescriptionOffer } from './help/prescription-offer.tsx'
import { PaymentScreen } from './payment/payment-screen.tsx'
import { SaleScreen, type SaleGestures } from './sale/sale-screen.tsx'
import { useShortStock } from './sale/use-short-stock.ts'
import { useProductEntry } from './use-product-entry.ts'

interface CounterScreenProps {
  sale: LocalSale
  scans: ScanInbox
  isPaying: boolean
  onPaying: (isPaying: boolean) => void
  closing: {
    isClosing: boolean
    isEnding: () => boolean
    refusal: SaleError | null
    dismissRefusal: () => void
    end: () => Promise<void>
  }
  /** The patient is looked for beside the ticket. */
  isFinding: boolean
  onFinding: (isFinding: boolean) => void
  onPause: () => void
  onPark: () => void
  /** Sends the sale to the central cashier; undefined: the seller collects. */
  onSend: (() => void) | undefined
  /** The list of shortcuts covers the screen: Échap closes the list. */
  isHelpOpen: boolean
  onShortcuts: () => void
}

/** One open sale: its ticket or its payment, with scans, refusals and help panels on both. */
export function CounterScreen({
  sale,
  scans,
  isPaying,
  onPaying,
  isFinding,
  onFinding,
  closing,
  isHelpOpen,
  ...exits
}: CounterScreenProps) {
  const { cashStep, operators, notes } = usePaymentMeans(sale)
  const [help, setHelp] = useState<HelpAsk | null>(null)
  const saleGestures = useRef<SaleGestures>(null)
  const { notice, setNotice, notify } = useCounterNotice(sale, () => onPaying(false))
  const { edit, freshLots, removeLine, removePatient, abandon } = useSaleEdits(sale, setNotice)
  const { refusal, answer, end } = useRefusal(sale, closing)
  const isAsking = useAtomValue(rightRequestAtom) !== null
  const { query, search, choice, typedCode, add } = useProductEntry({
    saleId: sale.id,
    scans,
    isCovered: refusal !== null || help !== null || isAsking || closing.isClosing,
    isEnding: closing.isEnding,
    onEdit: edit,
    onNotice: notify,
    onAdded: () => onPaying(false),
  })

  usePastItems(sale.records)
  useFreshShares(sale.id, isPaying)
  const goOn = useShortStock(sale, setNotice)
  const { onSend } = exits
  const leaveFinder = (then: () => void) => () => {
    onFinding(false)
    then()
  }
  const findPatient = () => {
    onPaying(false)
    onFinding(true)
  }

  const shared = { sale, cashStep, notes, isClosing: closing.isClosing, onEdit: edit, onEnd: end }
  return (
    <>
      {isPaying ? (
        <PaymentScreen
          {...shared}
          operators={operators}
          isCovered={refusal !== null || isAsking || isHelpOpen || help !== null}
          buyer={<BuyerOffer sale={sale} isOffered onOpen={() => setHelp({ kind: 'buyer' })} />}
          onBack={() => onPaying(false)}
          onChoosePatient={findPatient}
        />
      ) : (
        <Selling
          {...shared}
          {...exits}
          query={query}
          choice={choice}
          notice={notice}
          onQuery={search}
          onAdd={add}
          onTypedCode={typedCode}
          onRemove={removeLine}
          onRemovePatient={removePatient}
          onAbandon={abandon}
          gestures={saleGestures}
          onChoosePatient={findPatient}
          finder={isFinding ? <ClientFinder sale={sale} onEdit={edit} onClose={() => onFinding(false)} /> : null}
          onHelp={setHelp}
          onPay={() => goOn(leaveFinder(() => onPaying(true)))}
          onSend={onSend && (() => goOn(leaveFinder(onSend)))}
          onEnd={() => goOn(end)}
        />
      )}
      {help && (
        <CounterHelp
          ask={help}
          sale={sale}
          onEdit={edit}
          onAsk={setHelp}
          onNotice={notify}
          onMissed={() => search('')}
          onEquivalents={(product) => saleGestures.current?.showEquivalents(product)}
        />
      )}
      <RefusalModal
        refusal={refusal}
        sale={sale}
        operators={operators}
        onEdit={edit}
        onResume={answer}
        onPay={() => {
          answer()
          onPaying(true)
        }}
        onRefreshLots={() => {
          freshLots()
          answer()
        }}
        onEnd={end}
      />
    </>
  )
}

/** The sale screen, with the last ended sale and what other features show on the ticket. */
function Selling(
  props: Omit<ComponentProps<typeof SaleScreen>, 'justEnded' | 'onNext' | 'onPrint' | 'offer' | 'usual' | 'camera'>,
) {
  const last = useAtomValue(lastEndedAtom)
  const shown = useAtomValue(shownEndedAtom)
  const tabShown = useSetAtom(tabShownAtom)
  const { id } = props.sale
  useEffect(() => tabShown(id), [tabShown, id, shown])
  const beginNext = useSetAtom(beginNextAtom)
  const print = useSetAtom(printLastAtom)
  return (
    <SaleScreen
      {...props}
      justEnded={shown && [null, id].includes(shown.shownOn) ? shown : null}
      onNext={beginNext}
      onPrint={last ? () => void print() : undefined}
      offer={
        <>
          <BuyerOffer sale={props.sale} onOpen={() => props.onHelp({ kind: 'buyer' })} />
          <PrescriptionOffer sale={props.sale} onOpen={() => props.onHelp({ kind: 'prescription' })} />
        </>
      }
      usual={<Usual sale={props.sale} onEdit={props.onEdit} />}
      camera={<CameraPanel />}
    />
  )
}

function Usual({ sale, onEdit }: Pick<ComponentProps<typeof SaleScreen>, 'sale' | 'onEdit'>) {
  const { patient } = sale
  return (
    patient && (
      <UsualTreatment key={patient.id} sale={{ ...sale, patient }} onResume={(lines) => onEdit(resume(lines))} />
    )
  )
}

/** The notice beside the ticket: what the counter says, otherwise what concerns the central cashier. */
function useCounterNotice(sale: LocalSale, onShowTicket: () => void) {
  const [content, setNotice] = useState<NoticeContent | null>(null)
  const sent = useCashierNotice(sale)
  const shown = content ? { notice: content, dismiss: () => setNotice(null) } : sent
  const notice: ReactNode = shown.notice && <Notice notice={shown.notice} onClose={shown.dismiss} />
  return {
    notice,
    setNotice,
    /** Shows the ticket as well, as the payment screen has no place for this notice. */
    notify(next: NoticeContent | null) {
      if (next) onShowTicket()
      setNotice(next)
    },
  }
}
