import { Button } from '@mantine/core'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { lineTotal, saleBalance, type SaleBalance } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/uuid7.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import { Money } from '#shared/ui/money.tsx'
import { QuickNotes, type QuickNote } from '#shared/ui/quick-notes.tsx'
import { typedAmount, type KeypadKey } from '#shared/ui/typed-amount.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import type { SaleEdit } from '#kiosk/ui/edit-sale.ts'
import { addPayment, offeredTypes, removePayment, setAmount, setDetails, typedOf, type OfferedType } from './payment-edits.ts'
import { PaymentFields } from './payment-fields.tsx'
import { PaymentIcon, PaymentRow } from './payment-row.tsx'
import classes from './payment.module.css'
import { useTypedDigits } from './use-typed-digits.ts'

interface PaymentScreenProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  operators: readonly string[]
  notes: readonly QuickNote[]
  isClosing: boolean
  onEdit: (edit: SaleEdit) => void
  onEnd: () => void
  onBack: () => void
}

export function PaymentScreen({ sale, cashStep, operators, notes, isClosing, onEdit, onEnd, onBack }: PaymentScreenProps) {
  const balance = saleBalance(sale, cashStep)
  const { current, pick, add, type } = useTyping(sale, cashStep, onEdit)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const reason = reasonNotToEnd(balance)

  useTypedDigits(type)
  useShortcuts({ Escape: onBack, Enter: () => !reason && onEnd() })

  return (
    <main className={classes.payment}>
      <h1 className="officine-unseen">Encaissement</h1>
      <Recap sale={sale} balance={balance} onBack={onBack} />
      <section className={classes.middle} aria-label="Paiements">
        <div className={classes.middleHead}>
          <Button variant="default" size="sm" className={classes.back} leftSection={<IconArrowLeft size={22} aria-hidden />} onClick={onBack}>
            Revenir à la vente
          </Button>
          <h2>Paiements</h2>
          <span>
            Total <Money amount={balance.total} unit />
          </span>
        </div>
        {sale.payments.length > 0 && (
          <ul className={classes.list}>
            {sale.payments.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                patientId={sale.patient?.id ?? null}
                isCurrent={payment.id === current?.id}
                onPick={() => pick(payment.id)}
                onRemove={() => onEdit((stored) => removePayment(stored, payment.id, cashStep))}
              >
                <PaymentFields payment={payment} operators={operators} onDetails={(details) => onEdit((stored) => setDetails(stored, details))} />
              </PaymentRow>
            ))}
          </ul>
        )}
        <h2>Ajouter un paiement</h2>
        <Types current={current} isPaid={balance.remainder <= 0} onAdd={add} />
      </section>
      <section className={classes.right} aria-label="Encaissement">
        <Face balance={balance} cash={cash} />
        <QuickNotes notes={notes} selected={cash?.tendered} disabled={isClosing || (balance.remainder <= 0 && !cash)} name="Billets donnés par le client" onPick={(tendered) => onEdit((stored) => payCash(stored, { id: cash?.id ?? uuid7(), tendered }, cashStep))} />
        <Keypad className={classes.pad} disabled={balance.total === 0} onKey={type} />
        <div className={classes.end}>
          <Button size="lg" fullWidth disabled={reason !== null} loading={isClosing} leftSection={<IconCheck size={28} aria-hidden />} onClick={onEnd}>
            <span className={classes.ending}>
              Terminer la vente
              {reason && <small>{reason}</small>}
            </span>
          </Button>
        </div>
      </section>
    </main>
  )
}

/** Which payment the pad types for, and whether the next digit begins its amount anew (as on any till: the proposal is typed over). */
function useTyping(sale: LocalSale, cashStep: number, onEdit: PaymentScreenProps['onEdit']) {
  const [picked, setPicked] = useState<string>()
  const isFresh = useRef(true)
  const current = sale.payments.find(({ id }) => id === picked) ?? sale.payments.at(-1)

  const pick = (paymentId: string) => {
    setPicked(paymentId)
    isFresh.current = true
  }
  const add = (type: OfferedType) => {
    const id = sale.payments.find((payment) => type === 'CASH' && payment.type === 'CASH')?.id ?? uuid7()
    onEdit((stored) => addPayment(stored, type, id, cashStep))
    pick(id)
  }
  const type = (key: KeypadKey) => {
    const begins = isFresh.current && key !== 'backspace'
    isFresh.current = false
    onEdit((stored) => {
      // Nothing chosen: what is typed is cash.
      const id = current?.id ?? stored.payments.at(-1)?.id
      if (id === undefined) return payCash(stored, { id: uuid7(), tendered: typedAmount(0, key) }, cashStep)
      return setAmount(stored, id, typedAmount(begins && current ? 0 : typedOf(stored, id), key), cashStep)
    })
  }
  return { current, pick, add, type }
}

function Recap({ sale, balance, onBack }: { sale: LocalSale; balance: SaleBalance; onBack: () => void }) {
  return (
    <aside className={classes.recap} aria-label="Récapitulatif">
      <h2>Vente {sale.identifier}</h2>
      <ul>
        {[...sale.records, ...sale.vouchers].map((line) => (
          <li key={line.id}>
            <span>
              {unbroken(line.label)} {line.quantity > 1 && <em>× {formatAmount(line.quantity, { decimals: 0 })}</em>}
            </span>
            <b>
              <Money amount={lineTotal(line)} />
            </b>
          </li>
        ))}
      </ul>
      <div className={classes.recapFoot}>
        <div className={classes.recapTotal}>
          <span>Total</span>
          <Money amount={balance.total} unit />
        </div>
        <Button variant="default" size="md" leftSection={<IconArrowLeft size={24} aria-hidden />} onClick={onBack}>
          Revenir à la vente
        </Button>
      </div>
    </aside>
  )
}

function Types({ current, isPaid, onAdd }: { current: Payment | undefined; isPaid: boolean; onAdd: (type: OfferedType) => void }) {
  return (
    <div className={classes.types}>
      {offeredTypes.map((type) => (
        <button
          key={type}
          type="button"
          className={`${classes.type} officine-focus`}
          aria-pressed={current?.type === type}
          // Nothing is left to pay: cash can still be taken up again, to type what was handed over.
          disabled={isPaid && !(type === 'CASH' && current?.type === 'CASH')}
          onClick={() => onAdd(type)}
        >
          <PaymentIcon type={type} />
          {paymentLabels[type]}
        </button>
      ))}
    </div>
  )
}

function Face({ balance, cash }: { balance: SaleBalance; cash: Extract<Payment, { type: 'CASH' }> | undefined }) {
  if (balance.remainder > 0) return <GiantAmount label="Reste à payer" amount={balance.remainder} tone="due" hint={balance.applied > 0 && <><Money amount={balance.applied} unit /> déjà réglés</>} />
  if (balance.remainder < 0) return <GiantAmount label="Trop perçu" amount={Math.abs(balance.remainder)} tone="refused" hint="Retirez ou corrigez un paiement" />
  const hint = cash && <><Money amount={cash.tendered} /> reçus pour <Money amount={cash.amount} /> en espèces</>
  return <GiantAmount label="Rendu" amount={balance.change} tone="settled" hint={hint} />
}

function reasonNotToEnd({ total, remainder }: SaleBalance): string | null {
  if (total === 0) return 'La vente est vide'
  if (remainder > 0) return 'Il reste une somme à payer'
  return remainder < 0 ? 'Les paiements dépassent le total' : null
}
