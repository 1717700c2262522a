import { atom, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { dayOfAtom, leftOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import { editSaleAtom, type SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { HelpAsk } from '#kiosk/counter/sale/help-ask.ts'
import { lastEndedAtom, printLastAtom } from '#kiosk/counter/sale/just-ended.ts'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import { RefusalModal } from '#kiosk/counter/refusal/refusal-modal.tsx'
import { useScans, type ScanInbox } from '#kiosk/counter/scan/scan-inbox.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import {
  addRecord,
  addVoucher,
  removeRecord,
  removeVoucher,
  setPatient,
  setPayments,
} from '#shared/domain/sale-lines.ts'
import { shortName } from '#shared/domain/person.ts'
import { quickAmounts } from '#shared/domain/quick-amounts.ts'
import { cashDue, saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'
import { useSentNotice } from './cashier/use-sent-notice.ts'
import { CounterHelp } from './counter-help.tsx'
import { PrescriptionOffer } from './help/prescription-offer.tsx'
import { PaymentScreen } from './payment/payment-screen.tsx'
import { moveToLot } from '#kiosk/counter/sale/move-to-lot.ts'
import { lineOf } from '#kiosk/counter/sale/unit-sale.ts'
import { CameraPanel } from './scanners/camera-panel.tsx'
import { SaleScreen, type SaleGestures } from './sale/sale-screen.tsx'
import type { SearchText } from './sale/search-text.ts'
import { useRefusal } from '#kiosk/counter/refusal/use-refusal.ts'
import { useScanning } from '#kiosk/counter/scan/use-scanning.ts'

const undoMs = 5_000

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
  onChoosePatient: () => void
  onPause: () => void
  onPark: () => void
  /** A cashier collects; undefined: who sells does. */
  onSend: (() => void) | undefined
  /** The keys are shown over the screen: Échap is theirs. */
  isHelpOpen: boolean
  onShortcuts: () => void
}

/** One open sale: its ticket, and its payment when it comes to that. Scans are heard on both. */
export function CounterScreen({
  sale,
  scans,
  isPaying,
  onPaying,
  closing,
  onChoosePatient,
  onPause,
  onPark,
  onSend,
  isHelpOpen,
  onShortcuts,
}: CounterScreenProps) {
  const { cashStep, denominations, operators } = useAtomValue(tradeAtom)
  const { edit, freshLots } = useEdits(sale.id)
  const [query] = useState<SearchText>(() => atom(''))
  const setQuery = useSetAtom(query)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const sent = useSentNotice()
  const shownNotice = notice ? { notice, dismiss: () => setNotice(null) } : sent
  const gestures = useRef<SaleGestures>(null)
  const [help, setHelp] = useState<HelpAsk | null>(null)
  const [last, setLast] = useAtom(lastEndedAtom)
  const print = useSetAtom(printLastAtom)
  const settle = useSetAtom(editSaleAtom)
  const notes = useNotes(sale, cashStep, denominations)
  const { refusal, answer, end } = useRefusal(sale, closing)

  const beginNext = () => last?.isShown && setLast({ ...last, isShown: false })
  const add = (product: PharmacyProduct, item: StockItem) => {
    beginNext()
    onPaying(false)
    setQuery('')
    edit((stored) => addRecord(stored, { id: uuid7(), ...lineOf(product, item), quantity: 1 }))
  }
  const search = (text: string) => {
    if (text !== '') beginNext()
    scanning.forgetChoice()
    setQuery(text)
  }
  const tell = (content: NoticeContent | null) => {
    // It is read beside the ticket.
    if (content) onPaying(false)
    setNotice(content)
  }
  const scanning = useScanning({ onAdd: add, onText: search, onNotice: tell })
  const take = (text: string) => {
    // It belongs to the next sale.
    if (closing.isEnding()) return false
    scanning.scan(text)
    return true
  }
  useScans(scans, take, scanning.isReady && refusal === null && help === null && !closing.isClosing)

  useEffect(() => {
    // What the lists said meanwhile counts now: the payers are asked once more.
    if (isPaying) void settle(sale.id, (stored) => stored).catch(() => undefined)
  }, [isPaying, settle, sale.id])

  const removing = useRemoving(sale, edit, setNotice)

  const shared = { sale, cashStep, notes, isClosing: closing.isClosing, onEnd: end }
  return (
    <>
      {isPaying ? (
        <PaymentScreen
          {...shared}
          operators={operators}
          isCovered={refusal !== null || isHelpOpen}
          onEdit={(change) => edit(change)}
          onBack={() => onPaying(false)}
          onChoosePatient={onChoosePatient}
        />
      ) : (
        <SaleScreen
          {...shared}
          query={query}
          choice={scanning.choice}
          notice={shownNotice.notice && <Notice notice={shownNotice.notice} onClose={shownNotice.dismiss} />}
          justEnded={last?.isShown ? last.sale : null}
          onQuery={search}
          onAdd={(product, item) => (scanning.choice ? scanning.choose(product) : add(product, item))}
          onTypedCode={scanning.typedCode}
          onEdit={edit}
          {...removing}
          onChoosePatient={onChoosePatient}
          gestures={gestures}
          onHelp={setHelp}
          camera={<CameraPanel />}
          offer={<PrescriptionOffer sale={sale} onOpen={() => setHelp({ kind: 'prescription' })} />}
          onPause={onPause}
          onPark={onPark}
          onSend={onSend}
          onPay={() => onPaying(true)}
          onNext={beginNext}
          onPrint={last ? () => void print() : undefined}
          onShortcuts={onShortcuts}
        />
      )}
      <CounterHelp
        ask={help}
        sale={sale}
        onEdit={edit}
        onAsk={setHelp}
        onNotice={tell}
        onMissed={() => search('')}
        onEquivalents={(product) => gestures.current?.showEquivalents(product)}
      />
      <RefusalModal
        refusal={refusal}
        sale={sale}
        operators={operators}
        onEdit={(change) => edit(change)}
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

function without(sale: LocalSale, line: SaleRecord | Voucher): LocalSale {
  return 'stockItemId' in line ? removeRecord(sale, line.id) : removeVoucher(sale, line.id)
}

function withLine(sale: LocalSale, line: SaleRecord | Voucher): LocalSale {
  return 'stockItemId' in line ? addRecord(sale, line) : addVoucher(sale, line)
}

/** What was paid before comes back too, unless something was paid since. What is there of it may have shrunk with the lines. */
function paidAs(sale: LocalSale, before: LocalSale): LocalSale {
  const known = new Set(before.payments.map(({ id }) => id))
  return sale.payments.some(({ id }) => !known.has(id)) ? sale : setPayments(sale, before.payments)
}

/** Gestures on this sale. */
function useEdits(saleId: string) {
  const store = useStore()
  const editSale = useSetAtom(editSaleAtom)
  // What the disk refuses is shown by the atoms, which then hold what stands.
  const edit = (change: SaleEdit) => void editSale(saleId, change).catch(() => undefined)
  /** Lots that may no longer be sold give way to the one that goes out first. */
  const freshLots = () =>
    edit((stored) => {
      const found = store.get(findStockItemsAtom)(new Set(stored.records.map(({ stockItemId }) => stockItemId)))
      const facts = { today: store.get(dayOfAtom)(new Date()), leftOf: store.get(leftOfAtom) }
      return stored.records.reduce((sale, record) => {
        const place = found.get(record.stockItemId)
        const proposal = place?.item.archived ? proposalOf(place.product, facts) : null
        return proposal ? moveToLot(sale, record.id, proposal) : sale
      }, stored)
    })
  return { edit, freshLots }
}

/** What takes something off the ticket, and how it comes back. */
function useRemoving(
  sale: LocalSale,
  edit: (change: SaleEdit) => void,
  onNotice: (notice: NoticeContent | null) => void,
) {
  const undoing = (text: string, undo: SaleEdit): NoticeContent => ({
    tone: 'info',
    text,
    lastsMs: undoMs,
    action: {
      label: 'Annuler',
      onClick: () => {
        edit(undo)
        onNotice(null)
      },
    },
  })
  return {
    onRemove(line: SaleRecord | Voucher) {
      edit((stored) => without(stored, line))
      onNotice(undoing(`Ligne retirée\u00a0: ${line.label}`, (stored) => paidAs(withLine(stored, line), sale)))
    },
    onRemovePatient() {
      edit((stored) => setPatient(stored, null))
      onNotice(
        undoing(`Patient retiré\u00a0: ${shortName(sale.patient)}`, (stored) => setPatient(stored, sale.patient)),
      )
    },
    onAbandon() {
      const lines = [...sale.records, ...sale.vouchers]
      edit((stored) => setPayments(lines.reduce(without, stored), []))
      onNotice(undoing(`Vente ${sale.identifier} vidée`, (stored) => paidAs(lines.reduce(withLine, stored), sale)))
    },
  }
}

/** What a customer may hand over for what cash has to settle, each with its change. */
function useNotes(sale: LocalSale, cashStep: number, denominations: readonly number[]): QuickNote[] {
  const currency = useCurrency()
  const others = sale.payments.filter((payment) => payment.type !== 'CASH')
  const owed = saleBalance({ ...sale, payments: others }, cashStep).remainder
  return quickAmounts(cashDue(owed, cashStep), denominations).map(({ tendered, change }) => ({
    amount: tendered,
    hint: change === 0 ? 'compte juste' : `rendu ${formatAmount(change, currency)}`,
  }))
}
