import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { HandingOver } from './use-handing-over.ts'

interface HandingOverModalProps {
  handing: HandingOver
  /** The title, the text while the sale is sent, and the text if no answer came. */
  words: { title: string; text: string; silence: string }
}

/** Shown over the counter while a sale is handed over, and if that failed: the sale is then still here, complete. */
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
