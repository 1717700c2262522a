import { Button, Textarea } from '@mantine/core'
import { IconRefresh, IconUserShare } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { differences as differencesOf, type Difference as Row } from '#shared/domain/register/closing.ts'
import { draftOfCount, type CountDraft } from '#shared/domain/register/count-draft.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { ledgerUntil, type TillLedger } from '#shared/domain/register/till-ledger.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { displayName } from '#shared/domain/person.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { handOverAtom, unsentInRegisterAtom } from '#shared/store/register/register-atoms.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { plural } from '#shared/ui/plural.ts'
import { CountedDraft, CountFirst, type EndedCount } from './count-first.tsx'
import type { CountingEnd } from './counting.tsx'
import { Difference } from './difference.tsx'
import { Receivers } from './receivers.tsx'
import classes from './register-page.module.css'
import { Steps } from './steps.tsx'
import { Taking, type Taken } from './taking.tsx'
import { useEnd } from './use-end.tsx'
import { useExplained } from './use-explained.ts'
import { useOnce } from './use-once.ts'

/**
 * A register that was handed over. `counted`: the drawer as it was taken, in minor units. `given`: the drawer as it was
 * given, if the receiver counted himself.
 */
export type HandedOverRegister = {
  giver: string
  receiver: string
  counted: number
  given: number | null
  remark: string | null
  differences: readonly Row[]
}

interface HandOverProps {
  register: OpenRegister
  ledger: TillLedger
  /** The right that another member lent to hand over the register of a colleague. */
  grant: Grant | undefined
  onLater: () => void
  onEnding: (isEnding: boolean) => void
  onHandedOver: (done: HandedOverRegister) => void
}

/**
 * Counts, then hands the register over to a colleague, who takes it with his code. A member who may see expected amounts and close counts sees the
 * difference first and explains it. Others never see it, and only the count of the hand-over itself is stored.
 */
export function HandOver(props: HandOverProps) {
  const permissions = useAtomValue(permissionsAtom)
  const isSeen = permissions.has('register.seeExpected') && permissions.has('register.close')
  const { register, ledger, grant, onLater } = props
  if (!isSeen) return <BlindHandOver {...props} />
  return (
    <CountFirst register={register} ledger={ledger} grant={grant} purpose="hand-over" onLater={onLater}>
      {(count, onRecount) => <Seen {...props} count={count} onRecount={onRecount} />}
    </CountFirst>
  )
}

type CountedProps = HandOverProps & { count: EndedCount; onRecount: () => void }

/** The differences of the count, and the function that hands the register over. */
function usePassing({ register, ledger, grant, count, onEnding, onHandedOver }: CountedProps) {
  const handOver = useSetAtom(handOverAtom)
  const members = useAtomValue(terminalAtom)?.members ?? []
  const { end, failure } = useEnd(onEnding)
  const [receiver, setReceiver] = useState<string | null>(null)
  const [offered, setOffered] = useState<{ comment: string | null } | null>(null)
  const [written, setWritten] = useState<string | null>(null)
  const giverId = useAtomValue(sessionAtom)?.userId
  const nameOf = (memberId: string | null | undefined) => displayName(members.find(({ id }) => id === memberId))
  const take = (receivedBy: string, { taken, ...taking }: Taken) =>
    end(async () => {
      const differences = differencesOf(movementsAt(ledger, taken), taken)
      await handOver({
        registerId: register.id,
        count: { denominations: taken.denominations, others: taken.others },
        countedAt: taken.at,
        comment: offered?.comment ?? null,
        receivedBy,
        found: differences
          .filter(({ gap }) => gap !== 0)
          .map(({ type, operator, gap: amount }) => ({ type, operator, amount })),
        taking,
        grant,
      })
      onHandedOver({
        giver: nameOf(giverId),
        receiver: nameOf(receivedBy),
        counted: countedTotal(taken.denominations),
        given: taking.given && countedTotal(taking.given.denominations),
        remark: taking.remark,
        differences,
      })
    })
  return {
    receiver,
    written,
    choice: <Receivers holderId={register.userId} value={receiver} onChoose={setReceiver} />,
    failure,
    pass: (comment: string | null) => {
      setWritten(comment)
      setOffered({ comment })
      return Promise.resolve(false)
    },
    /** The face of the receiver, while the register is offered to him. */
    taking:
      offered && receiver !== null ? (
        <Taking
          register={register}
          ledger={ledger}
          given={count}
          giver={nameOf(giverId)}
          receiver={{ id: receiver, name: nameOf(receiver) }}
          failure={failure}
          onBack={() => setOffered(null)}
          onTaken={(taken) => take(receiver, taken)}
        />
      ) : null,
  }
}

