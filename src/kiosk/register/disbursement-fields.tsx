import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import classes from './gesture-panel.module.css'
import page from './register-page.module.css'

/** The reasons of the pharmacy, one to touch. */
export function Reasons({
  reasons,
  chosen,
  onChoose,
}: {
  reasons: readonly DisbursementReason[]
  chosen: DisbursementReason | undefined
  onChoose: (reason: DisbursementReason) => void
}) {
  if (reasons.length === 0)
    return (
      <p className={page.lead}>
        Aucun motif sur ce poste. Ils se créent dans la gestion, «{'\u00a0'}Décaissements{'\u00a0'}», et arrivent avec
        le réseau.
      </p>
    )
  return (
    <div className={classes.choices} role="radiogroup" aria-label="Motif">
      {reasons.map((reason) => (
        <Button
          key={reason.id}
          role="radio"
          aria-checked={reason.id === chosen?.id}
          classNames={{ root: classes.reason!, label: classes.reasonText! }}
          size="sm"
          variant={reason.id === chosen?.id ? 'filled' : 'light'}
          onClick={() => onChoose(reason)}
        >
          {reason.label}
        </Button>
      ))}
    </div>
  )
}

/** The button of a disbursement, and what is missing before it. */
export function Disburse({
  amount,
  reason,
  isUnexplained,
  isBusy,
  label,
  answers,
  warning,
  onEnd,
}: {
  amount: number
  reason: DisbursementReason | undefined
  /** More than the drawer holds, without a reason. */
  isUnexplained: boolean
  isBusy: boolean
  label: (own: string) => string
  /** In place of the button, when the amount is asked for once more. */
  answers: (run: () => void) => ReactNode
  warning: ReactNode
  onEnd: (reason: DisbursementReason) => void
}) {
  const currency = useCurrency()
  const end = () => reason && onEnd(reason)
  return (
    <div className={classes.seal}>
      {warning}
      {(!isUnexplained && answers(end)) || (
        <Button
          size="lg"
          disabled={amount === 0 || reason === undefined || isUnexplained}
          loading={isBusy}
          onClick={end}
        >
          {amount === 0
            ? 'Indiquez le montant'
            : reason === undefined
              ? 'Choisissez le motif'
              : label(`Décaisser ${formatMoney(amount, currency)}`)}
        </Button>
      )}
    </div>
  )
}
