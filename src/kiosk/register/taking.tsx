import { Button, Textarea } from '@mantine/core'
import { IconCalculator, IconCheck, IconRefresh, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Grant } from '#shared/contract/tokens.ts'
import { comparedCounts, isUneven } from '#shared/domain/register/closing.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { hasWords } from '#shared/domain/register/explanation.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import { CodeOf } from '#shared/session/code-of.tsx'
import type { Taking as TakenWith } from '#shared/store/register/till-counts.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'
import { ComparedCounts } from './compared-counts.tsx'
import { CountedDraft, type EndedCount } from './count-first.tsx'
import type { CountingEnd } from './counting.tsx'
import page from './register-page.module.css'
import table from './register-table.module.css'
import { meansName } from './register-words.ts'
import { useOnce } from './use-once.ts'

/** How the register was taken: the count that is taken, and the rest as it is stored. */
export type Taken = TakenWith & { taken: EndedCount }

interface TakingProps {
  register: OpenRegister
  ledger: TillLedger
  /** The count of who gives. */
  given: EndedCount
  giver: string
  receiver: { id: string; name: string }
  /** Why the register could not be handed over. */
  failure: ReactNode
  onBack: () => void
  onTaken: (taken: Taken) => Promise<void>
}

const thenCompared: CountingEnd = {
  step: 'Collègue',
  button: 'Comparer les comptages',
  promise: 'Comptez ce que vous recevez\u00a0: ni le montant attendu ni le comptage du collègue ne s’affichent.',
}

/**
 * The receiver takes the register: he accepts the giver's count, or counts himself, and types his code. Nothing of what is
 * expected is shown to him.
 */
export function Taking({ register, ledger, given, giver, receiver, failure, onBack, onTaken }: TakingProps) {
  const [step, setStep] = useState<'offer' | 'count' | 'code'>('offer')
  const [own, setOwn] = useState<EndedCount | null>(null)
  const [remark, setRemark] = useState('')
  const { once } = useOnce()
  const differs = own !== null && isUneven(comparedCounts(given, own))
  if (step === 'count')
    return (
      <CountedDraft
        register={register}
        ledger={ledger}
        purpose="hand-over"
        isApart
        end={thenCompared}
        onLater={() => setStep('offer')}
        onDone={(count) => {
          setOwn({ ...count, at: new Date().toISOString() })
          setStep('offer')
        }}
      />
    )
  const accept = (grant: Grant) =>
    once(() =>
      onTaken({ taken: own ?? given, grant, given: own && given, remark: differs ? remark.trim() : null }).catch(
        () => false,
      ),
    )
  return (
    <main className={page.register}>
      <section className={page.main}>
        <header className={page.head}>
          <h1>{`${receiver.name} prend la caisse`}</h1>
        </header>
        {failure}
        <p className={page.lead}>
          {own
            ? `${giver} remet la caisse à ${receiver.name}. Voici les deux comptages.`
            : `${giver} remet cette caisse à ${receiver.name}. Vérifiez ce qu’elle contient, puis acceptez ce comptage ou comptez vous-même.`}
        </p>
        {own ? (
          <ComparedCounts
            label="Les deux comptages"
            names={[giver, receiver.name, 'Différence']}
            rows={comparedCounts(given, own)}
          />
        ) : (
          <Given count={given} />
        )}
        {step === 'code' && (
          <CodeOf
            gesture={{ permission: 'register.use', subjectId: register.id }}
            memberId={receiver.id}
            onGranted={accept}
            onCancel={() => setStep('offer')}
          />
        )}
      </section>
      <aside className={page.side}>
        <GiantAmount
          label={`Espèces comptées par ${own ? receiver.name : giver}`}
          amount={countedTotal((own ?? given).denominations)}
          size="total"
        />
        {step === 'code' ? (
          <p className={page.lead}>{`${receiver.name} tape son code\u00a0: la caisse est alors à son nom.`}</p>
        ) : (
          <div className={page.end}>
            {differs && (
              <Textarea
                label="Pourquoi les deux comptages diffèrent (obligatoire)"
                size="md"
                rows={2}
                maxLength={200}
                value={remark}
                onChange={({ currentTarget }) => setRemark(currentTarget.value)}
              />
            )}
            <Button
              variant="default"
              size="md"
              leftSection={own ? <IconRefresh size={24} aria-hidden /> : <IconCalculator size={24} aria-hidden />}
              onClick={() => setStep('count')}
            >
              {own ? 'Recompter' : 'Compter moi-même'}
            </Button>
            <div className={page.foot}>
              <Button variant="default" size="md" onClick={onBack}>
                Revenir
              </Button>
              <Button
                className={page.primary!}
                size="lg"
                disabled={differs && !hasWords(remark)}
                leftSection={own ? <IconUserShare size={26} aria-hidden /> : <IconCheck size={26} aria-hidden />}
                onClick={() => setStep('code')}
              >
                {own ? 'Prendre la caisse' : 'J’accepte ce comptage'}
              </Button>
            </div>
          </div>
        )}
      </aside>
    </main>
  )
}

/** What the giver counted: notes and coins, then each other means. */
function Given({ count: { denominations, others } }: { count: EndedCount }) {
  return (
    <table className={table.table} aria-label="Comptage remis">
      <tbody>
        {denominations
          .filter(({ count }) => count > 0)
          .map(({ form, value, count }) => (
            <tr key={`${form} ${value}`}>
              <th scope="row">
                {`${count} ${form === 'note' ? 'billets' : 'pièces'} de `}
                <Money amount={value} />
              </th>
              <td>
                <Money amount={value * count} />
              </td>
            </tr>
          ))}
        {others.map((means) => (
          <tr key={meansName(means)}>
            <th scope="row">{meansName(means)}</th>
            <td>
              <Money amount={means.counted} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
