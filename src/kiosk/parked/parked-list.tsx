import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { useTaking, useTakerElsewhere } from '#kiosk/counter/sale/use-taking.tsx'
import { WaitingRow } from '#kiosk/counter/sale/waiting-row.tsx'
import waiting from '#kiosk/counter/sale/waiting-row.module.css'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { sentBackWords } from '#shared/domain/preparation.ts'
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
          <ParkedRow key={parked.id} parked={parked} isBusy={isAsking} onTake={(grant) => void take(parked, grant)} />
        ))}
      </ul>
    </>
  )
}

interface ParkedRowProps {
  parked: ParkedSale
  isBusy: boolean
  onTake: (grant: Grant | undefined) => void
}

/**
 * Resuming one's own sale needs only the right to sell. A colleague's needs the right to take over, which is asked for
 * in place, and no other colleague taking it.
 */
function ParkedRow({ parked, isBusy, onTake }: ParkedRowProps) {
  const isOwn = useAtomValue(sessionAtom)?.userId === parked.parkedBy
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const taker = useTakerElsewhere()(parked)
  const right = useRight('sale.takeover', parked.id, `Reprendre la vente de ${parked.parkedByName}`)
  const label = isOwn ? 'Reprendre' : right.label('Reprendre')
  return (
    <WaitingRow
      title={parked.patientName ?? 'Sans client'}
      facts={[
        `${parked.parkedByName}, ${formatHour(parked.parkedAt)}`,
        ...(parked.sentBack ? [sentBackWords(parked.sentBack)] : []),
        plural(parked.lines, 'ligne'),
        parked.identifier,
      ]}
      amount={parked.total}
      gesture={{
        label,
        name: `${label === 'Reprendre' ? '' : `${label}\u00a0: `}Reprendre la vente ${parked.identifier}`,
        onClick: () => (isOwn ? onTake(undefined) : right.use(onTake)),
      }}
      reason={
        taker !== null
          ? `${taker} est en train de la reprendre sur un autre poste.`
          : isOffline
            ? 'Il faut le réseau pour la reprendre.'
            : null
      }
      isBusy={isBusy}
    />
  )
}
