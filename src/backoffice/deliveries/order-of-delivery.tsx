import { Select } from '@mantine/core'
import { deliveries, type DeliveryDetail } from '#shared/contract/deliveries.ts'
import { orders } from '#shared/contract/orders.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** The order that a delivery answers; while the delivery is open, another one of its supplier may be chosen. */
export function OrderOfDelivery({ delivery }: { delivery: DeliveryDetail }) {
  const mayRead = useMay(orders.list)
  const isOpen = delivery.state === 'draft' || delivery.state === 'open'
  if (!mayRead) return null
  if (isOpen) return <OrderChoice delivery={delivery} />
  return delivery.orderId && <TextLink to={`/commandes/${delivery.orderId}`}>Voir la commande</TextLink>
}

function OrderChoice({ delivery: { id, supplierId, orderId } }: { delivery: DeliveryDetail }) {
  const send = useSend()
  const gesture = useGesture()
  const mayChange = useMay(deliveries.patch)
  const sent = useAnswer(orders.list, { query: { supplierId, state: 'sent,confirmed,partly-received', size: 50 } }).data
  const own = sent?.items ?? []
  if (own.length === 0 && orderId === null) return null
  return (
    <>
      <Select
        label="Commande"
        placeholder="Aucune"
        clearable
        disabled={!mayChange || gesture.isOffline}
        data={own.map((order) => ({
          value: order.id,
          label: `n°\u00a0${order.number}, envoyée ${formatDay(order.sentAt!)}`,
        }))}
        value={orderId}
        onChange={(chosen) => gesture.run(() => send(deliveries.patch, { params: { id }, body: { orderId: chosen } }))}
      />
      {gesture.modals}
    </>
  )
}
