import type { CallReply } from '#shared/contract/endpoint.ts'
import type { orders } from '#shared/contract/orders.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { orderName } from '#backoffice/orders/order-words.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

interface OrderPagesProps {
  data: CallReply<typeof orders.exportData>
  onPrinted: () => void
}

/** The order on A4, as the supplier reads it. Visible only in print. */
export function OrderPages({ data: { order, supplier }, onPrinted }: OrderPagesProps) {
  const title = orderName(order.number)
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={`Bon de ${title.toLowerCase()}`} />
      </header>
      <p>
        {supplier.name}
        {supplier.customerNumber && `, client n°\u00a0${supplier.customerNumber}`}
        {[supplier.address, supplier.phone, supplier.email].filter(Boolean).map((line) => ` · ${line}`)}
        <br />
        Commandé le {formatShortDay(order.sentAt ?? order.createdAt)} par {order.sentByName ?? order.createdByName}.
        {order.note && ` ${order.note}`}
      </p>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>Code</th>
            <th>Produit</th>
            <th className={paper.end}>Boîtes</th>
            <th className={paper.end}>Prix HT attendu</th>
            <th className={paper.end}>Montant HT</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ productId, code, label, quantity, price }) => (
            <tr key={productId}>
              <td>{code ?? '–'}</td>
              <td>{label}</td>
              <td className={paper.end}>{formatAmount(quantity, { decimals: 0 })}</td>
              <td className={paper.end}>{price === null ? '–' : <Money amount={price} />}</td>
              <td className={paper.end}>{price === null ? '–' : <Money amount={price * quantity} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {plural(order.lines.length, 'ligne')}, {plural(order.boxes, 'boîte')}, <Money amount={order.amount} unit /> HT
        {order.unpriced > 0 && `, ${plural(order.unpriced, 'ligne')} sans prix connu`}.
      </p>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Pour {supplier.name}</span>
      </div>
    </PrintedPages>
  )
}
