import { RefusedGesture } from '#kiosk/ui/refused-gesture.tsx'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { Parking } from './use-parking.ts'

/** Over the counter while a sale goes to the others, and when it could not: it is here then, whole. */
export function ParkingModal({ parking: { isAsking, failure, dismiss, park } }: { parking: Parking }) {
  if (failure?.kind === 'refused') return <RefusedGesture error={failure.error} onResume={dismiss} onClose={dismiss} />
  return (
    <CatalogueModal
      opened={isAsking || failure !== null}
      tone={failure ? 'warning' : 'info'}
      title={failure ? 'Pas de réponse' : 'Mise en attente pour un collègue'}
      text={failure ? 'La mise en attente demande le réseau. Continuez la vente ici, ou réessayez.' : 'La vente part vers les autres postes.'}
      kept="Toutes ses lignes et ses paiements sont conservés sur ce poste."
      actions={[
        { label: 'Continuer ici', onClick: dismiss, isLoading: isAsking },
        { label: 'Réessayer', onClick: () => void park(), isLoading: isAsking },
      ]}
    />
  )
}
