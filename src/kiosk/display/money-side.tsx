import type { CSSProperties, ReactNode } from 'react'
import type { Payment } from '#shared/domain/payment.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { currencySymbol, formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { SaleMoney } from './display-face.ts'
import classes from './money-side.module.css'
import type { PayerName } from './payer-names.ts'

/** The green side: the amount due, then the amount received, then the change. One amount is the largest. */
export function MoneySide({ money, isEnded, payerName }: { money: SaleMoney; isEnded: boolean; payerName: PayerName }) {
  const isShared = money.payers.length > 0 || money.discount > 0
  if (money.correction) return <CorrectionSide money={money} correction={money.correction} isEnded={isEnded} />
  return (
    <section className={classes.money} aria-label="À payer" data-ended={isEnded || undefined}>
      {isEnded && <p className={classes.thanks}>Merci</p>}
      {!isEnded && isShared && (
        <div className={classes.parts}>
          <Part label="Total" amount={money.total} />
          {money.payers.map((payment) => (
            <Part key={payment.id} label={payerName(payment)} amount={0 - payment.amount} />
          ))}
          {money.discount > 0 && <Part label="Remise" amount={0 - money.discount} />}
        </div>
      )}
      {isEnded ? (
        <Figure
          label={money.change > 0 ? 'Votre monnaie' : 'Tout est réglé'}
          amount={money.change > 0 ? money.change : null}
        />
      ) : (
        <Figure label="À payer" amount={money.toPay} />
      )}
      <div className={classes.given}>
        {isEnded && money.discount > 0 && <Given label="Remise" amount={0 - money.discount} />}
        {isEnded && <Given label="À payer" amount={money.toPay} />}
        {money.rounding !== 0 && <Given label="Arrondi" amount={0 - money.rounding} />}
        {money.stampDuty > 0 && <Given label="Timbre de quittance" amount={money.stampDuty} />}
        {money.received.map(({ payment, amount }) => (
          <Given key={payment.id} label={receivedWords(payment)} amount={amount} />
        ))}
        {!isEnded && money.received.length > 0 && money.remainder > 0 && (
          <Given isNext label="Reste à payer" amount={money.remainder} />
        )}
        {!isEnded && money.change > 0 && <Given isNext label="Votre monnaie" amount={money.change} />}
      </div>
    </section>
  )
}

/** In a correction, only what changes hands now matters to the customer. */
function CorrectionSide({
  money: { received },
  correction: { cash },
  isEnded,
}: {
  money: SaleMoney
  correction: NonNullable<SaleMoney['correction']>
  isEnded: boolean
}) {
  const given = received.reduce((total, { amount }) => total + amount, 0)
  return (
    <section className={classes.money} aria-label="À payer" data-ended={isEnded || undefined}>
      {isEnded && <p className={classes.thanks}>Merci</p>}
      <Figure
        label={cash === 0 ? 'Tout est réglé' : cash > 0 ? 'À payer' : 'À vous rendre'}
        amount={cash === 0 ? null : Math.abs(cash)}
      />
      {cash > 0 && given > cash && (
        <div className={classes.given}>
          <Given label="Espèces reçues" amount={given} />
          <Given isNext label="Votre monnaie" amount={given - cash} />
        </div>
      )}
    </section>
  )
}

function Part({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <span>{label}</span>
      <b>
        <Money amount={amount} unit />
      </b>
    </div>
  )
}

/** The type size depends on the number of digits. */
function Figure({ label, amount }: { label: string; amount: number | null }) {
  const currency = useCurrency()
  const text = amount === null ? '' : formatAmount(amount, currency)
  return (
    <div role="status" aria-label={label}>
      <div className={classes.label}>{label}</div>
      {amount !== null && (
        <>
          <strong className={classes.figure} style={{ '--length': text.length } as CSSProperties}>
            {text}
          </strong>
          <div className={classes.currency}>{currencySymbol(currency)}</div>
        </>
      )}
    </div>
  )
}

function Given({ label, amount, isNext = false }: { label: ReactNode; amount: number; isNext?: boolean }) {
  return (
    <div className={isNext ? classes.next : undefined}>
      <span>{label}</span>
      <b>
        <Money amount={amount} />
      </b>
    </div>
  )
}

function receivedWords(payment: Payment): string {
  switch (payment.type) {
    case 'CASH':
      return 'Espèces reçues'
    case 'MOBILE_MONEY':
      return `${payment.phoneOperator ?? 'Mobile'} reçu`
    case 'CREDIT_CARD':
      return 'Carte'
    case 'CHEQUE':
      return 'Chèque reçu'
    case 'CREDIT':
      return 'Sur votre compte'
    case 'CREDIT_ORG':
      return 'Sur le compte de l’organisme'
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
      return 'Votre assurance'
    case 'DISCOUNT':
      return 'Remise'
  }
}
