import { useAtomValue } from 'jotai'
import { CorrectionFace, correctionLabel } from '#kiosk/counter/payment/correction-face.tsx'
import { settledWordsAtom } from '#kiosk/counter/payment/settled-words.ts'
import { bookedCash, correctionMoney } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { keptOf, type Payment, paymentsFrom } from '#shared/domain/payment.ts'
import type { SaleBalance } from '#shared/domain/sale.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'

interface PaymentFaceProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  balance: SaleBalance
  cash: Extract<Payment, { type: 'CASH' }> | undefined
  /** What a payment in cash costs besides, in minor units; 0 once there is one. */
  stampDuty: number
}

/** The main amount: the remainder or the change, at the same place. */
export function PaymentFace({ sale, cashStep, balance, cash, stampDuty }: PaymentFaceProps) {
  const settled = useAtomValue(settledWordsAtom)
  const correction = correctionMoney(sale, cashStep, stampDuty)
  if (balance.remainder > 0)
    return (
      <GiantAmount
        label={correction ? correctionLabel(correction.cash) : 'Reste à payer'}
        amount={correction ? Math.abs(correction.cash) : balance.remainder}
        tone="due"
        hint={
          !correction && (balance.applied > 0 || stampDuty > 0) && <Settled payments={sale.payments} duty={stampDuty} />
        }
      />
    )
  if (balance.remainder < 0)
    return (
      <GiantAmount
        label="Trop perçu"
        amount={Math.abs(balance.remainder)}
        tone="refused"
        hint="Retirez ou corrigez un paiement"
      />
    )
  if (correction) return <CorrectionFace correction={correction} received={(cash?.tendered ?? 0) - bookedCash(sale)} />
  const hint = cash && (
    <>
      <Money amount={cash.tendered} /> reçus pour <Money amount={keptOf(cash)} />
      {cash.stampDuty ? ', timbre compris' : ' en espèces'}
    </>
  )
  return (
    <GiantAmount
      {...settled(sale.payments, { change: 'Rendu', nothing: 'Rien à rendre' })}
      tone="settled"
      hint={hint}
    />
  )
}

/** What is settled before the remainder: « Remise 94 F CFA · Déjà réglé : 2 000 F CFA », and what cash costs besides. */
function Settled({ payments, duty }: { payments: readonly Payment[]; duty: number }) {
  const sumOf = (some: readonly Payment[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const discount = sumOf(paymentsFrom('discount', payments))
  const others = sumOf(payments) - discount
  return (
    <>
      {discount > 0 && (
        <>
          Remise <Money amount={discount} unit />
        </>
      )}
      {discount > 0 && others > 0 && ' · '}
      {others > 0 && (
        <>
          Déjà réglé{'\u00a0'}: <Money amount={others} unit />
        </>
      )}
      {duty > 0 && (
        <>
          {discount + others > 0 && ' · '}
          En espèces, timbre de <Money amount={duty} unit /> en plus
        </>
      )}
    </>
  )
}
