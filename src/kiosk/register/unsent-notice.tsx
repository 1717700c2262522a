import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { SortedUnsent, Unsent } from '#shared/domain/register/closing.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from './unsent-notice.module.css'
import type { CountPurpose } from './register-words.ts'

const words: Record<CountPurpose, { before: string; counted: string }> = {
  close: { before: 'avant de fermer', counted: 'dans la fermeture' },
  'hand-over': { before: 'avant de passer la caisse', counted: 'avec la caisse' },
}

const refusedWords: Record<Exclude<Unsent['kind'], 'sale'>, string> = {
  float: 'Fond de caisse refusé',
  disbursement: 'Décaissement refusé',
  'cash-in': 'Entrée d’espèces refusée',
  deposit: 'Versement en banque refusé',
  collection: 'Encaissement de crédit refusé',
}

/**
 * What the server does not have of this register: open or refused items, each with a link, and items that only wait.
 */
export function UnsentNotice({
  unsent: { open, refused, waiting },
  purpose,
}: {
  unsent: SortedUnsent
  purpose: CountPurpose
}) {
  const inTheWay = [
    ...refused.map((left) => ({
      ...left,
      words: left.kind === 'sale' ? `${left.identifier}, refusée` : refusedWords[left.kind],
      href: '/ventes',
    })),
    ...open.map((sale) => ({ ...sale, words: `${sale.identifier}, ouverte`, href: `/vente/${sale.id}` })),
  ]
  return (
    <div className={classes.unsent}>
      {inTheWay.length > 0 && (
        <div role="alert" className={classes.inTheWay}>
          <p>
            <IconAlertTriangle size={22} aria-hidden />
            {`${counted(inTheWay)} à finir ${words[purpose].before}`}
          </p>
          <ul>
            {inTheWay.map(({ id, words: left, total, href }) => (
              <li key={id}>
                <Link href={href} className="officine-focus">
                  {left}
                </Link>
                <Money amount={total} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {waiting.length > 0 && (
        <p className={classes.waiting}>
          <IconClock size={22} aria-hidden />
          {`${counted(waiting)} à envoyer${waiting.length > 1 ? ', comptées' : ', comptée'} ${words[purpose].counted}`}
        </p>
      )}
      {waiting.length === 0 && refused.length === 0 && (
        <p className={classes.allSent}>
          <IconCircleCheck size={22} aria-hidden />
          Ventes et mouvements envoyés
        </p>
      )}
    </div>
  )
}

/** « 2 ventes ». Movements by hand are not sales. */
function counted(list: readonly Unsent[]): string {
  return plural(list.length, list.every(({ kind }) => kind === 'sale') ? 'vente' : 'opération')
}
