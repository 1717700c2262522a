import { Money } from '#shared/ui/money.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/gap.module.css'

interface GapProps {
  /** Counted − expected, in minor units: below zero it is missing. Null: not counted, or not for this member to see. */
  amount: number | null
  unit?: boolean
}

/** What a count found: nothing is settled, the rest needs attention and carries its sign. */
export function Gap({ amount, unit = false }: GapProps) {
  if (amount === null) return <span className={text.quiet}>–</span>
  return (
    <Money amount={amount} signed unit={unit} tone={amount === 0 ? 'success' : 'warning'} className={classes.gap} />
  )
}
