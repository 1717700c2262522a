import type { CorrectionMoney } from '#shared/domain/correction-money.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'

interface CorrectionFaceProps {
  correction: CorrectionMoney
  /** Cash that the customer hands over for the correction itself, in minor units. */
  received: number
  hint?: string
}

/** The one amount of a correction: what still changes hands in cash. Change and other means stand below it. */
export function CorrectionFace({ correction: { cash, others }, received, hint }: CorrectionFaceProps) {
  const change = received - cash
  return (
    <GiantAmount
      label={correctionLabel(cash)}
      amount={cash === 0 ? null : Math.abs(cash)}
      tone="settled"
      hint={
        <>
          {hint}
          {cash > 0 && change > 0 && (
            <div>
              <Money amount={received} /> reçus, rendre <Money amount={change} unit />
            </div>
          )}
          {others.map(({ type, operator, amount }) => (
            <div key={`${type} ${operator}`}>
              {[paymentLabels[type], operator].filter(Boolean).join(' ')}
              {'\u00a0'}: <Money amount={Math.abs(amount)} unit /> {amount > 0 ? 'à encaisser' : 'à rendre'}
            </div>
          ))}
        </>
      }
    />
  )
}

/** `cash` in minor units: positive to collect, negative to give back. */
export function correctionLabel(cash: number): string {
  if (cash === 0) return 'Rien à encaisser ni à rendre'
  return cash > 0 ? 'À encaisser' : 'À rendre'
}
