import { useState } from 'react'
import { labels, type WaitingLabel } from '#shared/contract/labels.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { BatchDialogProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Takes the ticked labels out of the queue without printing them. */
export function RemoveLabelsModal({ rows, onClose, onDone }: BatchDialogProps<WaitingLabel>) {
  const [ids] = useState(() => rows.map(({ id }) => id))
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const remove = async () => {
    const { removed } = await send(labels.remove, { body: { ids } })
    say({ text: `${plural(removed, 'étiquette')} ${pluralWord(removed, 'retirée')} sans impression` })
    onDone()
  }
  return (
    <>
      <CatalogueModal
        opened
        title={`Retirer ${plural(ids.length, 'étiquette')} de la file\u202f?`}
        text="Rien n’est imprimé. Un nouveau prix ou une livraison les remet dans la file."
        actions={[
          { label: 'Annuler', onClick: onClose },
          {
            label: 'Retirer',
            onClick: () => gesture.run(remove),
            isLoading: gesture.isRunning,
            ...(gesture.isOffline ? { disabledReason: 'Hors ligne\u202f: demande le réseau.' } : {}),
          },
        ]}
      />
      {gesture.modals}
    </>
  )
}
