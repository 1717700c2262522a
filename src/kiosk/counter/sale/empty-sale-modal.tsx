import { useState } from 'react'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { Money } from '#shared/ui/money.tsx'

interface EmptySaleModalProps {
  identifier: string
  /** What tells it from the other open sales. */
  text: string
  /** In minor units. */
  total: number
  onEmpty: () => Promise<unknown>
  onClose: () => void
}

/** A sale that is emptied from a list is gone: it asks once. */
export function EmptySaleModal({ identifier, text, total, onEmpty, onClose }: EmptySaleModalProps) {
  const [isBusy, setIsBusy] = useState(false)
  // Opened or ended meanwhile: the list then shows what stands.
  const empty = () => {
    setIsBusy(true)
    void onEmpty().then(onClose, onClose)
  }
  return (
    <CatalogueModal
      opened
      title={`Vider la vente ${identifier}\u00a0?`}
      text={`${text}. Ses lignes et ses paiements sont effacés\u00a0: rien n’est vendu.`}
      facts={[{ label: 'Total', value: <Money amount={total} unit /> }]}
      actions={[
        { label: 'La garder', onClick: onClose },
        { label: 'Vider la vente', onClick: empty, isRisky: true, isLoading: isBusy },
      ]}
    />
  )
}
