import { Button } from '@mantine/core'
import { OperatorChoice } from '#kiosk/counter/payment/operator-choice.tsx'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { paymentLabels, typeFacts } from '#shared/domain/payment.ts'
import { collectionTypes, type CollectionType } from '#shared/domain/register/movements.ts'
import { useIsBeyondDebt } from './debt.tsx'
import classes from './gesture-panel.module.css'
import page from './register-page.module.css'

/** Names the gesture on the button, as the chosen means may be scrolled out of view. */
const gestures: Record<CollectionType, string> = {
  CASH: 'Encaisser en espèces',
  CHEQUE: 'Encaisser par chèque',
  CREDIT_CARD: 'Encaisser par carte',
  MOBILE_MONEY: 'Encaisser par mobile',
  TRANSFER: 'Encaisser par virement',
}

export type Paid = { type: CollectionType; operator: string | null }

/** An operator counts only for mobile money. The user may have chosen one before another means. */
export function operatorOf({ type, operator }: Paid): string | null {
  return typeFacts[type].isPerOperator ? operator : null
}

interface MeansProps {
  operators: readonly string[]
  paid: Paid
  onChange: (paid: Paid) => void
}

/** How the client pays the debt. */
export function Means({ operators, paid, onChange }: MeansProps) {
  const { type } = paid
  return (
    <>
      <OneOf
        label="Moyen de paiement"
        names={collectionTypes.map((id) => ({ id, name: paymentLabels[id] }))}
        value={type}
        onChoose={(chosen) => onChange({ ...paid, type: chosen })}
      />
      {typeFacts[type].isPerOperator && (
        <OperatorChoice
          operators={operators}
          value={paid.operator}
          onChoose={(operator) => onChange({ ...paid, operator })}
        />
      )}
    </>
  )
}

interface CollectProps {
  clientId: string
  amount: number
  isBusy: boolean
  paid: Paid
  onEnd: () => void
}

/** The button of a credit payment, and what is missing before it. */
export function Collect({ clientId, amount, isBusy, paid, onEnd }: CollectProps) {
  const isTooMuch = useIsBeyondDebt(clientId, amount)
  const lacksOperator = typeFacts[paid.type].isPerOperator && paid.operator === null
  return (
    <div className={classes.seal}>
      {isTooMuch && (
        <p role="alert" className={classes.tooMuch}>
          Encaissez au plus ce qu’il doit.
        </p>
      )}
      {lacksOperator && <p className={page.lead}>Choisissez l’opérateur.</p>}
      <Button size="lg" disabled={amount === 0 || lacksOperator || isTooMuch} loading={isBusy} onClick={onEnd}>
        {gestures[paid.type]}
      </Button>
    </div>
  )
}
