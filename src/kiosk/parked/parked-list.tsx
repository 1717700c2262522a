import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useTaking, useTakerElsewhere } from '#kiosk/counter/sale/use-taking.tsx'
import { WaitingRow } from '#kiosk/counter/sale/waiting-row.tsx'
import waiting from '#kiosk/counter/sale/waiting-row.module.css'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import { parkedForColleaguesAtom } from '#shared/store/sales/cashier-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { parkedSalesAtom } from '#shared/store/sales/parked-atoms.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { plural } from '#shared/ui/plural.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './parked.module.css'

/**
 * The sales that wait for a colleague: seller, time, patient, amount, and « Reprendre », which opens the sale at the
 * counter.
 */
export function ParkedList({ onTaken = () => undefined }: { onTaken?: () => void }) {
  const parkedSales = useAtomValue(parkedForColleaguesAtom)
  const { isError, isPending, refetch } = useAtomValue(parkedSalesAtom)
  const [, navigate] = useLocation()
  const { take, isAsking, failure } = useTaking(({ id }) => {
    onTaken()
    navigate(`/vente/${id}`)
  })
  const reasonAgainst = useReasonAgainst()
  return (
    <>
      {failure}
      {isError && (
        <div className={`${waiting.empty} ${classes.unread}`}>
          <span>Les ventes en attente pour un collègue demandent le réseau.</span>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      )}
      {isPending && !isError && <Loader />}
      <ul className={waiting.list} aria-label="Ventes en attente pour un collègue">
        {parkedSales?.map((parked) => (
          <WaitingRow
            key={parked.id}
            title={parked.patientName ?? 'Sans client'}
            facts={[
              `${parked.parkedByName}, ${formatHour(parked.parkedAt)}`,
              plural(parked.lines, 'ligne'),
              parked.identifier,
            ]}
            amount={parked.total}
            gesture={{
              label: 'Reprendre',
              name: `Reprendre la vente ${parked.identifier}`,
              onClick: () => void take(parked),
            }}
            reason={reasonAgainst(parked)}
            isBusy={isAsking}
          />
        ))}
      </ul>
    </>
  )
}

/**
 * Resuming one's own sale needs only the right to sell. A colleague's needs the right to take over, and no other
 * colleague taking it.
 */
function useReasonAgainst(): (parked: ParkedSale) => string | null {
  const session = useAtomValue(sessionAtom)
  const permissions = useAtomValue(permissionsAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const takerOf = useTakerElsewhere()
  return (parked) => {
    const taker = takerOf(parked)
    if (taker !== null) return `${taker} est en train de la reprendre sur un autre poste.`
    if (parked.parkedBy !== session?.userId && !permissions.has('sale.takeover'))
      return `Votre rôle ne permet pas de reprendre la vente d’un collègue\u00a0: demandez à ${parked.parkedByName}.`
    return isOffline ? 'Demande le réseau.' : null
  }
}
