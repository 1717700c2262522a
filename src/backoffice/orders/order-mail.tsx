import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { type OrderDetail, orders } from '#shared/contract/orders.ts'
import { orderFileLayouts } from '#backoffice/orders/order-file.tsx'
import { orderName } from '#backoffice/orders/order-words.ts'
import { mailLink, useMails } from '#backoffice/ui/mails/letter.ts'
import { MailModal } from '#backoffice/ui/mails/mail-modal.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** « E-mail »: sends the order from the server, or opens the mail program of the member where the server sends none. */
export function OrderMail({ order }: { order: OrderDetail }) {
  const { data } = useAnswer(orders.exportData, { params: { id: order.id } })
  const { maySend, closing } = useMails(orders, order.id)
  const [isOpen, setIsOpen] = useState(false)
  const letter = {
    to: data?.supplier.email ?? '',
    subject: `${orderName(order.number)}${data ? `, ${data.pharmacy.name}` : ''}`,
    text: orderText(order, data?.supplier.customerNumber ?? null),
    closing,
    owner: order.supplierName,
  }
  const button = { variant: 'default', leftSection: <IconMail size={18} aria-hidden /> }
  if (!maySend)
    return (
      <Button {...button} component="a" href={mailLink(letter)}>
        E-mail
      </Button>
    )
  return (
    <>
      <Button {...button} disabled={!data} onClick={() => setIsOpen(true)}>
        E-mail
      </Button>
      {isOpen && (
        <MailModal
          title={`E-mail à ${order.supplierName}`}
          mail={orders.mail}
          id={order.id}
          letter={letter}
          // A supplier cannot use a file of codes for a product that has none.
          files={order.lines.some(({ code }) => code === null) ? orderFileLayouts.slice(-1) : orderFileLayouts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** The lines of an order, as a supplier reads them in a message; once boxes came, those that are still awaited. */
export function orderText({ lines, note }: Pick<OrderDetail, 'lines' | 'note'>, customerNumber: string | null): string {
  const hasCome = lines.some(({ received, givenUp }) => received + givenUp > 0)
  const awaited = lines.flatMap((line) => {
    const quantity = line.quantity - line.received - line.givenUp
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const client = customerNumber ? ` (client n° ${customerNumber})` : ''
  return [
    'Bonjour,',
    '',
    !hasCome
      ? `Merci de nous livrer${client} :`
      : awaited.length > 0
        ? `Il reste à nous livrer de notre commande${client} :`
        : `Notre commande est livrée${client}, nous n’attendons plus rien.`,
    '',
    ...awaited.map(({ code, label, quantity }) => `- ${quantity} × ${label}${code ? ` (${code})` : ''}`),
    ...(note ? ['', note] : []),
  ].join('\n')
}
