import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import type { ExpiryGesture } from '#shared/domain/expiries/expiry-proposal.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/expiries/expiries.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const doneWords: Record<Exclude<ExpiryGesture, 'destroy'>, string> = {
  return: 'Rendu',
  transfer: 'Cédé',
  discount: 'Arrêter la remise',
}

interface TaskGesturesProps {
  task: { id: string; kind: ExpiryGesture; quantity: number }
  productId: string
  /** Who takes the lot back. */
  supplierId: string | null
}

/** Ends an open task: done, or canceled. A destruction is done on the page of the product, with its report. */
export function TaskGestures({ task: { id, kind, quantity }, productId, supplierId }: TaskGesturesProps) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const mayEnd = useMay(expiryTasks.end)
  const end = (outcome: 'done' | 'canceled') =>
    send(expiryTasks.end, { params: { id }, body: { outcome } }).then(() =>
      say({ text: outcome === 'done' ? 'Action terminée' : 'Action annulée' }),
    )
  if (!mayEnd) return null
  const leaves = kind === 'return' || kind === 'transfer'
  return (
    <>
      {kind === 'transfer' && (
        <span className={text.quiet}>La pharmacie sœur entre elle-même ce qu’elle reçoit dans son stock.</span>
      )}
      <div className={classes.gestures}>
        {kind === 'return' && supplierId !== null && (
          <TextLink to={`/retours?nouveau=oui&fournisseur=${supplierId}`}>Préparer le bon de retour</TextLink>
        )}
        {kind === 'destroy' ? (
          <TextLink to={`/stock/${productId}`}>Détruire avec son procès-verbal, sur la fiche du produit</TextLink>
        ) : (
          <WriteButton
            loading={gesture.isRunning}
            onClick={() =>
              leaves
                ? gesture.ask({
                    title: `${doneWords[kind]}\u202f?`,
                    text: `${plural(quantity, 'unité')} de ce lot ${quantity < 2 ? 'sort' : 'sortent'} du stock.`,
                    yes: doneWords[kind],
                    run: () => end('done'),
                  })
                : gesture.run(() => end('done'))
            }
          >
            {doneWords[kind]}
          </WriteButton>
        )}
        <WriteButton variant="default" onClick={() => gesture.run(() => end('canceled'))}>
          Annuler l’action
        </WriteButton>
      </div>
      {gesture.modals}
    </>
  )
}
