import { useAtomValue, useSetAtom } from 'jotai'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { differences as differencesOf, isCountedAgain } from '#shared/domain/register/closing.ts'
import { ledgerUntil, openedInstant, type TillLedger } from '#shared/domain/register/till-ledger.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { displayName } from '#shared/domain/person.ts'
import { knownSkewMs, trueInstant } from '#shared/pharmacy-time.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { closeTillAtom, unsentInRegisterAtom } from '#shared/store/register/register-atoms.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { plural } from '#shared/ui/plural.ts'
import type { ClosedRegister } from './closing-paper.ts'
import { CountFirst, type EndedCount } from './count-first.tsx'
import { Difference } from './difference.tsx'
import classes from './register-page.module.css'
import { useEnd } from './use-end.tsx'
import { useExplained } from './use-explained.ts'

interface ClosingProps {
  register: OpenRegister
  ledger: TillLedger
  /** The right that another member lent to close this register. */
  grant: Grant | undefined
  onLater: () => void
  onEnding: (isEnding: boolean) => void
  onClosed: (closed: ClosedRegister) => void
}

/** Counts first without the expected amounts, then shows them, and closes. */
export function Closing({ register, ledger, grant, onLater, ...given }: ClosingProps) {
  return (
    <CountFirst register={register} ledger={ledger} grant={grant} purpose="close" onLater={onLater}>
      {(count, onRecount) => (
        <Result register={register} ledger={ledger} grant={grant} count={count} onRecount={onRecount} {...given} />
      )}
    </CountFirst>
  )
}

type ResultProps = Omit<ClosingProps, 'onLater'> & { count: EndedCount; onRecount: () => void }

function Result({ register, ledger, grant, count, onRecount, onEnding, onClosed }: ResultProps) {
  const unsent = useAtomValue(unsentInRegisterAtom)
  const closeTill = useSetAtom(closeTillAtom)
  const members = useAtomValue(terminalAtom)?.members ?? []
  const nameOf = (userId: string) => displayName(members.find(({ id }) => id === userId))
  const passing = useRight('register.reopen', register.id, 'Fermer malgré les ventes non terminées')
  const { end, failure } = useEnd(onEnding)
  const { differences, causes, since } = useExplained(ledger, ledger, count)
  const inTheWay = [...unsent.open, ...unsent.refused]
  const isPassingOver = inTheWay.length > 0
  const close = (comment: string | null, passingOver: Grant | undefined) =>
    end(async () => {
      const closing = await closeTill({
        registerId: register.id,
        count: { denominations: count.denominations, others: count.others },
        comment,
        passedOver: inTheWay.map(({ id }) => id),
        grant,
        passingOver,
      })
      const gap = differences.reduce((sum, row) => sum + row.gap, 0)
      const counts = register.counts ?? []
      const earlier = counts.map(({ at, denominations, reason = null, ...others }) => {
        const until = ledgerUntil(ledger, at)
        const rows = differencesOf([...until.movements, ...until.found], { denominations, ...others })
        return {
          countedAt: trueInstant(at),
          byName: nameOf(closing.sellerId),
          denominations: [...denominations],
          differences: rows,
          gap: rows.reduce((sum, row) => sum + row.gap, 0),
          reason,
        }
      })
      const totals = ledger.movements.map(({ kind, type, amount }) => ({ kind, type, amount, count: 1 }))
      const found = ledger.found.reduce((sum, { amount }) => sum + amount, 0)
      onClosed({
        register: {
          id: register.id,
          openedAt: openedInstant(register, knownSkewMs() ?? 0),
          openedByName: nameOf(register.userId),
          float: register.float ?? 0,
        },
        count: {
          id: closing.id,
          number: null,
          byName: nameOf(closing.sellerId),
          countedAt: trueInstant(closing.countedAt),
          comment,
          denominations: closing.denominations,
          differences,
          earlier,
          taking: null,
          isRecount: isCountedAgain(counts, count),
          refusedTries: register.refusedTries ?? 0,
          gap,
          totals,
          found,
          awaits: closing.awaits,
          unfinished: closing.unfinished,
        },
      })
    })
  return (
    <Difference
      purpose="close"
      ledger={ledger}
      differences={differences}
      counts={register.counts ?? []}
      causes={causes}
      unsent={unsent}
      obstacle={null}
      isPassingOver={isPassingOver}
      right={isPassingOver ? passing : undefined}
      since={
        <>
          {failure}
          {since > 0 && (
            <p role="alert" className={classes.since}>
              {`${plural(since, 'opération')} depuis votre comptage\u00a0: recomptez.`}
            </p>
          )}
        </>
      }
      onRecount={onRecount}
      onEnd={close}
    />
  )
}
