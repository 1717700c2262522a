import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowRight, IconCash, IconCashRegister, IconCheck, IconDots, IconPlayerPause } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { MouseEvent, ReactNode } from 'react'
import { CorrectionFace, correctionLabel } from '#kiosk/counter/payment/correction-face.tsx'
import { RoundingWords } from '#kiosk/counter/payment/rounding-words.tsx'
import { settledWordsAtom } from '#kiosk/counter/payment/settled-words.ts'
import type { CorrectionMoney } from '#shared/domain/correction-money.ts'
import { stampDutyIn, type Payment } from '#shared/domain/payment.ts'
import type { SaleBalance } from '#shared/domain/sale.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { fitted } from '#shared/ui/fitted.ts'
import { Kbd } from '#shared/ui/kbd.tsx'
import { currencySymbol, formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { QuickNotes, type QuickNote } from '#shared/ui/quick-notes.tsx'
import classes from './sale.module.css'

interface TicketFootProps {
  balance: SaleBalance
  payments: readonly Payment[]
  /** « 4 boîtes ». */
  units: string
  /** What the payers take, in minor units; `coverage` shows it. */
  covered: number
  coverage: ReactNode
  notes: readonly QuickNote[]
  /** Null unless the sale replaces another one. */
  correction: CorrectionMoney | null
  /** The cash that the customer gave, if any. */
  tendered: number | undefined
  /** What a payment in cash costs besides, in minor units. */
  stampDuty: number
  isClosing: boolean
  onNote: (amount: number) => void
  onPay: () => void
  /** Sends the sale to the central cashier; undefined: the seller collects. */
  onSend: (() => void) | undefined
  onEnd: () => void
  onPause: () => void
  others: readonly OtherGesture[]
}

/** A rare gesture. `onClick` undefined: not possible now; `hint` says why. */
export type OtherGesture = { label: string; hint?: string; keyName?: string; onClick: (() => void) | undefined }

/** The foot of the ticket: amount due, notes, and the button that goes on. It never scrolls. */
export function TicketFoot({
  balance,
  payments,
  units,
  covered,
  coverage,
  notes,
  correction,
  tendered,
  stampDuty,
  isClosing,
  onNote,
  onPay,
  onSend,
  onEnd,
  onPause,
  others,
}: TicketFootProps) {
  // A sale of gifts only has a total of 0 and can still be ended.
  const isPaid = balance.units > 0 && balance.remainder === 0
  return (
    <footer className={classes.foot}>
      <div className={classes.sum}>
        <span>
          Total{' '}
          <b>
            <Money amount={balance.total} unit />
          </b>
        </span>
        <span>{units}</span>
      </div>
      {coverage}
      {!isPaid ? (
        <Due balance={balance} hasPaid={balance.applied > covered} correction={correction} stampDuty={stampDuty} />
      ) : correction ? (
        <CorrectionFace correction={correction} received={tendered ?? 0} />
      ) : (
        <ChangeFace balance={balance} payments={payments} tendered={tendered} />
      )}
      {!onSend && <Notes notes={notes} tendered={tendered} isClosing={isClosing} onNote={onNote} />}
      <div className={classes.actions}>
        <Others onPause={onPause} others={others} />
        {isPaid ? (
          <Button
            size="md"
            className={classes.closing}
            loading={isClosing}
            leftSection={<IconCheck size={26} aria-hidden />}
            onMouseDown={keepFocus}
            onClick={onEnd}
          >
            Terminer
          </Button>
        ) : onSend ? (
          <Button
            size="md"
            className={classes.closing}
            disabled={balance.total === 0}
            rightSection={<IconCashRegister size={26} aria-hidden />}
            onClick={onSend}
          >
            Envoyer en caisse
          </Button>
        ) : (
          <Button
            size="md"
            className={classes.closing}
            disabled={balance.total === 0}
            rightSection={<IconArrowRight size={26} aria-hidden />}
            onClick={onPay}
          >
            Encaisser
          </Button>
        )}
      </div>
    </footer>
  )
}

/** A later touch on a note removes the cash. The second tap of a double tap is ignored. */
function Notes({
  notes,
  tendered,
  isClosing,
  onNote,
}: Pick<TicketFootProps, 'notes' | 'tendered' | 'isClosing' | 'onNote'>) {
  return (
    <div className={classes.notes} onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}>
      <QuickNotes
        notes={notes}
        selected={tendered}
        disabled={isClosing}
        name="Billets donnés par le client"
        onPick={onNote}
        label={
          notes.length > 0 && (
            <>
              <IconCash size={26} aria-hidden />
              Espèces
            </>
          )
        }
      />
    </div>
  )
}

