import { useAtomValue } from 'jotai'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { creditAfter, noCredit } from '#shared/domain/credit.ts'
import { CreditLimit } from '#shared/ui/credit-limit.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './clients.module.css'

/** What a client owes, their limit, and what is left of it, in minor units. */
export function CreditFacts({
  clientId,
  limit,
  outgoing,
}: {
  clientId: string
  limit: number | null
  outgoing: number
}) {
  const billed = Math.min(outgoing, useAtomValue(debtorOfAtom)(clientId)?.bills.at(-1)?.upTo ?? 0)
  const { left, excess } = creditAfter({ limit, billed: 0, unbilled: outgoing }, 0)
  return (
    <dl className={classes.credit}>
      <div>
        <dt>Encours</dt>
        <dd>
          <Money amount={outgoing} unit />
        </dd>
      </div>
      {billed > 0 && (
        <div>
          <dt>Dont facturé</dt>
          <dd>
            <Money amount={billed} />
          </dd>
        </div>
      )}
      <div>
        <dt>Limite</dt>
        <dd>
          <CreditLimit limit={limit} unit={false} />
        </dd>
      </div>
      {excess > 0 ? (
        <div data-beyond>
          <dt>Dépassé de</dt>
          <dd>
            <Money amount={excess} />
          </dd>
        </div>
      ) : (
        // The limit says it all where it is none or unlimited.
        left !== null &&
        limit !== noCredit && (
          <div>
            <dt>Disponible</dt>
            <dd>
              <Money amount={left} />
            </dd>
          </div>
        )
      )}
    </dl>
  )
}
