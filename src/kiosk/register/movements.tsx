import { useEffect, useRef } from 'react'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import type { LedgerLine } from '#shared/domain/register/causes/counted-day.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import { Money } from '#shared/ui/money.tsx'
import { movementWords } from './register-words.ts'
import classes from './register-lists.module.css'
import { whenOf } from './when.ts'

interface MovementsProps {
  ledger: TillLedger
  /** Scrolls to this movement. Each new object scrolls again. */
  marked?: { id: string }
  /** The drawer is not counted: what a sale took in or gave back has no amount. */
  isWithheld?: boolean
}

/** The movements at the drawer that are not sales, latest first. */
export function Movements({ ledger: { movements }, marked, isWithheld = false }: MovementsProps) {
  const gestures = movements.filter(isShown).toReversed()
  const found = useRef<HTMLLIElement>(null)
  useEffect(() => found.current?.focus(), [marked])
  return (
    <PageSection title="Mouvements">
      {gestures.length === 0 ? (
        <p className={classes.empty}>Aucun mouvement hors ventes.</p>
      ) : (
        <ul className={classes.moves}>
          {gestures.map(({ id, at, kind, amount, reason }) => (
            <li key={id} {...(id === marked?.id ? { ref: found, tabIndex: -1, 'aria-current': true } : {})}>
              <Moment at={at} />
              <b>{[movementWords[kind], reason].filter(Boolean).join(', ')}</b>
              {!(isWithheld && kind === 'refund') && (
                <Money amount={amount} signed tone={amount < 0 ? 'warning' : 'plain'} />
              )}
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function Moment({ at }: { at: string }) {
  const { day, hour } = whenOf(at)
  return <span>{day === null ? hour : `${day} à ${hour}`}</span>
}

/** Sales have their own list, with what goes with their cash. */
export function isShown({ kind }: Pick<LedgerLine, 'kind'>): boolean {
  return kind !== 'sale' && kind !== 'rounding' && kind !== 'stamp-duty'
}
