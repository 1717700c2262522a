import { Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AppError } from '#shared/domain/errors.ts'
import { factsOf } from '#shared/domain/error-facts.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/stock/stock.module.css'

type Refused = { problem: Error | null }

/**
 * A price below cost is kept only when it is wanted: after the refusal `stocks:priceBelowCost`, a tick in the form
 * accepts it, in place of a dialog that would hide the fields. `guarding` takes this refusal out of the form.
 */
export function useAcceptedLoss(): {
  accepted: { acceptsBelowCost?: true }
  guarding: <Form extends Refused>(form: Form) => Form
  question: ReactNode
} {
  const [isAccepted, setIsAccepted] = useState(false)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  return {
    accepted: isAccepted ? { acceptsBelowCost: true } : {},
    guarding(form) {
      const { problem } = form
      if (!(problem instanceof AppError) || problem.message !== 'stocks:priceBelowCost') return form
      if (refusal !== problem) setRefusal(problem)
      return { ...form, problem: null }
    },
    question: refusal && (
      <div className={classes.warned} role="alert">
        <span>
          {factsOf('stocks:priceBelowCost', refusal.details).map(({ label, value }) => (
            <span key={label}>
              {label} <b>{typeof value === 'object' && 'money' in value && <Money amount={value.money} unit />}</b>
              .{' '}
            </span>
          ))}
          Ce prix fait vendre à perte.
        </span>
        <Checkbox
          label="Garder ce prix"
          checked={isAccepted}
          onChange={(event) => setIsAccepted(event.currentTarget.checked)}
        />
      </div>
    ),
  }
}
