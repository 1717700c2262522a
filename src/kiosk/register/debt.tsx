import { useAtomValue } from 'jotai'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { beyondDebt } from '#shared/domain/credit.ts'
import { Money } from '#shared/ui/money.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './debt.module.css'

/** Whether the server would refuse to take so much from a client. Offline, another till may know of more debt. */
export function useIsBeyondDebt(clientId: string, paid: number): boolean {
  const debtor = useAtomValue(debtorOfAtom)(clientId)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  return !isOffline && debtor !== undefined && beyondDebt(debtor.outgoing, paid) > 0
}

/**
 * What a client owes as far as this terminal knows. A higher payment shows a warning; offline it is
 * allowed.
 */
export function Debt({ clientId, paid }: { clientId: string; paid: number }) {
  const debtor = useAtomValue(debtorOfAtom)(clientId)
  if (!debtor) return <p className={classes.debt}>Son encours n’est pas sur ce poste.</p>
  const beyond = beyondDebt(debtor.outgoing, paid)
  const billed = Math.min(debtor.outgoing, debtor.bills.at(-1)?.upTo ?? 0)
  return (
    <p className={classes.debt} role="status" data-beyond={beyond > 0 || undefined}>
      {debtor.outgoing > 0 ? (
        <>
          Doit <Money amount={debtor.outgoing} unit />
          {billed > 0 && (
            <>
              , dont <Money amount={billed} /> facturés
            </>
          )}
          .
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
