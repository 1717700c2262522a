import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Order, OrderDetail, OrderLine, orders } from '#shared/contract/orders.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { orderStateOf, orderStates, type OrderState, type OrderStep } from '#shared/domain/purchasing/order-state.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type OrderQuery = HandlerInput<typeof orders.list>['query']
type By = { userId: string; at: Date }

/**
 * Boxes of each line of the order `o`: what its closed deliveries brought and gave up, and what its open ones are about to
 * bring. Free boxes are no answer to an order.
 */
const delivered = sql`
  select l.pharmacy_product_id, l.quantity, l.price, l.given_up + coalesce(d.given_up, 0)::int as given_up, l.position,
    coalesce(d.received, 0)::int as received, coalesce(d.noted, 0)::int as noted
  from order_lines l left join lateral (
    select sum(n.received) filter (where v.state = 'closed') as received,
      sum(n.given_up) filter (where v.state = 'closed') as given_up,
      sum(greatest(n.noted, n.received)) filter (where v.state in ('draft', 'open')) as noted
    from deliveries v join delivery_lines n on n.pharmacy_id = v.pharmacy_id and n.delivery_id = v.id and not n.removed
    where v.pharmacy_id = l.pharmacy_id and v.order_id = l.order_id and n.pharmacy_product_id = l.pharmacy_product_id
  ) d on true
  where l.pharmacy_id = o.pharmacy_id and l.order_id = o.id`

/** The same rule as `orderStateOf`, to filter by. */
const state = sql`case when o.step in ('draft', 'canceled') then o.step
  when x.awaited = 0 then 'received' when x.received > 0 then 'partly-received' else o.step end`

const sums = sql`cross join lateral (
  select count(*)::int as lines, coalesce(sum(q.quantity), 0)::bigint as boxes,
    coalesce(sum(q.received), 0)::bigint as received,
    coalesce(sum(greatest(0, q.quantity - q.received - q.given_up)), 0)::bigint as awaited,
    coalesce(sum(q.quantity * q.price), 0)::bigint as amount, count(*) filter (where q.price is null)::int as unpriced
  from (${delivered}) q) x`

const named = sql`orders o join suppliers s on s.pharmacy_id = o.pharmacy_id and s.id = o.supplier_id
  join users u on u.id = o.created_by left join users t on t.id = o.sent_by`
const from = sql`${named} ${sums}`

const sortColumns = {
  number: sql`o.number`,
  supplier: sql`folded(s.name)`,
  createdAt: sql`o.created_at`,
  sentAt: sql`o.sent_at`,
  lines: sql`x.lines`,
  boxes: sql`x.boxes`,
  received: sql`x.received`,
  amount: sql`x.amount`,
  state,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}
/** What the lines of an order and its deliveries say. */
const isOfLines = (sort: OrderQuery['sort']): boolean => /lines|boxes|received|amount|state/.test(sort ?? '')

type Row = Omit<Order, 'createdAt' | 'createdByName' | 'sentAt' | 'sentByName' | 'confirmedAt' | 'canceledAt'> & {
  createdAt: Date
  createdBy: PersonName
  sentAt: Date | null
  sentBy: PersonName | null
  confirmedAt: Date | null
  canceledAt: Date | null
}

type Clock = { timeZone: string; today: string }

export function findOrders(
  tx: Tx,
  pharmacyId: string,
  query: OrderQuery,
  clock: Clock,
): Promise<{ items: Order[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query, clock), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`o.number desc`)
  if (query.state || isOfLines(query.sort))
    return pagedRows(tx, query, {
      from: sql`${from} where ${kept}`,
      items: (limit) => readOrders(tx, sql`${kept} order by ${order} ${limit}`),
    })
  return pagedRows(tx, query, {
    from: sql`${named} where ${kept}`,
    items: (limit) =>
      readOrders(
        tx,
        sql`o.pharmacy_id = ${pharmacyId}
          and o.id = any(array(select o.id from ${named} where ${kept} order by ${order} ${limit})) order by ${order}`,
      ),
  })
}

