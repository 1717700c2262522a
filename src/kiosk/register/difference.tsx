import { Button, Select, Textarea } from '@mantine/core'
import { IconLock, IconPlus, IconRefresh, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Difference as Row } from '#shared/domain/register/closing.ts'
import type { Cause } from '#shared/domain/register/explain-difference.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Money } from '#shared/ui/money.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { causeWords, gapWords } from './cause-words.ts'
import { meansName } from './register-words.ts'
import classes from './register.module.css'
import { Steps } from './steps.tsx'
import { useOnce } from './use-once.ts'

interface DifferenceProps {
  ledger: TillLedger
  differences: readonly Row[]
  causes: readonly Cause[]
  /** Open and refused sales, in sight. */
  unsent: ReactNode
  /** Why it may not be closed; null: it may. */
  obstacle: string | null
  /** Sales are passed over: the reason is obligatory. */
  isPassingOver: boolean
  /** What came after the count was put down. */
  since: ReactNode
  colleagues: readonly { id: string; name: string }[]
  onRecount: () => void
  onClose: (comment: string | null) => Promise<unknown>
  onHandOver: (receivedBy: string, comment: string | null) => Promise<unknown>
}

const shownFirst = 3

/** What was expected, what was counted, and where the difference may come from. */
export function Difference({ ledger, differences, causes, unsent, obstacle, isPassingOver, since, colleagues, onRecount, onClose, onHandOver }: DifferenceProps) {
  const [comment, setComment] = useState('')
  const [isAll, setIsAll] = useState(false)
  const [isHandingOver, setIsHandingOver] = useState(false)
  const [receiver, setReceiver] = useState<string | null>(null)
  const { isBusy, once } = useOnce()
  const isUneven = differences.some(({ gap }) => gap !== 0)
  const needsComment = isUneven || isPassingOver
  const said = comment.trim() === '' ? null : comment.trim()
  const lacking = obstacle ?? (needsComment && said === null ? 'Écrivez une explication pour fermer.' : null)
  return (
    <main className={classes.gapScreen}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Fermer la caisse</h1>
          <Steps step={3} />
        </header>
        <Result rows={differences} />
        {since}
        {unsent}
      </section>
      <aside className={classes.why}>
        <h2>{isUneven ? 'D’où peut venir l’écart' : 'Le compte est bon'}</h2>
        <Causes causes={isAll ? causes : causes.slice(0, shownFirst)} ledger={ledger} gapOf={({ means }) => differences.find((row) => meansName(row) === meansName(means))?.gap ?? 0} onTake={setComment} />
        {isUneven && causes.length === 0 && <p className={classes.lead}>Aucune vente, aucun mouvement de ce montant. Recomptez, ou expliquez.</p>}
        {!isAll && causes.length > shownFirst && (
          <Button variant="subtle" size="md" leftSection={<IconPlus size={22} aria-hidden />} onClick={() => setIsAll(true)}>
            Autre cause
          </Button>
        )}
        <div className={classes.end}>
          <Textarea label={needsComment ? 'Votre explication (obligatoire)' : 'Note (facultatif)'} size="md" rows={2} maxLength={200} value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
          {isHandingOver && <Select label="Qui prend la caisse" size="md" data={colleagues.map(({ id, name }) => ({ value: id, label: name }))} value={receiver} onChange={setReceiver} comboboxProps={{ withinPortal: false }} />}
          {lacking && <p className={classes.lead}>{lacking}</p>}
          <div className={classes.foot}>
            <Button variant="default" size="md" leftSection={<IconRefresh size={24} aria-hidden />} onClick={onRecount}>
              Recompter
            </Button>
            {isHandingOver ? (
              <Button className={classes.primary!} size="lg" loading={isBusy} disabled={receiver === null || (isUneven && said === null)} onClick={() => receiver && once(() => onHandOver(receiver, said))}>
                Passer la caisse
              </Button>
            ) : (
              <>
                {colleagues.length > 0 && (
                  <Button variant="default" size="md" leftSection={<IconUserShare size={24} aria-hidden />} onClick={() => setIsHandingOver(true)}>
                    Passer
                  </Button>
                )}
                <Button className={classes.primary!} size="lg" loading={isBusy} disabled={lacking !== null} leftSection={<IconLock size={26} aria-hidden />} onClick={() => once(() => onClose(said))}>
                  Fermer la caisse
                </Button>
              </>
            )}
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
      <GiantAmount label={gap === 0 ? 'Écart' : gap < 0 ? 'Il manque' : 'En trop'} amount={gap} signed tone={gap === 0 ? 'settled' : 'due'} />
      <table className={classes.table} aria-label={gapWords(gap, currency)}>
        <thead>
          <tr>
            <th scope="col">Moyen</th>
            <th scope="col">Attendu</th>
            <th scope="col">Compté</th>
            <th scope="col">Écart</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={meansName(row)}>
              <th scope="row">{meansName(row)}</th>
              <td>
                <Money amount={row.expected} />
              </td>
              <td>
                <Money amount={row.counted} />
              </td>
              <td>
                <Money amount={row.gap} signed tone={row.gap === 0 ? 'success' : 'warning'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface CausesProps {
  causes: readonly Cause[]
  ledger: TillLedger
  gapOf: (cause: Cause) => number
  onTake: (explanation: string) => void
}

function Causes({ causes, ledger, gapOf, onTake }: CausesProps) {
  const currency = useCurrency()
  const [, navigate] = useLocation()
  if (causes.length === 0) return null
  return (
    <ol className={classes.causes}>
      {causes.map((cause, place) => {
        const { title, detail, sale, explanation } = causeWords(cause, { ledger, gap: gapOf(cause), currency })
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
                  <Button variant="light" size="sm" aria-label={`Voir la vente, ${title}`} onClick={() => navigate(sale.number === null ? '/ventes' : `/ventes?vente=${sale.id}&numero=${sale.number}`)}>
                    Voir la vente
                  </Button>
                )}
                <Button variant="default" size="sm" aria-label={`C’est ça, ${title}`} onClick={() => onTake(explanation.slice(0, 200))}>
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
