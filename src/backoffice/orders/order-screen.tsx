import { useMemo } from 'react'
import { useParams } from 'wouter'
import { exports } from '#shared/contract/exports.ts'
import { type OrderDetail, type OrderLine, orders } from '#shared/contract/orders.ts'
import { allowedIn, awaitedOf, undeliveredOf } from '#shared/domain/purchasing/order-state.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { AddOrderLine, OrderLineModal } from '#backoffice/orders/order-line-modal.tsx'
import { OrderFile, PrintOrder } from '#backoffice/orders/order-file.tsx'
import { OrderMail } from '#backoffice/orders/order-mail.tsx'
import { OrderGestures } from '#backoffice/orders/order-gestures.tsx'
import { orderName, orderStateWords } from '#backoffice/orders/order-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { useMails } from '#backoffice/ui/mails/letter.ts'
import { MailsSheet } from '#backoffice/ui/mails/mails-sheet.tsx'
import { countColumn, moneyColumn, nothing, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useOpenRow } from '#backoffice/ui/use-open-row.ts'

/** One order: its lines, what has come of each, and what may be done with it. */
export function OrderScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: order, error, retry } = useAnswer(orders.read, { params: { id } })
  const back = { to: useListAddress('/commandes'), title: 'Commandes' }
  useTabTitle(order ? orderName(order.number) : 'Commande')
  if (!order)
    return (
      <DetailFace
        back={back}
        title="Commande"
        error={error}
        onRetry={retry}
        missingText="Cette commande n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownOrder key={id} order={order} back={back} />
}

function KnownOrder({ order, back }: { order: OrderDetail; back: { to: string; title: string } }) {
  const currency = useCurrency()
  const mayEdit = useMay(orders.putLine) && allowedIn.edit.includes(order.state)
  const mayExport = useMay(exports.create)
  const { items: mails } = useMails(orders, order.id)
  const { openKey, close, doors } = useOpenRow<OrderLine>((one) => one.productId)
  const columns = useMemo(() => lineColumns(), [])
  const line = mayEdit ? order.lines.find((one) => one.productId === openKey) : undefined
  const { label, tone } = orderStateWords[order.state]
  const awaited = order.lines.reduce((sum, one) => sum + awaitedOf(one), 0)
  const arriving = awaited - order.lines.reduce((sum, one) => sum + undeliveredOf(one), 0)
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${order.supplierName}, ${orderName(order.number).toLowerCase()}`}
        record={order.id}
        marks={<StatusTag tone={tone}>{label}</StatusTag>}
        actions={
          <>
            {order.lines.length > 0 && order.state !== 'canceled' && <OrderMail order={order} />}
            {order.lines.length > 0 && <PrintOrder order={order} />}
            <OrderGestures order={order} />
          </>
        }
      />
      <FigureBar
        figures={[
          { name: 'Lignes', value: String(order.lines.length) },
          { name: 'Boîtes', value: String(order.boxes) },
          { name: 'Reçues', value: String(order.received) },
          {
            name: 'Encore attendues',
            value:
              order.state === 'draft' || order.state === 'canceled'
                ? nothing
                : arriving > 0
                  ? `${awaited}, dont ${arriving} en réception`
                  : String(awaited),
            ...(order.state === 'partly-received' ? { tone: 'warning' as const } : {}),
          },
          {
            name: order.unpriced > 0 ? `Montant HT, ${plural(order.unpriced, 'ligne')} sans prix` : 'Montant HT',
            value: formatMoney(order.amount, currency),
          },
        ]}
      />
      {mayEdit && <AddOrderLine order={order} />}
      <TableRoom rows={order.lines.length}>
        <ListRoom>
          <DataTable
            label="Lignes de la commande"
            columns={columns}
            rows={order.lines}
            rowKey={(one: OrderLine) => one.productId}
            emptyText="Aucune ligne. Ajoutez un produit par son nom ou au scanner."
            {...(mayEdit ? doors : {})}
          />
        </ListRoom>
      </TableRoom>
      <Sheets
        wide={
          <Sheet title="Livraisons" fact={order.deliveries.length > 0 ? String(order.deliveries.length) : undefined}>
            {order.deliveries.length === 0 ? (
              <Nothing>Rien n’est encore livré.</Nothing>
            ) : (
              <FactList
                facts={order.deliveries.map(({ id, bl, receivedOn }) => [
                  formatDay(receivedOn),
                  <TextLink key={id} to={`/livraisons/${id}`}>{`BL ${bl}`}</TextLink>,
                ])}
              />
            )}
          </Sheet>
        }
        narrow={
          <>
            <MailsSheet mails={mails} />
            <Sheet title="La commande">
              <FactList facts={factsOf(order)} />
            </Sheet>
            {mayExport && order.lines.length > 0 && (
              <Sheet title="Fichier pour le fournisseur">
                <OrderFile order={order} />
              </Sheet>
            )}
          </>
        }
      />
      {line && <OrderLineModal order={order} line={line} onClose={close} />}
    </Page>
  )
}

function lineColumns() {
  return [
    textColumn<OrderLine>('label', 'Produit', ({ label }) => label, { strong: true, width: 280, grow: 1 }),
    textColumn<OrderLine>('code', 'Code', ({ code }) => code, { width: 150 }),
    countColumn<OrderLine>('quantity', 'Commandé', ({ quantity }) => quantity, { width: 104 }),
    countColumn<OrderLine>('received', 'Reçu', ({ received }) => received, { width: 84 }),
    countColumn<OrderLine>('noted', 'En réception', ({ noted }) => noted, { width: 116 }),
    countColumn<OrderLine>('left', 'Attendu', undeliveredOf, { width: 90 }),
    countColumn<OrderLine>('givenUp', 'Abandonné', ({ givenUp }) => givenUp, { width: 104 }),
    moneyColumn<OrderLine>('price', 'Prix HT', ({ price }) => price, { width: 110 }),
    moneyColumn<OrderLine>('amount', 'Montant HT', ({ price, quantity }) => price && price * quantity, {
      width: 120,
      strong: true,
    }),
  ]
}

function factsOf(order: OrderDetail): Fact[] {
  return [
    ['Créée', `${formatMoment(order.createdAt)}, ${order.createdByName}`],
    ['Envoyée', order.sentAt && `${formatMoment(order.sentAt)}, ${order.sentByName}`],
    ['Confirmée', order.confirmedAt && formatMoment(order.confirmedAt)],
    ...(order.canceledAt
      ? [['Annulée', `${formatMoment(order.canceledAt)}\u00a0: ${order.cancelReason}`] as const]
      : []),
    ['Note', order.note],
  ]
}
