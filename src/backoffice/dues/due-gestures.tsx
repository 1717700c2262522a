import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { dues, type Due } from '#shared/contract/dues.ts'
import { Stepper } from '#shared/ui/stepper.tsx'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Hands a due over: at once when one unit is owed, else how many is asked. */
export function HandOverButton({ due }: { due: Due }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const [quantity, setQuantity] = useState<number | null>(null)
  const handOver = (units: number) =>
    gesture.run(async () => {
      const { owed } = await send(dues.handOver, { params: { id: due.id }, body: { left: due.owed - units } })
      setQuantity(null)
      say({ text: owed > 0 ? `Remis en partie à ${due.name}` : `Remis à ${due.name}` })
    })
  return (
    <>
      <WriteButton loading={gesture.isRunning} onClick={() => (due.owed > 1 ? setQuantity(due.owed) : handOver(1))}>
        Remis au client
      </WriteButton>
      {quantity !== null && (
        <PanelModal opened onClose={() => setQuantity(null)} title={`Remis à ${due.name}`} centered>
          <Stepper label={`Remis, ${due.label}`} max={due.owed} value={quantity} onChange={setQuantity} />
          <Group justify="flex-end" mt={16}>
            <Button variant="default" onClick={() => setQuantity(null)}>
              Annuler
            </Button>
            <WriteButton loading={gesture.isRunning} onClick={() => handOver(quantity)}>
              Enregistrer
            </WriteButton>
          </Group>
        </PanelModal>
      )}
      {gesture.modals}
    </>
  )
}

/** Ends a due that was noted by mistake. A refund is a return of the sale, which ends its dues by itself. */
export function CancelDueButton({ due: { id, name } }: { due: Due }) {
  const send = useSend()
  return (
    <CancelWithReason
      label="Annuler le dû"
      question={'Annuler ce dû\u202f?'}
      consequence="Le client a déjà tout reçu. Pour le rembourser, faites plutôt un retour de la vente."
      yes="Annuler le dû"
      run={(reason) => send(dues.cancel, { params: { id }, body: { reason } })}
      done={`Dû à ${name} annulé`}
    />
  )
}
