import { type ReactNode, useRef } from 'react'
import { CoverageBar } from '#kiosk/ui/coverage-bar.tsx'
import { useSaleCoverage } from '#kiosk/ui/coverage-shown.ts'
import type { SaleEdit } from '#kiosk/ui/edit-sale.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash, setPayments, setQuantity } from '#shared/domain/sale-lines.ts'
import { saleBalance, type SaleRecord } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/uuid7.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { AfterSale } from './after-sale.tsx'
import { FindPane } from './find-pane.tsx'
import { PatientLine } from './patient-line.tsx'
import classes from './sale.module.css'
import { Ticket } from './ticket.tsx'
import { TicketFoot } from './ticket-foot.tsx'
import { useSearchFocus } from '#kiosk/ui/use-search-focus.ts'

interface SaleScreenProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  notes: readonly QuickNote[]
  query: string
  choice: readonly PharmacyProduct[] | null
  notice: ReactNode
  /** The sale that was just ended, until the next one begins. */
  justEnded: NewSale | null
  isClosing: boolean
  onQuery: (query: string) => void
  onAdd: (product: PharmacyProduct, item: StockItem) => void
  onTypedCode: (text: string) => boolean
  onEdit: (edit: SaleEdit) => void
  onRemove: (record: SaleRecord) => void
  onAbandon: () => void
  onChoosePatient: () => void
  onRemovePatient: () => void
  onPause: () => void
  onPay: () => void
  onEnd: () => void
  onNext: () => void
  onPrint: (() => void) | undefined
  onShortcuts: () => void
}

export function SaleScreen({ sale, cashStep, notes, justEnded, isClosing, onEdit, onEnd, onPay, onPrint, ...props }: SaleScreenProps) {
  const search = useRef<HTMLInputElement>(null)
  const balance = saleBalance(sale, cashStep)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const coverage = useSaleCoverage(sale)
  const isEmpty = sale.records.length + sale.vouchers.length === 0

  // Touched again, the same note is taken back.
  const giveNote = (tendered: number) =>
    onEdit((stored) => (cash?.tendered === tendered ? setPayments(stored, stored.payments.filter(({ type }) => type !== 'CASH')) : payCash(stored, { id: cash?.id ?? uuid7(), tendered }, cashStep)))

  const goOn = () => {
    if (isEmpty) props.onNext()
    else if (balance.remainder === 0) onEnd()
    else onPay()
  }
  const stepLast = (step: number) =>
    onEdit((stored) => {
      const last = stored.records.at(-1)
      return last ? setQuantity(stored, last.id, Math.max(1, last.quantity + step)) : stored
    })
  const gestures: Record<string, () => void> = { Enter: goOn, '+': () => stepLast(1), '-': () => stepLast(-1), '?': props.onShortcuts, Escape: props.onNext }
  const takeTicketKey = (key: string): boolean => {
    gestures[key]?.()
    return key in gestures
  }

  useSearchFocus(search, true)
  useShortcuts({ F2: () => search.current?.select(), F4: props.onChoosePatient, F9: () => !isEmpty && onPay(), 'mod+p': () => onPrint?.() })

  return (
    <main className={classes.sale}>
      <h1 className="officine-unseen">Vente</h1>
      <FindPane {...props} searchRef={search} onTicketKey={takeTicketKey} />
      <section className={classes.ticket} aria-label={`Vente ${sale.identifier}`}>
        {isEmpty && !sale.patient && justEnded && onPrint ? (
          <AfterSale ended={justEnded} onPrint={onPrint} onNext={props.onNext} />
        ) : (
          <>
            <PatientLine sale={sale} onChoose={props.onChoosePatient} onRemove={props.onRemovePatient} />
            {isEmpty ? <p className={classes.empty}>Aucune ligne. Scannez une boîte pour commencer.</p> : <Ticket sale={sale} coverage={coverage} onEdit={onEdit} onRemove={props.onRemove} />}
            <TicketFoot
              balance={balance}
              covered={coverage?.covered ?? 0}
              coverage={coverage && <CoverageBar sale={sale} coverage={coverage} onEdit={onEdit} />}
              notes={notes}
              tendered={cash?.tendered}
              isClosing={isClosing}
              onNote={giveNote}
              onPay={onPay}
              onEnd={onEnd}
              onPause={props.onPause}
              onAbandon={props.onAbandon}
              onReprint={onPrint}
            />
          </>
        )}
      </section>
    </main>
  )
}
