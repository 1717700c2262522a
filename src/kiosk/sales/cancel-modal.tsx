import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { receiptRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { kickDrawerAtom } from '#kiosk/counter/print/printer-state.ts'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { givenBackByCanceling } from './handed-back.ts'
import { HandedBackModal } from './handed-back-modal.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import classes from './sale-gesture.module.css'
import { cancelSaleAtom, sentCancellationAtom } from './undo-atoms.ts'

const reasons = ['Erreur de saisie', 'Client a renoncé', 'Erreur de produit', 'Erreur de client', 'Vente en double']

/** Cancels a closed sale: asks for the reason, then shows what to give back. */
export function CancelModal({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const sent = useAtomValue(sentCancellationAtom(sale.id))
  const cancel = useSetAtom(cancelSaleAtom)
  const print = useSetAtom(receiptRequestAtom)
  const openDrawer = useSetAtom(kickDrawerAtom)
  const [reason, setReason] = useState(sent?.reason ?? '')
  const [canceled, setCanceled] = useState<Sale>()
  const { ask, isAsking, failure, dismiss } = useAsking()
  const currency = useCurrency()
  const { cash, others } = givenBackByCanceling(sale)

  const right = useRight('sale.cancel', sale.id, `Annuler la vente n°\u00a0${sale.number}`)

  const send = async (grant?: Grant) => {
    const done = await ask(() => cancel({ saleId: sale.id, reason: reason.trim(), grant }))
    if (!done) return
    setCanceled(done)
    if (cash > 0) await openDrawer()
  }
  if (canceled)
    return (
      <HandedBackModal
        title={`Vente n°\u00a0${sale.number} annulée`}
        givenBack={{ cash, others }}
        paper={{
          label: 'Imprimer le ticket annulé',
          of: sale.id,
          onClick: () => void print({ sale: canceled, number: canceled.number, isReprint: true, isJustUndone: true }),
        }}
        onClose={onClose}
      />
    )
  if (failure?.kind === 'refused') return <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />
  const isUnanswered = sent !== null && !isAsking
  return (
    <CatalogueModal
      opened
      title={isUnanswered ? 'Pas de réponse' : `Annuler la vente n°\u00a0${sale.number}\u202f?`}
      text={
        isUnanswered
          ? `L’annulation de la vente n°\u00a0${sale.number} est peut-être déjà faite. Réessayez quand le réseau est là\u00a0: elle ne sera faite qu’une fois. Ne rendez rien avant.`
          : 'Les boîtes reviennent en stock et l’argent est rendu. La vente reste dans l’historique.'
      }
      facts={[
        { label: 'À rendre en espèces', value: formatMoney(cash, currency) },
        ...others.map(({ label, amount }) => ({ label, value: formatMoney(amount, currency) })),
      ]}
      actions={[
        { label: isUnanswered ? 'Plus tard' : 'Garder la vente', onClick: onClose },
        {
          // What was sent without an answer names its grant already.
          label: isUnanswered ? 'Réessayer' : right.label('Annuler la vente'),
          onClick: () => (isUnanswered ? void send() : right.use((grant) => void send(grant))),
          isLoading: isAsking,
          ...(reason.trim() === '' ? { disabledReason: 'Choisissez un motif.' } : {}),
        },
      ]}
    >
      <div className={classes.choice}>
        {isUnanswered ? (
          `Motif\u00a0: ${reason}`
        ) : (
          <ReasonChoice reasons={reasons} value={reason} onChange={setReason} />
        )}
      </div>
    </CatalogueModal>
  )
}
