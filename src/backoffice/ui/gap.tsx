import { Money } from '#shared/ui/money.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/gap.module.css'

interface GapProps {
  /**
   * Counted − expected, in minor units; negative when money is missing. Null: not counted, or hidden from this member.
   */
  amount: number | null
  unit?: boolean
}

/** The difference found by a count. 0 is neutral; any other value is highlighted with its sign. */
export function Gap({ amount, unit = false }: GapProps) {
  if (amount === null) return <span className={text.quiet}>–</span>
  return (
    <Money amount={amount} signed unit={unit} tone={amount === 0 ? 'success' : 'warning'} className={classes.gap} />
  )
}
