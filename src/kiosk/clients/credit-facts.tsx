import { creditAfter } from '#shared/domain/credit.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './clients.module.css'

/** What a client owes, their limit, and what is left of it, in minor units. */
export function CreditFacts({ limit, outgoing }: { limit: number | null; outgoing: number }) {
  const { left, excess } = creditAfter({ limit, billed: 0, unbilled: outgoing }, 0)
  return (
    <dl className={classes.credit}>
      <div>
        <dt>Encours</dt>
        <dd>
          <Money amount={outgoing} unit />
        </dd>
      </div>
      <div>
        <dt>Limite</dt>
        <dd>{limit === null ? 'Aucune' : <Money amount={limit} />}</dd>
      </div>
      <div data-beyond={excess > 0 || undefined}>
        <dt>{excess > 0 ? 'Dépassé de' : 'Disponible'}</dt>
        <dd>{excess > 0 ? <Money amount={excess} /> : left === null ? 'Sans limite' : <Money amount={left} />}</dd>
      </div>
    </dl>
  )
}
