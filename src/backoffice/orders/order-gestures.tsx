import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type OrderDetail, orders } from '#shared/contract/orders.ts'
import { allowedIn, undeliveredOf } from '#shared/domain/purchasing/order-state.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { plural } from '#shared/ui/plural.ts'
import { orderName } from '#backoffice/orders/order-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** What may be done with an order in its state. */
export function OrderGestures({ order }: { order: OrderDetail }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const may = useMay(orders.send)
  const [isReceiving, setIsReceiving] = useState(false)
  const allows = (name: keyof typeof allowedIn) => may && allowedIn[name].includes(order.state)
  const params = { id: order.id }
  const left = order.lines.reduce((sum, line) => sum + undeliveredOf(line), 0)
  return (
    <>
      {allows('cancel') && (
        <CancelWithReason
          label="Annuler la commande"
          question={'Annuler cette commande\u202f?'}
          consequence="Ses produits seront de nouveau proposés. Prévenez le fournisseur si elle est déjà envoyée."
          yes="Annuler la commande"
          run={(reason) => send(orders.cancel, { params, body: { reason } })}
        />
      )}
      {allows('giveUp') && left > 0 && (
        <WriteButton
          variant="default"
          onClick={() =>
            gesture.ask({
              title: 'Ne plus attendre le reste\u202f?',
              text: `${plural(left, 'boîte ne viendra plus', 'boîtes ne viendront plus')}. Leurs produits seront de nouveau proposés.`,
              yes: 'Ne plus attendre',
              run: () => send(orders.giveUp, { params }),
            })
          }
        >
          Abandonner le reste
        </WriteButton>
      )}
      {allows('confirm') && (
        <WriteButton
          variant="default"
          loading={gesture.isRunning}
          onClick={() => gesture.run(() => send(orders.confirm, { params }))}
        >
          Confirmée par le fournisseur
        </WriteButton>
      )}
      {allows('deliver') && left > 0 && <WriteButton onClick={() => setIsReceiving(true)}>Recevoir</WriteButton>}
      {allows('send') && (
        <WriteButton
          loading={gesture.isRunning}
          disabled={order.lines.length === 0}
          onClick={() =>
            gesture.run(async () => {
              await send(orders.send, { params })
              say({ text: `${orderName(order.number)} envoyée` })
            })
          }
        >
          Marquer envoyée
        </WriteButton>
      )}
      {isReceiving && <ReceiveModal order={order} onClose={() => setIsReceiving(false)} />}
      {gesture.modals}
    </>
  )
}

/** Begins the delivery of what is still awaited, and opens it. */
function ReceiveModal({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const send = useSend()
  const [, go] = useLocation()
  const today = useAtomValue(todayAtom)
  const [deliveryId] = useState(uuid7)
  const form = useForm({
    initial: { bl: '', receivedOn: today as string | null },
    schema: orders.deliver.body!,
    bodyOf: (typed) => ({ ...typed, deliveryId }),
    send: (body) => send(orders.deliver, { params: { id: order.id }, body }),
    onDone: ({ id }) => go(`/livraisons/${id}`),
  })
  return (
    <PanelModal opened onClose={onClose} title={`Recevoir la ${orderName(order.number).toLowerCase()}`} centered>
      <FormFrame label="Recevoir" form={form} submitLabel="Commencer la réception" onCancel={onClose}>
        <TextInput label="N° du BL" required maxLength={40} data-autofocus {...form.text('bl')} />
        <DayField label="Reçue le" {...form.field('receivedOn')} />
      </FormFrame>
    </PanelModal>
  )
}
