import { inventories, type Inventory } from '#shared/contract/inventories.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Goes on with a closing that was cut off, for example by the power: what was booked stays booked. */
export function ResumeClosing({ inventory: { id } }: { inventory: Inventory }) {
  const send = useSend()
  const gesture = useGesture()
  return (
    <>
      <WriteButton
        loading={gesture.isRunning}
        onClick={() => gesture.run(() => send(inventories.close, { params: { id }, body: {} }, { timeoutMs: 120_000 }))}
      >
        Terminer la clôture
      </WriteButton>
      {gesture.modals}
    </>
  )
}
