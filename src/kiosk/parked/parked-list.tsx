import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { permissionsAtom } from '#kiosk/ui/counter-atoms.ts'
import { RefusedGesture } from '#kiosk/ui/refused-gesture.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import { parkedForColleaguesAtom } from '#shared/store/cashier-atoms.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { parkedSalesAtom } from '#shared/store/parked-atoms.ts'
import { invalidateQueries } from '#shared/store/queries.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './parked.module.css'
import { useTakeOver } from './use-take-over.ts'

/** The sales that wait for a colleague: who, since when, for whom, how much, and « Reprendre ». */
export function ParkedList({ onTaken = () => undefined }: { onTaken?: () => void }) {
  const waiting = useAtomValue(parkedForColleaguesAtom)
  const { isError, isPending, refetch } = useAtomValue(parkedSalesAtom)
  const { takeOver, isAsking, failure, dismiss } = useTakeOver(onTaken)
  const client = useAtomValue(queryClientAtom)
  const reasonAgainst = useReasonAgainst()
  const leave = () => {
    dismiss()
    // Whatever was refused, the list may be of before.
    invalidateQueries(client, 'parked-sales')
  }
  return (
    <>
      {failure?.kind === 'silence' && (
        <p className={classes.empty} role="alert">
          Pas de réponse. La vente n’est pas perdue{'\u00a0'}: réessayez quand le réseau est là.
        </p>
      )}
      {isError && (
        <div className={classes.empty}>
          <span>Les ventes en attente pour un collègue demandent le réseau.</span>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      )}
      {isPending && !isError && <Loader />}
      <ul className={classes.list} aria-label="Ventes en attente pour un collègue">
        {waiting?.map((parked) => (
          <ParkedRow key={parked.id} parked={parked} reason={reasonAgainst(parked)} isAsking={isAsking} onTake={() => void takeOver(parked)} />
        ))}
      </ul>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={leave} onClose={leave} />}
    </>
  )
}

interface ParkedRowProps {
  parked: ParkedSale
  /** Why it cannot be taken now; null: it can. */
  reason: string | null
  isAsking: boolean
  onTake: () => void
}

function ParkedRow({ parked, reason, isAsking, onTake }: ParkedRowProps) {
  const { identifier, parkedAt, parkedByName, patientName, lines, total } = parked
  return (
    <li className={classes.row}>
      <span className={classes.names}>
        <b>{patientName ?? 'Sans client'}</b>
        <span>{[`${parkedByName}, ${formatHour(parkedAt)}`, plural(lines, 'ligne'), identifier].join(' · ')}</span>
      </span>
      <span className={classes.amount}>
        <Money amount={total} />
      </span>
      <Button variant="default" aria-label={`Reprendre la vente ${identifier}`} disabled={reason !== null || isAsking} onClick={onTake}>
        Reprendre
      </Button>
      {reason && <p className={classes.why}>{reason}</p>}
    </li>
  )
}

/** One's own needs only the right to sell; a colleague's the right to take over, and that nobody else is doing it. */
function useReasonAgainst(): (parked: ParkedSale) => string | null {
  const session = useAtomValue(sessionAtom)
  const terminalId = useAtomValue(terminalAtom)?.terminalId
  const permissions = useAtomValue(permissionsAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const now = useNow()
  return ({ parkedBy, parkedByName, takenBy }) => {
    if (takenBy && takenBy.terminalId !== terminalId && new Date(takenBy.until) > now) return `${takenBy.name} est en train de la reprendre sur un autre poste.`
    if (parkedBy !== session?.userId && !permissions.has('sale.takeover')) return `Votre rôle ne permet pas de reprendre la vente d’un collègue\u00a0: demandez à ${parkedByName}.`
    return isOffline ? 'Demande le réseau.' : null
  }
}
