import type { Payment } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'

interface RoundingWordsProps {
  payments: readonly Payment[]
  /** What coins could not give, in minor units, as in the balance of the sale. */
  rounding: number
}

/** « 1 808 → 1 810, arrondi 2 »: the part that cash settles, and what is paid in coins that exist. */
export function RoundingWords({ payments, rounding }: RoundingWordsProps) {
  if (rounding === 0) return null
  const paid = payments.reduce((sum, { type, amount }) => (type === 'CASH' ? sum + amount : sum), 0)
  return (
    <span>
      <Money amount={paid + rounding} /> → <Money amount={paid} />, arrondi <Money amount={Math.abs(rounding)} />
    </span>
  )
}
