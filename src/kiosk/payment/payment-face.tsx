import type { Payment } from '#shared/domain/payment.ts'
import type { SaleBalance } from '#shared/domain/sale.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'

interface PaymentFaceProps {
  balance: SaleBalance
  cash: Extract<Payment, { type: 'CASH' }> | undefined
}

/** The main amount: the remainder or the change, at the same place. */
export function PaymentFace({ balance, cash }: PaymentFaceProps) {
  if (balance.remainder > 0)
    return (
      <GiantAmount
        label="Reste à payer"
        amount={balance.remainder}
        tone="due"
        hint={
          balance.applied > 0 && (
            <>
              <Money amount={balance.applied} unit /> déjà réglés
            </>
          )
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
  const hint = cash && (
    <>
      <Money amount={cash.tendered} /> reçus pour <Money amount={cash.amount} /> en espèces
    </>
  )
  return <GiantAmount label="Rendu" amount={balance.change} tone="settled" hint={hint} />
}
