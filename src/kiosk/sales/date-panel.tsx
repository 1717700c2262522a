import { Button } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { ReadSale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import classes from './sale-gesture.module.css'
import { ReasonChoice } from './reason-choice.tsx'
import { setSaleDateAtom } from './undo-atoms.ts'

const reasons = ['Saisie après coup', 'Horloge du poste fausse', 'Erreur de saisie']

/** Corrects the date of a sale: entered later, or with a wrong clock. Idempotent. */
export function DatePanel({ sale, onClose }: { sale: ReadSale; onClose: () => void }) {
  const [moment, setMoment] = useState<Date | null>(() => new Date(sale.soldAt))
  const [reason, setReason] = useState('')
  const change = useSetAtom(setSaleDateAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const now = useNow()
  const right = useRight('sale.date', sale.id, `Date de la vente n°\u00a0${sale.number}`)
  const send = async (soldAt: Date, grant?: Grant) => {
    const isDone = await ask(() =>
      change({ saleId: sale.id, soldAt: soldAt.toISOString(), reason: reason.trim(), grant }).then(() => true),
    )
    if (isDone) onClose()
  }
  const missing = missingIn(moment, reason, { sale, now })
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
            <Button
              size="md"
              loading={isAsking}
              disabled={missing !== null}
              onClick={() => moment && right.use((grant) => void send(moment, grant))}
            >
              {failure?.kind === 'silence' ? 'Réessayer' : right.label('Changer la date')}
            </Button>
          </div>
          {missing && <p className={classes.hint}>{missing}</p>}
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
      <PanelSection title="Motif">
        <ReasonChoice reasons={reasons} value={reason} onChange={setReason} />
      </PanelSection>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />}
    </SidePanel>
  )
}

/** What is still to do before the date can be changed; null when nothing is. */
function missingIn(
  moment: Date | null,
  reason: string,
  { sale, now }: { sale: Pick<ReadSale, 'soldAt'>; now: Date },
): string | null {
  if (!moment) return 'Choisissez une date.'
  if (moment > now) return 'Cette date est à venir.'
  // The picker has no seconds.
  if (formatMoment(moment) === formatMoment(sale.soldAt)) return 'Choisissez une autre date.'
  return reason.trim() === '' ? 'Indiquez le motif.' : null
}
