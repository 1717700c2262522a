import { Button } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import classes from './sale-gesture.module.css'
import { setSaleDateAtom } from './undo-atoms.ts'

/** Corrects the date of a sale: entered later, or with a wrong clock. Idempotent. */
export function DatePanel({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const [moment, setMoment] = useState<Date | null>(() => new Date(sale.soldAt))
  const change = useSetAtom(setSaleDateAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const now = useNow()
  const send = async (soldAt: Date) => {
    const isDone = await ask(() => change({ saleId: sale.id, soldAt: soldAt.toISOString() }).then(() => true))
    if (isDone) onClose()
  }
  const reason = reasonAgainst(moment, { sale, now })
  return (
    <SidePanel
      title={`Date de la vente n°\u00a0${sale.number}`}
      subtitle={`Vendue le ${formatMoment(sale.soldAt)}`}
      onClose={onClose}
      footer={
        <div className={classes.foot}>
          <div className={classes.buttons}>
            <Button size="md" variant="default" onClick={onClose}>
              Revenir
            </Button>
            <Button size="md" loading={isAsking} disabled={reason !== null} onClick={() => moment && void send(moment)}>
              {failure?.kind === 'silence' ? 'Réessayer' : 'Changer la date'}
            </Button>
          </div>
          {reason && <p className={classes.hint}>{reason}</p>}
        </div>
      }
    >
      {failure?.kind === 'silence' && (
        <div className={classes.silence} role="alert">
          <b>Pas de réponse</b>
          La date est peut-être déjà changée. Réessayez quand le réseau est là.
        </div>
      )}
      <div className={classes.choice}>
        <DatePicker
          withTime
          label="Date et heure de la vente"
          value={moment}
          onChange={setMoment}
          maxDate={now}
          required
        />
      </div>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />}
    </SidePanel>
  )
}

function reasonAgainst(moment: Date | null, { sale, now }: { sale: Pick<Sale, 'soldAt'>; now: Date }): string | null {
  if (!moment) return 'Choisissez une date.'
  if (moment > now) return 'Cette date est à venir.'
  // The picker has no seconds.
  return formatMoment(moment) === formatMoment(sale.soldAt) ? 'Choisissez une autre date.' : null
}
