import { Button, Checkbox } from '@mantine/core'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { invoicesOnRequestAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { Notice } from '#kiosk/ui/notice.tsx'
import { bookedCash } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { stampDutyToCome } from '#shared/domain/fiscal/stamp-duty.ts'
import { stampDutyIn, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { saleBalance, type SaleBalance } from '#shared/domain/sale.ts'
import { acceptPolicy, askInvoice, payCash } from '#shared/domain/sale-lines.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import { Money } from '#shared/ui/money.tsx'
import { QuickNotes, type QuickNote } from '#shared/ui/quick-notes.tsx'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { isByPolicyOnly } from './payment-edits.ts'
import { PaymentFace } from './payment-face.tsx'
import { typeOfKey } from './payment-keys.ts'
import { PaymentList } from './payment-list.tsx'
import { PaymentRecap } from './payment-recap.tsx'
import { PaymentTypes } from './payment-types.tsx'
import classes from './payment-screen.module.css'
import { PoliciesPanel } from './policies-panel.tsx'
import { reasonNotToAdd, usePaymentRules } from './use-payment-rules.ts'
import { useDiscountRequest } from './use-discount-request.ts'
import { usePaymentTyping } from './use-payment-typing.ts'
import { useRemoval } from './use-removal.ts'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'

interface PaymentScreenProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  operators: readonly string[]
  notes: readonly QuickNote[]
  isClosing: boolean
  /** A refusal covers the screen and handles the keys. */
  isCovered: boolean
  /** For whom the invoice is made. */
  buyer: ReactNode
  onEdit: (edit: SaleEdit) => void
  onEnd: () => void
  onBack: () => void
  onChoosePatient: () => void
}

/** « Encaisser »: the payments of the customer and of the payers, in the order of their creation. */
export function PaymentScreen({
  sale,
  cashStep,
  operators,
  notes,
  isClosing,
  isCovered,
  buyer,
  onEdit,
  onEnd,
  onBack,
  onChoosePatient,
}: PaymentScreenProps) {
  const balance = saleBalance(sale, cashStep)
  const { rules, mayDiscount, policies, hasScheme, socialSecurity } = usePaymentRules(sale, cashStep)
  const { notice, forget, edit, remove } = useRemoval(sale, cashStep, onEdit)
  const typing = usePaymentTyping(sale, rules, edit)
  const askDiscount = useDiscountRequest(sale, edit)
  const [arePoliciesOpen, setArePoliciesOpen] = useState(false)
  const { current } = typing
  const booked = bookedCash(sale)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const reason = reasonNotToEnd(balance)
  const reasonNot = (type: PaymentType) => reasonNotToAdd(type, sale, balance, mayDiscount)

  const add = (type: PaymentType) => {
    if (reasonNot(type) === askPharmacist) return askDiscount(() => typing.add({ type: 'DISCOUNT' }))
    if (reasonNot(type) !== undefined) return
    // The payment of a policy cannot be added by hand. The panel shows the policies instead, declined ones included.
    if (isByPolicyOnly(type) || (type === 'SOCIAL_SECURITY' && hasScheme)) setArePoliciesOpen(true)
    else typing.add({ type, socialSecurity })
  }
  const step = (by: number) => {
    const at = sale.payments.findIndex(({ id }) => id === current?.id)
    typing.pick(sale.payments[Math.max(0, Math.min(sale.payments.length - 1, at + by))]?.id)
  }

  useTypedKeys(
    typing.type,
    (letter) => typeOfKey.has(letter) && add(typeOfKey.get(letter)!),
    !isCovered,
    typing.takeBack,
  )
  useShortcuts(
    {
      Escape: () => (arePoliciesOpen ? setArePoliciesOpen(false) : onBack()),
      Enter: ({ target }) => pressOrEnd(target, reason === null ? onEnd : undefined),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Delete: () => current && remove(current.id),
    },
    !isCovered,
  )

  return (
    <main className={classes.payment}>
      <h1 className="officine-unseen">Encaissement</h1>
      <PaymentRecap sale={sale} balance={balance} buyer={buyer} onBack={onBack} />
      <section className={classes.middle} aria-label="Paiements">
        <PaymentHead total={balance.total} onBack={onBack} />
        {notice && <Notice notice={notice} onClose={forget} />}
        <PaymentList
          sale={sale}
          policies={policies}
          operators={operators}
          rules={rules}
          typing={typing}
          onAskDiscount={() => askDiscount()}
          onEdit={edit}
          onRemove={remove}
        />
        <Rounding rounding={balance.rounding} />
        <StampDuty duty={stampDutyIn(sale.payments)} />
        {arePoliciesOpen ? (
          <PoliciesPanel
            sale={sale}
            onChoosePatient={onChoosePatient}
            onAccept={(policyId) => edit((stored) => acceptPolicy(stored, policyId))}
            onClose={() => setArePoliciesOpen(false)}
          />
        ) : (
          <div className={classes.adding}>
            <AskedInvoice sale={sale} isClosing={isClosing} onEdit={edit} />
            <h2>Ajouter un paiement</h2>
            <PaymentTypes current={current} reasonNot={reasonNot} onAdd={add} />
          </div>
        )}
      </section>
      <PaymentEnd
        sale={sale}
        cashStep={cashStep}
        balance={balance}
        cash={cash}
        notes={notes}
        isClosing={isClosing}
        stampDuty={stampDutyToCome(sale, { duty: rules.duty ?? 0, cashStep })}
        reason={reason}
        onNote={(given) =>
          edit((stored) => payCash(stored, { id: cash?.id ?? uuid7(), tendered: booked + given }, cashStep))
        }
        onKey={typing.type}
        onEnd={onEnd}
      />
    </main>
  )
}

/** Where invoices are made on request: whether the customer asked for one. */
function AskedInvoice({ sale, isClosing, onEdit }: Pick<PaymentScreenProps, 'sale' | 'isClosing' | 'onEdit'>) {
  const isOnRequest = useAtomValue(invoicesOnRequestAtom)
  if (!isOnRequest) return null
  return (
    <Checkbox
      size="md"
      label="Facture normalisée"
      disabled={isClosing}
      checked={sale.isInvoiced ?? false}
      onChange={(event) => {
        const isInvoiced = event.currentTarget.checked
        onEdit((stored) => askInvoice(stored, isInvoiced))
      }}
    />
  )
}

function Rounding({ rounding }: { rounding: number }) {
  if (rounding === 0) return null
  return (
    <p className={classes.rounding}>
      Arrondi des espèces <Money amount={0 - rounding} signed />
    </p>
  )
}

function StampDuty({ duty }: { duty: number }) {
  if (duty === 0) return null
  return (
    <p className={classes.rounding}>
      Timbre de quittance, en plus du total <Money amount={duty} signed />
    </p>
  )
}

function PaymentHead({ total, onBack }: { total: number; onBack: () => void }) {
  return (
    <div className={classes.middleHead}>
      <Button
        variant="default"
        size="sm"
        className={classes.back}
        leftSection={<IconArrowLeft size={22} aria-hidden />}
        onClick={onBack}
      >
        Revenir à la vente
      </Button>
      <h2>Paiements</h2>
      <span>
        Total <Money amount={total} unit />
      </span>
    </div>
  )
}

interface PaymentEndProps {
  sale: LocalSale
  cashStep: number
  balance: SaleBalance
  cash: Extract<Payment, { type: 'CASH' }> | undefined
  notes: readonly QuickNote[]
  isClosing: boolean
  /** What a payment in cash costs besides, in minor units. */
  stampDuty: number
  /** Why the sale cannot be ended yet. Null if it can. */
  reason: string | null
  onNote: (given: number) => void
  onKey: (key: KeypadKey) => void
  onEnd: () => void
}

/** The right side of the payment screen: what remains or the change, notes, keypad, « Terminer la vente ». */
function PaymentEnd({
  sale,
  cashStep,
  balance,
  cash,
  notes,
  isClosing,
  stampDuty,
  reason,
  onNote,
  onKey,
  onEnd,
}: PaymentEndProps) {
  return (
    <section className={classes.right} aria-label="Encaissement">
      <PaymentFace sale={sale} cashStep={cashStep} balance={balance} cash={cash} stampDuty={stampDuty} />
      <QuickNotes
        notes={notes}
        selected={cash && cash.tendered - bookedCash(sale)}
        disabled={isClosing || (balance.remainder <= 0 && !cash)}
        name="Billets donnés par le client"
        onPick={onNote}
      />
      <Keypad className={classes.pad} disabled={balance.total === 0} onKey={onKey} />
      <div className={classes.end}>
        <Button
          size="lg"
          fullWidth
          disabled={reason !== null}
          loading={isClosing}
          leftSection={<IconCheck size={28} aria-hidden />}
          onClick={onEnd}
        >
          <span className={classes.ending}>
            Terminer la vente
            {reason && <small>{reason}</small>}
          </span>
        </Button>
      </div>
    </section>
  )
}

/**
 * Entrée ends the sale if it can be ended, wherever the focus is. A button with `data-own-enter` (a removal) handles
 * Entrée itself.
 */
function pressOrEnd(target: EventTarget | null, end: (() => void) | undefined): void {
  const pressed = target instanceof Element ? target.closest('button') : null
  if (pressed && (!end || pressed.hasAttribute('data-own-enter'))) pressed.click()
  else end?.()
}

function reasonNotToEnd({ total, remainder }: SaleBalance): string | null {
  if (total === 0) return 'La vente est vide'
  if (remainder > 0) return 'Il reste une somme à payer'
  return remainder < 0 ? 'Les paiements dépassent le total' : null
}
