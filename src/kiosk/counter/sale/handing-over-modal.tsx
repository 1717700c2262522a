import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { HandingOver } from './use-handing-over.ts'

interface HandingOverModalProps {
  handing: HandingOver
  /** « Mise en attente pour un collègue »; where it goes; what to do without an answer. */
  words: { title: string; text: string; silence: string }
}

/** Over the counter while a sale goes to others, and when it could not: it is here then, whole. */
export function HandingOverModal({ handing: { isAsking, failure, dismiss, handOver }, words }: HandingOverModalProps) {
  if (failure?.kind === 'refused') return <RefusedGesture error={failure.error} onResume={dismiss} onClose={dismiss} />
  return (
    <CatalogueModal
      opened={isAsking || failure !== null}
      tone={failure ? 'warning' : 'info'}
      title={failure ? 'Pas de réponse' : words.title}
      text={failure ? words.silence : words.text}
      kept="Toutes ses lignes et ses paiements sont conservés sur ce poste."
      actions={[
        { label: 'Continuer ici', onClick: dismiss, isLoading: isAsking },
        { label: 'Réessayer', onClick: () => void handOver(), isLoading: isAsking },
      ]}
    />
  )
}