/** With its lines in their order, and its deliveries. */
export async function findOrder(tx: Tx, pharmacyId: string, id: string): Promise<OrderDetail | undefined> {
  const [order] = await readOrders(tx, sql`o.pharmacy_id = ${pharmacyId} and o.id = ${id}`)
  if (!order) return undefined
  const { rows: deliveries } = await sql<OrderDetail['deliveries'][number]>`
    select id, bl, state, received_on as "receivedOn" from deliveries
    where pharmacy_id = ${pharmacyId} and order_id = ${id} and state <> 'canceled' order by number`.execute(tx)
  return { ...order, lines: await linesOfOrder(tx, pharmacyId, id), deliveries }
}

/** What the gestures of an order judge. */
export type OrderFacts = { id: string; supplierId: string; number: number; state: OrderState; lines: OrderLine[] }

export async function orderFacts(tx: Tx, pharmacyId: string, id: string): Promise<OrderFacts | undefined> {
  const { rows } = await sql<{ id: string; supplierId: string; number: number; step: OrderStep }>`
    select id, supplier_id as "supplierId", number, step from orders
    where pharmacy_id = ${pharmacyId} and id = ${id} for update`.execute(tx)
  if (!rows[0]) return undefined
  const { step, ...order } = rows[0]
  const lines = await linesOfOrder(tx, pharmacyId, id)
  return { ...order, lines, state: orderStateOf(step, lines) }
}

/** The code is that of the supplier's notes, else the first of the pharmacy's or of the referential. */
export async function linesOfOrder(tx: Tx, pharmacyId: string, id: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select q.pharmacy_product_id as "productId", coalesce(p.private_label, r.label) as label,
      coalesce(
        (select min(c.code) from supplier_codes c where c.pharmacy_id = o.pharmacy_id and c.supplier_id = o.supplier_id
          and c.pharmacy_product_id = p.id),
        (select min(c.code) from product_codes c where c.product_id = p.product_id),
        (select min(c.code) from pharmacy_product_codes c where c.pharmacy_id = p.pharmacy_id
          and c.pharmacy_product_id = p.id)) as code,
      q.quantity, q.price, q.received, q.noted, q.given_up as "givenUp"
    from orders o cross join lateral (${delivered}) q
      join pharmacy_products p on p.pharmacy_id = o.pharmacy_id and p.id = q.pharmacy_product_id
      left join products r on r.id = p.product_id
    where o.pharmacy_id = ${pharmacyId} and o.id = ${id} order by q.position, p.id`.execute(tx)
  return rows
}

export async function insertOrder(
  tx: Tx,
  pharmacyId: string,
  order: { id: string; supplierId: string; note: string | null; preparationId: string | null },
  { userId, at }: By,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, order_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set order_number = pharmacy_counters.order_number + 1 returning order_number
    )
    insert into orders (pharmacy_id, id, number, supplier_id, preparation_id, note, created_by, created_at)
    select ${pharmacyId}, ${order.id}, order_number, ${order.supplierId}, ${order.preparationId}, ${order.note},
      ${userId}, ${at} from counted returning number`.execute(tx)
  return rows[0]!.number
}

/** A line that the order has already takes the new boxes; a new one comes last. */
export async function writeOrderLines(
  tx: Tx,
  pharmacyId: string,
  orderId: string,
  lines: readonly { productId: string; quantity: number; price: number | null }[],
): Promise<void> {
  await sql`
    insert into order_lines (pharmacy_id, order_id, pharmacy_product_id, position, quantity, price)
    select ${pharmacyId}, ${orderId}, r."productId",
      (select coalesce(max(position) + 1, 0) from order_lines where pharmacy_id = ${pharmacyId} and order_id = ${orderId})
        + row_number() over () - 1,
      r.quantity, r.price
    from ${jsonRows(lines)} as r ("productId" uuid, quantity int, price bigint)
    on conflict (pharmacy_id, order_id, pharmacy_product_id) do update set quantity = excluded.quantity`.execute(tx)
}

