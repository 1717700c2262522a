import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'

/** How the register was taken: the count accepted or made again by the receiver, and his code. Nothing for a closing. */
export function TakenCount({ count: { kind, byName, receivedByName, taking } }: { count: RegisterCount }) {
  if (kind !== 'hand-over') return null
  const code = taking?.isProven ? 'avec son code' : 'sans son code'
  if (!taking?.given)
    return (
      <p className={classes.comment}>
        {taking
          ? `Comptage de ${byName} accepté par ${receivedByName ?? ''}, ${code}.`
          : `Prise par ${receivedByName ?? ''} ${code}.`}
      </p>
    )
  const { denominations, others } = taking.given
  return (
    <p className={classes.comment}>
      {`${receivedByName ?? ''} a compté, ${code}. ${byName} avait compté `}
      <Money amount={countedTotal(denominations) + others.reduce((sum, { counted }) => sum + counted, 0)} unit />.
      {taking.remark && ` Différence\u00a0: ${taking.remark}`}
    </p>
  )
}
