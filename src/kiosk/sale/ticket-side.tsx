import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { dutyAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { stampDutyToCome } from '#shared/domain/fiscal/stamp-duty.ts'
import { CoverageBar } from '#kiosk/counter/coverage/coverage-bar.tsx'
import { useSaleCoverage } from '#kiosk/counter/coverage/coverage-shown.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { JustEnded } from '#kiosk/counter/sale/just-ended.ts'
import { useSecondTap } from '#kiosk/ui/use-second-tap.ts'
import { bookedCash, correctionMoney } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import type { SaleBalance, SaleRecord } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'
import { AfterSale } from './after-sale.tsx'
import { PatientLine } from './patient-line.tsx'
import { ReplacesBand } from './replaces-band.tsx'
import classes from './sale.module.css'
import { TicketFoot, type OtherGesture } from './ticket-foot.tsx'
import { Ticket } from './ticket.tsx'
import { unitsWords } from './units-words.ts'
import type { LineFacts } from './use-line-facts.ts'

interface TicketSideProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  balance: SaleBalance
  notes: readonly QuickNote[]
  /** The last ended sale, until the next one begins. */
  justEnded: JustEnded | null
  offer: ReactNode
  factsOf: (record: SaleRecord) => LineFacts
  /** The line that is open in the panel. */
  openId: string | null
  others: readonly OtherGesture[]
  isClosing: boolean
  onToggle: (lineId: string) => void
  onPurchases: () => void
  onEdit: (edit: SaleEdit) => void
  onChoosePatient: () => void
  onRemovePatient: () => void
  onPay: () => void
  /** Sends the sale to the central cashier; undefined: the seller collects. */
  onSend: (() => void) | undefined
  onEnd: () => void
  onPause: () => void
  onNext: () => void
  onPrint: (() => void) | undefined
}

/** The right side of the sale screen: patient, lines, total and notes; after a sale, its change. */
export function TicketSide({
  sale,
  cashStep,
  balance,
  justEnded,
  factsOf,
  openId,
  onToggle,
  onEdit,
  onPrint,
  ...props
}: TicketSideProps) {
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const coverage = useSaleCoverage(sale)
  const stampDuty = stampDutyToCome(sale, { duty: useAtomValue(dutyAtom)(sale), cashStep })
  const isEmpty = isWithoutLines(sale)
  const isSecondTap = useSecondTap<number>()
  // A later touch on the same note removes the cash payment.
  const booked = bookedCash(sale)
  const giveNote = (given: number) =>
    !isSecondTap(given) &&
    onEdit((stored) =>
      cash?.tendered === booked + given
        ? setPayments(
            stored,
            stored.payments.filter(({ type }) => type !== 'CASH'),
          )
        : payCash(stored, { id: cash?.id ?? uuid7(), tendered: booked + given }, cashStep),
    )
  return (
    <section className={classes.ticket} aria-label={`Vente ${sale.identifier}`}>
      {isEmpty && !sale.patient && justEnded && onPrint ? (
        <AfterSale justEnded={justEnded} onPrint={onPrint} onNext={props.onNext} />
      ) : (
        <>
          <PatientLine
            sale={sale}
            onChoose={props.onChoosePatient}
            onPurchases={props.onPurchases}
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
              openId={openId}
              onToggle={onToggle}
              onEdit={onEdit}
            />
          )}
          <TicketFoot
            balance={balance}
            payments={sale.payments}
            units={sale.isInvoiced ? `${unitsWords(sale)} · facture normalisée` : unitsWords(sale)}
            covered={coverage?.covered ?? 0}
            coverage={coverage && <CoverageBar sale={sale} coverage={coverage} onEdit={onEdit} />}
            notes={props.notes}
            correction={correctionMoney(sale, cashStep, stampDuty)}
            tendered={cash && cash.tendered - booked}
            stampDuty={stampDuty}
            isClosing={props.isClosing}
            onNote={giveNote}
            onPay={props.onPay}
            onSend={props.onSend}
            onEnd={props.onEnd}
            onPause={props.onPause}
            others={props.others}
          />
        </>
      )}
    </section>
  )
}

export function isWithoutLines(sale: LocalSale): boolean {
  return sale.records.length + sale.vouchers.length === 0
}
