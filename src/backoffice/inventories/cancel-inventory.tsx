import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { inventories, type Inventory } from '#shared/contract/inventories.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Cancels an open inventory: no stock moves. */
export function CancelInventory({ inventory: { id } }: { inventory: Inventory }) {
  const send = useSend()
  const gesture = useGesture()
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <WriteButton
        variant="default"
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: 'Annuler cet inventaire\u202f?',
            text: (
              <>
                Les comptages restent visibles, le stock ne bouge pas.
                <Textarea ref={reason} label="Raison" maxLength={200} required mt={12} />
              </>
            ),
            yes: 'Annuler l’inventaire',
            run: () =>
              send(inventories.cancel, { params: { id }, body: { reason: reason.current?.value || 'Sans raison' } }),
          })
        }
      >
        Annuler
      </WriteButton>
      {gesture.modals}
    </>
  )
}
