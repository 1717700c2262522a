import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { permissionsAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { Due } from '#shared/contract/dues.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { duesOfSaleAtom, handOverDueAtom } from './due-atoms.ts'
import classes from './sale-detail.module.css'

/** What the sale did not hand over, with « Remis ». Nothing when all was handed over at once. */
export function SaleDues({ saleId }: { saleId: string }) {
  const { data, isError } = useAtomValue(duesOfSaleAtom(saleId))
  if (!data && isError)
    return (
      <PanelSection title="Dus au client">
        <p className={classes.fact}>Les dus de cette vente demandent le réseau.</p>
      </PanelSection>
    )
  if (!data || data.items.length === 0) return null
  return (
    <PanelSection title="Dus au client">
      {data.items.map((due) => (
        // What is left changes the row: its stepper starts again at all of it.
        <DueRow key={`${due.id} ${due.owed}`} due={due} />
      ))}
    </PanelSection>
  )
}

function DueRow({ due }: { due: Due }) {
  const { countryCode } = useAtomValue(tradeAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  const handOver = useSetAtom(handOverDueAtom)
  const [quantity, setQuantity] = useState(due.owed)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const isOpen = due.state === 'open'
  return (
    <div className={classes.due} role="group" aria-label={`Dû, ${due.label}`}>
      <span>
        {unbroken(due.label)} × {formatAmount(isOpen ? due.owed : due.quantity, { decimals: 0 })}
        <small>
          {[due.name, due.phone && formatPhone(due.phone, countryCode), due.note].filter(Boolean).join(' · ')}
        </small>
        <small>{wordsOf(due)}</small>
        {failure?.kind === 'silence' && <small role="alert">Pas de réponse. Réessayez quand le réseau est là.</small>}
      </span>
      {isOpen && maySell && (
        <span className={classes.handing}>
          {due.owed > 1 && (
            <Stepper label={`Remis, ${due.label}`} max={due.owed} value={quantity} onChange={setQuantity} />
          )}
          <Button
            variant="default"
            disabled={isOffline}
            loading={isAsking}
            aria-label={`Remis\u00a0: ${due.label}`}
            onClick={() => void ask(() => handOver({ id: due.id, left: due.owed - quantity }))}
          >
            Remis
          </Button>
        </span>
      )}
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={dismiss} />}
    </div>
  )
}

function wordsOf({
  state,
  createdAt,
  createdByName,
  handedOverAt,
  handedOverByName,
  canceledAt,
  cancelReason,
}: Due): string {
  switch (state) {
    case 'open':
      return `Noté le ${formatMoment(createdAt)} par ${createdByName}`
    case 'handed-over':
      return `Remis le ${formatMoment(handedOverAt!)} par ${handedOverByName}`
    case 'canceled':
      return `Annulé le ${formatMoment(canceledAt!)} — ${cancelReason}`
  }
}