function movementsAt(ledger: TillLedger, count: EndedCount) {
  const { movements, found } = ledgerUntil(ledger, count.at)
  return [...movements, ...found]
}

const lackingReceiver = 'Choisissez qui prend la caisse.'

function Seen(props: CountedProps) {
  const { register, ledger, count, onRecount } = props
  const unsent = useAtomValue(unsentInRegisterAtom)
  const { receiver, written, choice, failure, pass, taking } = usePassing(props)
  const { differences, causes, since } = useExplained(ledger, ledgerUntil(ledger, count.at), count)
  if (taking) return taking
  return (
    <Difference
      purpose="hand-over"
      ledger={ledger}
      differences={differences}
      counts={register.counts ?? []}
      causes={causes}
      unsent={unsent}
      obstacle={receiver === null ? lackingReceiver : null}
      since={
        <>
          {failure}
          <Since count={since} />
        </>
      }
      choice={choice}
      written={written}
      onRecount={onRecount}
      onEnd={pass}
    />
  )
}

const thenReceiver: CountingEnd = {
  step: 'Collègue',
  button: 'Choisir le collègue',
  promise: 'Comptez ce qu’il y a dans la caisse\u00a0: le montant attendu ne s’affiche pas.',
}

function BlindHandOver(props: HandOverProps) {
  const { register, ledger, onLater } = props
  const [count, setCount] = useState<EndedCount | null>(null)
  const [kept, setKept] = useState<CountDraft>({})
  if (count)
    return (
      <Unseen
        {...props}
        count={count}
        onRecount={() => {
          // Nothing was shown: everything stays as it was typed.
          setKept(draftOfCount(count, () => true))
          setCount(null)
        }}
      />
    )
  return (
    <CountedDraft
      register={register}
      ledger={ledger}
      purpose="hand-over"
      kept={kept}
      end={thenReceiver}
      onLater={onLater}
      onDone={(done) => setCount({ ...done, at: new Date().toISOString() })}
    />
  )
}

function Unseen(props: CountedProps) {
  const { ledger, count, onRecount } = props
  const { receiver, choice, failure, pass, taking } = usePassing(props)
  const [note, setNote] = useState('')
  const { isBusy, once } = useOnce()
  const said = note.trim() === '' ? null : note.trim()
  if (taking) return taking
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Passer la caisse</h1>
          <Steps step={3} last="Collègue" />
        </header>
        {failure}
        {choice}
        <Since count={ledger.movements.filter(({ at }) => Date.parse(at) > Date.parse(count.at)).length} />
      </section>
      <aside className={classes.side}>
        <GiantAmount label="Espèces comptées" amount={countedTotal(count.denominations)} size="total" />
        <div className={classes.end}>
          <Textarea
            label="Note (facultatif)"
            size="md"
            rows={2}
            maxLength={200}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Button variant="default" size="md" leftSection={<IconRefresh size={24} aria-hidden />} onClick={onRecount}>
            Recompter
          </Button>
          {receiver === null && <p className={classes.lead}>{lackingReceiver}</p>}
          <div className={classes.foot}>
            <Button
              className={classes.primary!}
              size="lg"
              loading={isBusy}
              disabled={receiver === null}
              leftSection={<IconUserShare size={26} aria-hidden />}
              onClick={() => once(() => pass(said))}
            >
              Passer la caisse
            </Button>
          </div>
        </div>
      </aside>
    </main>
  )
}

/** Movements after the count are not part of its difference. */
function Since({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className={classes.since}>
      {`${plural(count, 'opération')} depuis votre comptage${count > 1 ? ', comptées' : ', comptée'} avec le collègue.`}
    </p>
  )
}
