import { inventories, type Inventory } from '#shared/contract/inventories.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Cancels an open inventory: no stock moves. */
export function CancelInventory({ inventory: { id } }: { inventory: Inventory }) {
  const send = useSend()
  return (
    <CancelWithReason
      label="Annuler"
      question={'Annuler cet inventaire\u202f?'}
      consequence="Les comptages restent visibles, le stock ne bouge pas."
      yes="Annuler l’inventaire"
      run={(reason) => send(inventories.cancel, { params: { id }, body: { reason } })}
    />
  )
}