/** Moving the focus would render twice before the disk's answer is handled. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function Due({
  balance,
  hasPaid,
  correction,
  stampDuty,
}: Pick<TicketFootProps, 'balance' | 'correction' | 'stampDuty'> & { hasPaid: boolean }) {
  const currency = useCurrency()
  const isTooMuch = hasPaid && balance.remainder < 0
  const label = isTooMuch
    ? 'Trop perçu'
    : correction
      ? correctionLabel(correction.cash)
      : hasPaid
        ? 'Reste à payer'
        : 'À payer'
  const amount = correction && !isTooMuch ? correction.cash : balance.remainder
  return (
    <div className={classes.due} role="status" aria-label={label}>
      <span>
        {label}
        {stampDuty > 0 && !isTooMuch && !correction && (
          <small className={classes.received}>
            En espèces, timbre de <Money amount={stampDuty} unit /> en plus
          </small>
        )}
      </span>
      <DueFigure figure={formatAmount(Math.abs(amount), currency)} />
    </div>
  )
}

/** As high as the amount due: a touch on a note hides no line of the ticket. */
function ChangeFace({ balance, payments, tendered }: Pick<TicketFootProps, 'balance' | 'payments' | 'tendered'>) {
  const { label, amount } = useAtomValue(settledWordsAtom)(payments, { change: 'Rendu', nothing: 'Rien à rendre' })
  const currency = useCurrency()
  return (
    <div className={`${classes.due} ${classes.settled}`} role="status" aria-label={label}>
      <span>
        {label}
        {tendered !== undefined && (
          <small className={classes.received}>
            <Money amount={tendered} /> reçus pour <Money amount={tendered - balance.change} unit />
            {balance.rounding !== 0 && ' · '}
            <RoundingWords payments={payments} rounding={balance.rounding} />
            {stampDutyIn(payments) > 0 && ', timbre compris'}
          </small>
        )}
      </span>
      {amount !== null && <DueFigure figure={formatAmount(amount, currency)} />}
    </div>
  )
}

function DueFigure({ figure }: { figure: string }) {
  const unit = `\u00a0${currencySymbol(useCurrency())}`
  return (
    <strong style={fitted(figure, unit)}>
      {figure}
      <small>{unit}</small>
    </strong>
  )
}

function Others({ onPause, others }: Pick<TicketFootProps, 'onPause' | 'others'>) {
  return (
    <>
      <ActionIcon size="md" aria-label="Mettre la vente en attente" onClick={onPause}>
        <IconPlayerPause size={26} aria-hidden />
      </ActionIcon>
      <Menu position="top-start" width={380} middlewares={{ flip: true, shift: true, size: true }}>
        <Menu.Target>
          <ActionIcon size="md" aria-label="Autres actions">
            <IconDots size={26} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        {/* Scrolls if it is higher than a small window. */}
        <Menu.Dropdown style={{ overflowY: 'auto' }}>
          {others.map(({ label, hint, keyName, onClick }) => (
            <Menu.Item
              key={label}
              mih={56}
              disabled={!onClick}
              onClick={onClick}
              rightSection={keyName && <Kbd>{keyName}</Kbd>}
            >
              {label}
              {hint && <div className={classes.hint}>{hint}</div>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
