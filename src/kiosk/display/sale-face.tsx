import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef } from 'react'
import { dutyAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { stampDutyToCome } from '#shared/domain/fiscal/stamp-duty.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { displayName } from '#shared/domain/person.ts'
import { goodsOf, lineTotal } from '#shared/domain/sale.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { currencySymbol } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { displayMoney } from './display-face.ts'
import classes from './sale-face.module.css'
import { MoneySide } from './money-side.tsx'
import { usePayerNames, type PayerName } from './payer-names.ts'

/** The sale of one customer: lines, payers and amounts. */
export function SaleFace({ sale, isEnded }: { sale: LocalSale; isEnded: boolean }) {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  const { cashStep } = useAtomValue(tradeAtom)
  const money = displayMoney(sale, cashStep, stampDutyToCome(sale, { duty: useAtomValue(dutyAtom)(sale), cashStep }))
  const payerName = usePayerNames(sale)
  // The foot shows the number of lines, as some may be scrolled out of view.
  const lineCount = goodsOf(sale).length
  return (
    <main className={classes.face}>
      <header className={classes.head}>
        <Logo size={52} ground="light" />
        <h1>{pharmacy?.name}</h1>
        {sale.patient && <Greeting patient={sale.patient} />}
      </header>
      <Lines sale={sale} payerName={payerName} />
      <MoneySide money={money} isEnded={isEnded} payerName={payerName} />
      <footer className={classes.foot}>
        <span>Vérifiez vos {lineCount > 1 && `${lineCount}\u00a0`}produits avant de partir.</span>
        <span>Prix en {currencySymbol(useCurrency())}, taxes comprises</span>
      </footer>
    </main>
  )
}

function Greeting({ patient }: { patient: NonNullable<LocalSale['patient']> }) {
  const sex = useAtomValue(patientOfAtom)(patient)?.sex
  const title = sex === 'F' ? 'Mme' : sex === 'M' ? 'M.' : null
  return (
    <span className={classes.hello}>
      Bonjour{'\u00a0'}
      {title ? `${title}\u00a0${patient.lastName.toUpperCase()}` : displayName(patient)}
    </span>
  )
}

/** Scrolls to the last edited line, as the customer cannot scroll. */
function Lines({ sale, payerName }: { sale: LocalSale; payerName: PayerName }) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef<ReadonlyMap<string, string> | null>(null)
  const touched = useRef<string | null>(null)
  const lines = [...sale.records, ...sale.vouchers]
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = new Map(lines.map(({ id, quantity, price }) => [id, `${quantity} × ${price}`]))
    const changed = lines.find(({ id }) => before !== null && before.get(id) !== shown.current?.get(id))
    if (changed) touched.current = changed.id
    // Amounts of payers make lines higher, so scroll again when they change.
    const place = lines.findIndex(({ id }) => id === touched.current)
    list.current?.children[place < 0 ? lines.length - 1 : place]?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <ul ref={list} className={classes.lines} aria-label="Vos produits">
      {lines.map((line) => (
        <li key={line.id} className={classes.line}>
          <span className={classes.quantity}>{'levy' in line && line.levy ? '' : line.quantity}</span>
          <span>{line.label}</span>
          <b>
            <Money amount={lineTotal(line)} />
          </b>
          {!('levy' in line && line.levy) && <Shares sale={sale} lineId={line.id} payerName={payerName} />}
        </li>
      ))}
    </ul>
  )
}

function Shares({ sale, lineId, payerName }: { sale: LocalSale; lineId: string; payerName: PayerName }) {
  const byPolicy = sale.payments.filter((payment) => 'shares' in payment && (payment.shares?.length ?? 0) > 0)
  if (byPolicy.length === 0) return null
  const taken = byPolicy.flatMap((payment) => {
    const amount =
      ('shares' in payment ? payment.shares : undefined)?.find((share) => share.lineId === lineId)?.amount ?? 0
    return amount > 0 ? [{ payment, amount }] : []
  })
  if (taken.length === 0) return <span className={classes.uncovered}>Non couvert par votre contrat</span>
  return taken.map(({ payment, amount }) => (
    <span key={payment.id} className={classes.taken}>
      {payerName(payment)} prend en charge <Money amount={amount} />
    </span>
  ))
}
