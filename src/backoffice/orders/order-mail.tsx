import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { OrderDetail } from '#shared/contract/orders.ts'
import { orders } from '#shared/contract/orders.ts'
import { orderName } from '#backoffice/orders/order-words.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** « E-mail »: opens the mail program of the member with the order as text, to the address of the supplier. */
export function OrderMail({ order }: { order: OrderDetail }) {
  const { data } = useAnswer(orders.exportData, { params: { id: order.id } })
  const subject = `${orderName(order.number)}${data ? `, ${data.pharmacy.name}` : ''}`
  return (
    <Button
      variant="default"
      component="a"
      leftSection={<IconMail size={18} aria-hidden />}
      href={`mailto:${data?.supplier.email ?? ''}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(orderText(order, data?.supplier.customerNumber ?? null))}`}
    >
      E-mail
    </Button>
  )
}

/** The lines of an order, as a supplier reads them in a message. */
export function orderText({ lines, note }: Pick<OrderDetail, 'lines' | 'note'>, customerNumber: string | null): string {
  return [
    'Bonjour,',
    '',
    `Merci de nous livrer${customerNumber ? ` (client n° ${customerNumber})` : ''} :`,
    '',
    ...lines.map(({ code, label, quantity }) => `- ${quantity} × ${label}${code ? ` (${code})` : ''}`),
    ...(note ? ['', note] : []),
  ].join('\n')
}
