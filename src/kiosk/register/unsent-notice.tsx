import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { UnsentSales } from '#shared/domain/register/closing.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from './register.module.css'
import type { CountPurpose } from './register-words.ts'

const words: Record<CountPurpose, { before: string; counted: string }> = { close: { before: 'avant de fermer', counted: 'dans la fermeture' }, 'hand-over': { before: 'avant de passer la caisse', counted: 'avec la caisse' } }

/** What of the register is not at the server: open and refused sales, each with its way; and what only waits. */
export function UnsentNotice({ unsent: { open, refused, waiting }, purpose }: { unsent: UnsentSales; purpose: CountPurpose }) {
  const inTheWay = [...refused.map((sale) => ({ ...sale, word: 'refusée', href: '/ventes' })), ...open.map((sale) => ({ ...sale, word: 'ouverte', href: `/vente/${sale.id}` }))]
  return (
    <div className={classes.unsent}>
      {inTheWay.length > 0 && (
        <div role="alert" className={classes.inTheWay}>
          <p>
            <IconAlertTriangle size={22} aria-hidden />
            {`${plural(inTheWay.length, 'vente à finir', 'ventes à finir')} ${words[purpose].before}`}
          </p>
          <ul>
            {inTheWay.map(({ id, identifier, total, word, href }) => (
              <li key={id}>
                <Link href={href} className="officine-focus">{`${identifier}, ${word}`}</Link>
                <Money amount={total} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {waiting.length > 0 ? (
        <p className={classes.waiting}>
          <IconClock size={22} aria-hidden />
          {`${plural(waiting.length, 'vente')} à envoyer${waiting.length > 1 ? ', comptées' : ', comptée'} ${words[purpose].counted}`}
        </p>
      ) : (
        <p className={classes.allSent}>
          <IconCircleCheck size={22} aria-hidden />
          Toutes les ventes sont envoyées
        </p>
      )}
    </div>
  )
}
