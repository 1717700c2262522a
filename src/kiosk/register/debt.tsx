import { useAtomValue } from 'jotai'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './debt.module.css'

/**
 * What a client owes as far as this terminal knows. A higher payment shows a warning but is allowed, as another till
 * may know of more debt.
 */
export function Debt({ clientId, paid }: { clientId: string; paid: number }) {
  const debtor = useAtomValue(debtorOfAtom)(clientId)
  if (!debtor) return <p className={classes.debt}>Son encours n’est pas sur ce poste.</p>
  const beyond = paid - debtor.outgoing
  return (
    <p className={classes.debt} role="status" data-beyond={beyond > 0 || undefined}>
      {debtor.outgoing > 0 ? (
        <>
          Doit <Money amount={debtor.outgoing} unit />.
        </>
      ) : (
        'Ne doit rien.'
      )}
      {beyond > 0 && (
        <>
          {' '}
          Vous encaissez <Money amount={beyond} unit /> de plus.
        </>
      )}
    </p>
  )
}
