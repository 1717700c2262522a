import { Button, Textarea } from '@mantine/core'
import { IconLock, IconPlus, IconRefresh, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { ownRight, type Right } from '#kiosk/counter/rights/use-right.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { isUneven as isUnevenOf, type Difference as Row, type SortedUnsent } from '#shared/domain/register/closing.ts'
import { hasWords } from '#shared/domain/register/explanation.ts'
import type { Cause } from '#shared/domain/register/explain-difference.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import type { PutDownCount } from '#shared/store/sales/sales-rows.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Money } from '#shared/ui/money.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { causeWords, gapWords } from './cause-words.ts'
import { ComparedCounts } from './compared-counts.tsx'
import { GapAmount } from './gap-amount.tsx'
import { Movements } from './movements.tsx'
import { PutDownCounts } from './put-down-counts.tsx'
import { meansName, type CountPurpose } from './register-words.ts'
import classes from './difference.module.css'
import page from './register-page.module.css'
import { Steps } from './steps.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useOnce } from './use-once.ts'

interface DifferenceProps {
  purpose: CountPurpose
  ledger: TillLedger
  differences: readonly Row[]
  /** All counts of the register, oldest first. */
  counts: readonly PutDownCount[]
  causes: readonly Cause[]
  /** The open, refused and waiting items, shown beside the result. */
  unsent: SortedUnsent
  /** Why the register cannot be closed now. Null if it can. */
  obstacle: string | null
  /** Unfinished items are left behind, so a reason is required. */
  isPassingOver?: boolean
  /** Movements after the count was stored. */
  since: ReactNode
  /** A choice to make first, below the result. */
  choice?: ReactNode
  /** The explanation that was written before the end was left. */
  written?: string | null
  onRecount: () => void
  /** The right that the end needs, if it is not everybody's. */
  right?: Right | undefined
  onEnd: (comment: string | null, grant: Grant | undefined) => Promise<unknown>
}

const shownFirst = 3
const gestures = {
  close: { title: 'Fermer la caisse', Sign: IconLock },
  'hand-over': { title: 'Passer la caisse', Sign: IconUserShare },
} as const

/** The expected amounts, the counted amounts, and likely causes of the difference. */
export function Difference({
  purpose,
  ledger,
  differences,
  counts,
  causes,
  unsent,
  obstacle,
  isPassingOver = false,
  since,
  choice,
  written = null,
  onRecount,
  right = ownRight,
  onEnd,
}: DifferenceProps) {
  const [comment, setComment] = useState(written ?? '')
  const [isAll, setIsAll] = useState(false)
  const [looked, setLooked] = useState<{ id: string }>()
  const { isBusy, once } = useOnce()
  const { title, Sign } = gestures[purpose]
  const isUneven = isUnevenOf(differences)
  const needsComment = isUneven || isPassingOver
  const said = comment.trim() === '' ? null : comment.trim()
  const lacking =
    obstacle ??
    (needsComment && !hasWords(comment)
      ? said === null
        ? `Indiquez une explication pour ${title.toLowerCase()}.`
        : 'Expliquez avec des mots\u00a0: ce qui s’est passé, ou ce que vous avez vérifié.'
      : null)
  return (
    <main className={page.gapScreen}>
      <section className={page.main}>
        <header className={page.head}>
          <h1>{title}</h1>
          <Steps step={3} last="Écart" />
        </header>
        <Result rows={differences} />
        <PutDownCounts counts={counts} />
        {since}
        {choice}
        {looked && <Movements ledger={ledger} marked={looked} />}
        <UnsentNotice unsent={unsent} purpose={purpose} />
      </section>
      <aside className={page.side}>
        <h2>{isUneven ? 'Causes possibles de l’écart' : 'Le compte est bon'}</h2>
        <Causes
          causes={isAll ? causes : causes.slice(0, shownFirst)}
          ledger={ledger}
          gapOf={({ means }) => differences.find((row) => meansName(row) === meansName(means))?.gap ?? 0}
          onLook={(id) => setLooked({ id })}
          onTake={setComment}
        />
        {isUneven && causes.length === 0 && (
          <p className={page.lead}>Aucune vente, aucun mouvement de ce montant. Recomptez, ou expliquez.</p>
        )}
        {!isAll && causes.length > shownFirst && (
          <Button
            variant="subtle"
            size="md"
            leftSection={<IconPlus size={22} aria-hidden />}
            onClick={() => setIsAll(true)}
          >
            Autre cause
          </Button>
        )}
        <div className={page.end}>
          <Textarea
            label={needsComment ? 'Votre explication (obligatoire)' : 'Note (facultatif)'}
            size="md"
            rows={2}
            maxLength={200}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {lacking && <p className={page.lead}>{lacking}</p>}
          <div className={page.foot}>
            <Button variant="default" size="md" leftSection={<IconRefresh size={24} aria-hidden />} onClick={onRecount}>
              Recompter
            </Button>
            <Button
              className={page.primary!}
              size="lg"
              loading={isBusy}
              disabled={lacking !== null}
              leftSection={<Sign size={26} aria-hidden />}
              onClick={() => right.use((grant) => once(() => onEnd(said, grant)))}
            >
              {right.label(title)}
            </Button>
          </div>
        </div>
      </aside>
    </main>
  )
}

function Result({ rows }: { rows: readonly Row[] }) {
  const currency = useCurrency()
  const sumOf = (key: 'expected' | 'counted' | 'gap') => rows.reduce((sum, row) => sum + row[key], 0)
  const gap = sumOf('gap')
  return (
    <>
      <div className={classes.compared}>
        <GiantAmount label="Attendu" amount={sumOf('expected')} size="total" />
        <GiantAmount label="Compté" amount={sumOf('counted')} size="total" />
      </div>
      <GapAmount gap={gap} />
      <ComparedCounts label={gapWords(gap, currency)} names={['Attendu', 'Compté', 'Écart']} rows={rows} />
    </>
  )
}

interface CausesProps {
  causes: readonly Cause[]
  ledger: TillLedger
  gapOf: (cause: Cause) => number
  /** Shows a movement that is not a sale. */
  onLook: (movementId: string) => void
  onTake: (explanation: string) => void
}

function Causes({ causes, ledger, gapOf, onLook, onTake }: CausesProps) {
  const currency = useCurrency()
  const [, navigate] = useLocation()
  if (causes.length === 0) return null
  return (
    <ol className={classes.causes}>
      {causes.map((cause, place) => {
        const { title, detail, sale, movement, explanation } = causeWords(cause, {
          ledger,
          gap: gapOf(cause),
          currency,
        })
        return (
          <li key={`${cause.kind}/${meansName(cause.means)}`} data-first={place === 0 || undefined}>
            <i>{place + 1}</i>
            <div>
              <p className={classes.causeTitle}>
                <b>{title}</b>
                <Money amount={cause.amount} />
              </p>
              <p>{detail}</p>
              <div className={classes.causeActs}>
                {sale && (
                  <Button
                    variant="light"
                    size="sm"
                    aria-label={`Voir la vente, ${title}`}
                    onClick={() =>
                      navigate(sale.number === null ? '/ventes' : `/ventes?vente=${sale.id}&numero=${sale.number}`)
                    }
                  >
                    Voir la vente
                  </Button>
                )}
                {movement && (
                  <Button
                    variant="light"
                    size="sm"
                    aria-label={`Voir le mouvement, ${title}`}
                    onClick={() => onLook(movement.id)}
                  >
                    Voir le mouvement
                  </Button>
                )}
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`C’est ça, ${title}`}
                  onClick={() => onTake(explanation.slice(0, 200))}
                >
                  C’est ça
                </Button>
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
