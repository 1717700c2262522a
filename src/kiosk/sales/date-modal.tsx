import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { RefusedGesture } from '#kiosk/ui/refused-gesture.tsx'
import { useAsking } from '#kiosk/ui/use-asking.ts'
import { useNow } from '#kiosk/ui/use-now.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import classes from './sale-gesture.module.css'
import { setSaleDateAtom } from './undo-atoms.ts'

/** When a sale was really made: typed later, or under a clock that was wrong. */
export function DateModal({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const [moment, setMoment] = useState<Date | null>(() => new Date(sale.soldAt))
  const change = useSetAtom(setSaleDateAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const now = useNow()
  const send = async (soldAt: Date) => {
    const isDone = await ask(() => change({ saleId: sale.id, soldAt: soldAt.toISOString() }).then(() => true))
    if (isDone) onClose()
  }
  if (failure?.kind === 'refused') return <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />
  const reason = reasonAgainst(moment, { sale, now })
  return (
    <CatalogueModal
      opened
      tone="info"
      title={`Changer la date de la vente n°\u00a0${sale.number}`}
      text={failure ? 'Pas de réponse. La date est peut-être déjà changée\u00a0: réessayez quand le réseau est là.' : `Vendue le ${formatMoment(sale.soldAt)}.`}
      actions={[
        { label: 'Revenir', onClick: onClose },
        { label: failure ? 'Réessayer' : 'Changer la date', isLoading: isAsking, onClick: () => moment && void send(moment), ...(reason ? { disabledReason: reason } : {}) },
      ]}
    >
      <div className={classes.choice}>
        <DatePicker withTime label="Date et heure de la vente" value={moment} onChange={setMoment} maxDate={now} required />
      </div>
    </CatalogueModal>
  )
}

function reasonAgainst(moment: Date | null, { sale, now }: { sale: Pick<Sale, 'soldAt'>; now: Date }): string | null {
  if (!moment) return 'Choisissez une date.'
  if (moment > now) return 'Cette date est à venir.'
  // The picker knows no seconds.
  return formatMoment(moment) === formatMoment(sale.soldAt) ? 'Choisissez une autre date.' : null
}
