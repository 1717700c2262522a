import { useAtomValue } from 'jotai'
import { noCredit } from '#shared/domain/credit.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#kiosk/ui/named-choice.module.css'
import { creditWith, debtorOfAtom } from './credit-of.ts'

/** What a client owes, what they will owe after this sale, and their limit. */
export function CreditOutlook({ clientId, payments }: { clientId: string | null; payments: readonly Payment[] }) {
  const debtor = useAtomValue(debtorOfAtom)(clientId)
  if (clientId === null) return null
  if (!debtor) return <p className={classes.outlook}>Son encours n’est pas sur ce poste. Il sera vérifié à l’envoi.</p>
  const { outgoing, after, excess } = creditWith(debtor, payments)
  return (
    <p className={classes.outlook} data-beyond={excess > 0 || undefined} role="status">
      Doit <Money amount={outgoing} unit />, devra <Money amount={after} />
      {debtor.limit === null ? (
        '. Crédit illimité.'
      ) : debtor.limit === noCredit ? (
        '. Ce client n’a pas de crédit.'
      ) : (
        <>
          {' '}
          sur <Money amount={debtor.limit} /> permis.
        </>
      )}
      {excess > 0 && (
        <>
          {' '}
          Dépasse de <Money amount={excess} />.
        </>
      )}
    </p>
  )
}