export async function deleteOrderLine(tx: Tx, pharmacyId: string, orderId: string, productId: string): Promise<void> {
  await sql`delete from order_lines where pharmacy_id = ${pharmacyId} and order_id = ${orderId}
    and pharmacy_product_id = ${productId}`.execute(tx)
}

export async function updateNote(tx: Tx, pharmacyId: string, id: string, note: string | null): Promise<void> {
  await sql`update orders set note = ${note} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markSent(tx: Tx, pharmacyId: string, id: string, { userId, at }: By): Promise<void> {
  await sql`update orders set step = 'sent', sent_by = ${userId}, sent_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markConfirmed(tx: Tx, pharmacyId: string, id: string, at: Date): Promise<void> {
  await sql`update orders set step = 'confirmed', confirmed_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markOrderCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update orders set step = 'canceled', canceled_by = ${userId}, canceled_at = ${at}, cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function giveUpBoxes(
  tx: Tx,
  pharmacyId: string,
  orderId: string,
  boxes: readonly { productId: string; boxes: number }[],
): Promise<void> {
  await sql`update order_lines l set given_up = l.given_up + r.boxes
    from ${jsonRows(boxes)} as r ("productId" uuid, boxes int)
    where l.pharmacy_id = ${pharmacyId} and l.order_id = ${orderId} and l.pharmacy_product_id = r."productId"`.execute(
    tx,
  )
}

async function readOrders(tx: Tx, which: RawBuilder<unknown>): Promise<Order[]> {
  const { rows } = await sql<Row>`
    select o.id, o.number, o.supplier_id as "supplierId", s.name as "supplierName", ${state} as state, o.note,
      o.created_at as "createdAt", ${personName('u')} as "createdBy", o.sent_at as "sentAt",
      ${personName('t')} as "sentBy", o.confirmed_at as "confirmedAt", o.canceled_at as "canceledAt",
      o.cancel_reason as "cancelReason", x.lines, x.boxes, x.received, x.amount, x.unpriced
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, sentAt, sentBy, confirmedAt, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    sentAt: sentAt?.toISOString() ?? null,
    sentByName: sentBy && displayName(sentBy),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

/** `delivery_days` are ISO weekdays; the first one after the day of sending is 1 to 7 days later. */
function isLate(pharmacyId: string, { timeZone, today }: Clock): RawBuilder<unknown> {
  const sent = sql`(o.sent_at at time zone ${timeZone})::date`
  return sql`o.step in ('sent', 'confirmed') and o.id = any(array(select order_id from order_lines
      where pharmacy_id = ${pharmacyId} and awaited > 0)) and ${sent} + coalesce((
    select min((d.day::int - extract(isodow from ${sent})::int + 6) % 7 + 1)
    from jsonb_array_elements_text(s.delivery_days) as d (day)), 7) < ${today}::date`
}

/** A search finds the number, the supplier and the products. */
function filtersOf(
  pharmacyId: string,
  { search, state: states, supplierId, late }: OrderQuery,
  clock: Clock,
): RawBuilder<unknown>[] {
  const asked = orderStates.filter((one) => states?.includes(one))
  return [
    sql`o.pharmacy_id = ${pharmacyId}`,
    ...(states ? [sql`${state} = any(${asked}::text[])`] : []),
    ...(supplierId ? [sql`o.supplier_id = any(${supplierId}::uuid[])`] : []),
    ...(late ? [isLate(pharmacyId, clock)] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', o.number, s.name)), ${word}) > 0
          or exists (select from order_lines l join pharmacy_products p on p.pharmacy_id = l.pharmacy_id
              and p.id = l.pharmacy_product_id left join products r on r.id = p.product_id
            where l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
              and strpos(folded(coalesce(p.private_label, r.label)), ${word}) > 0))`,
    ),
  ]
}
