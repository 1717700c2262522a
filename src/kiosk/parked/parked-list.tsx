import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { EmptySaleModal } from '#kiosk/counter/sale/empty-sale-modal.tsx'
import { useTaking, useTakerElsewhere } from '#kiosk/counter/sale/use-taking.tsx'
import { WaitingRow } from '#kiosk/counter/sale/waiting-row.tsx'
import waiting from '#kiosk/counter/sale/waiting-row.module.css'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { sentBackWords } from '#shared/domain/preparation.ts'
import { parkedForColleaguesAtom } from '#shared/store/sales/cashier-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { parkedSalesAtom } from '#shared/store/sales/parked-atoms.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
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
  const change = useSetAtom(changeSaleAtom)
  const [emptied, setEmptied] = useState<(ParkedSale & { grant: Grant | undefined }) | null>(null)
  // Taken over first: nobody else then takes it, and the server forgets it.
  const emptying = useTaking((sale) => void change(sale, () => null))
  return (
    <>
      {failure}
      {emptying.failure}
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
          <ParkedRow
            key={parked.id}
            parked={parked}
            isBusy={isAsking || emptying.isAsking}
            onTake={(grant) => void take(parked, grant)}
            onEmpty={(grant) => setEmptied({ ...parked, grant })}
          />
        ))}
      </ul>
      {emptied && (
        <EmptySaleModal
          identifier={emptied.identifier}
          text={[emptied.parkedByName, formatHour(emptied.parkedAt), emptied.firstLine].filter(Boolean).join(' · ')}
          total={emptied.total}
          onEmpty={() => emptying.take(emptied, emptied.grant)}
          onClose={() => setEmptied(null)}
        />
      )}
    </>
  )
}

interface ParkedRowProps {
  parked: ParkedSale
  isBusy: boolean
  onTake: (grant: Grant | undefined) => void
  onEmpty: (grant: Grant | undefined) => void
}

/**
 * Who parked it gave it to whoever may sell: resuming it needs the network, and no other colleague taking it. Emptying a
 * colleague's needs the right to take over.
 */
function ParkedRow({ parked, isBusy, onTake, onEmpty }: ParkedRowProps) {
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const isOwn = useAtomValue(sessionAtom)?.userId === parked.parkedBy
  const right = useRight('sale.takeover', parked.id, `Vider la vente de ${parked.parkedByName}`)
  const taking = useRight('sale.takeover', parked.id, `Reprendre la vente de ${parked.parkedByName}`)
  // What the cashier sent back was parked for no colleague.
  const isFree = isOwn || parked.sentBack === null
  const taker = useTakerElsewhere()(parked)
  return (
    <WaitingRow
      title={parked.patientName ?? 'Sans client'}
      facts={[
        `${parked.parkedByName}, ${formatHour(parked.parkedAt)}`,
        ...(parked.firstLine === null ? [] : [parked.firstLine]),
        ...(parked.sentBack ? [sentBackWords(parked.sentBack)] : []),
        plural(parked.lines, 'ligne'),
        parked.identifier,
      ]}
      amount={parked.total}
      gesture={{
        label: isFree ? 'Reprendre' : taking.label('Reprendre'),
        name: `Reprendre la vente ${parked.identifier}`,
        onClick: () => (isFree ? onTake(undefined) : taking.use(onTake)),
      }}
      beside={{
        label: 'Vider',
        name: `Vider la vente ${parked.identifier}`,
        onClick: () => (isOwn ? onEmpty(undefined) : right.use(onEmpty)),
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
