import { sql, type RawBuilder } from 'kysely'
import type { deliveries, Delivery, DeliveryState } from '#shared/contract/deliveries.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type DeliveryQuery = HandlerInput<typeof deliveries.list>['query']
/** The head of a delivery that begins. */
export type NewDelivery = Omit<HandlerInput<typeof deliveries.create>['body'], 'aib'> & {
  aib?: number | null
  partOf?: string | null
  importId?: string | null
  orderId?: string | null
}
type Row = Omit<Delivery, 'createdAt' | 'createdByName' | 'closedAt' | 'closedByName' | 'canceledAt'> & {
  createdAt: Date
  createdBy: PersonName
  closedAt: Date | null
  closedBy: PersonName | null
  canceledAt: Date | null
}

export async function findDeliveries(
  tx: Tx,
  pharmacyId: string,
  query: DeliveryQuery,
): Promise<{ items: Delivery[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`d.number desc`)
  return pagedRows(tx, query, {
    from: sql`deliveries d join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id where ${kept}`,
    items: (limit) => readDeliveries(tx, sql`${kept} order by ${order} ${limit}`),
  })
}

export async function findDelivery(tx: Tx, pharmacyId: string, id: string): Promise<Delivery | undefined> {
  const [delivery] = await readDeliveries(tx, sql`d.pharmacy_id = ${pharmacyId} and d.id = ${id}`)
  return delivery
}

/** What the rules need of a delivery that is about to change. */
export type DeliveryFacts = {
  id: string
  supplierId: string
  bl: string
  noteDay: string | null
  receivedOn: string
  noteTotal: number | null
  aib: number | null
  note: string | null
  partOf: string | null
  orderId: string | null
  /** Begun by a member, not from a file nor as the rest of another one. */
  isByHand: boolean
  state: DeliveryState
  validatedStatementId: string | null
}

export async function deliveryFacts(tx: Tx, pharmacyId: string, id: string): Promise<DeliveryFacts | undefined> {
  const { rows } = await sql<DeliveryFacts>`
    select id, supplier_id as "supplierId", bl, note_day as "noteDay", received_on as "receivedOn",
      note_total as "noteTotal", aib_amount as aib, note, part_of as "partOf", order_id as "orderId",
      import_id is null and part_of is null as "isByHand", state, validated_statement_id as "validatedStatementId"
    from deliveries where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** Of a delivery `d`: it is no rest that came with the note of the delivery that it belongs to. */
const hasOwnNote = sql`not exists (select from deliveries p where p.pharmacy_id = d.pharmacy_id and p.id = d.part_of
  and plain_lot(p.bl) = plain_lot(d.bl))`

/** The delivery that received this note of the supplier already, however its number is written. */
export async function deliveryOfNote(
  tx: Tx,
  pharmacyId: string,
  { supplierId, bl, exceptIds }: { supplierId: string; bl: string; exceptIds: readonly string[] },
): Promise<{ id: string; number: number; bl: string } | undefined> {
  const { rows } = await sql<{ id: string; number: number; bl: string }>`
    select d.id, d.number, d.bl from deliveries d where d.pharmacy_id = ${pharmacyId} and d.supplier_id = ${supplierId}
      and plain_lot(d.bl) = plain_lot(${bl}) and d.state <> 'canceled' and ${hasOwnNote}
      and d.id <> all(${[...exceptIds]}::uuid[])`.execute(tx)
  return rows[0]
}

/** The same for several notes, by the number as it is asked. */
export async function deliveriesOfNotes(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  numbers: readonly string[],
): Promise<Map<string, { id: string; number: number }>> {
  const { rows } = await sql<{ bl: string; id: string; number: number }>`
    select w.bl, d.id, d.number from unnest(${[...numbers]}::text[]) as w (bl)
      join deliveries d on d.pharmacy_id = ${pharmacyId} and d.supplier_id = ${supplierId}
        and plain_lot(d.bl) = plain_lot(w.bl) and d.state <> 'canceled' and ${hasOwnNote}`.execute(tx)
  return new Map(rows.map(({ bl, id, number }) => [bl, { id, number }]))
}

export async function insertDelivery(
  tx: Tx,
  pharmacyId: string,
  {
    id,
    supplierId,
    bl,
    noteDay,
    receivedOn,
    noteTotal,
    aib = null,
    note,
    partOf = null,
    importId = null,
    orderId = null,
  }: NewDelivery,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, delivery_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set delivery_number = pharmacy_counters.delivery_number + 1
        returning delivery_number
    )
    insert into deliveries (pharmacy_id, id, number, supplier_id, bl, note_day, received_on, note_total, aib_amount, note,
      part_of, import_id, order_id, created_by, created_at)
    select ${pharmacyId}, ${id}, delivery_number, ${supplierId}, ${bl}, ${noteDay}, ${receivedOn}, ${noteTotal},
      ${aib}, ${note}, ${partOf}, ${importId}, ${orderId}, ${userId}, ${at} from counted`.execute(tx)
}

export async function updateHead(
  tx: Tx,
  pharmacyId: string,
  { id, bl, noteDay, receivedOn, noteTotal, aib, note, orderId }: DeliveryFacts,
): Promise<void> {
  await sql`
    update deliveries set bl = ${bl}, note_day = ${noteDay}, received_on = ${receivedOn}, note_total = ${noteTotal},
      aib_amount = ${aib}, note = ${note}, order_id = ${orderId} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(
    tx,
  )
}

/** A draft becomes open with its first gesture. */
export async function openDraft(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await sql`update deliveries set state = 'open' where pharmacy_id = ${pharmacyId} and id = ${id}
    and state = 'draft'`.execute(tx)
}

export async function markClosed(
  tx: Tx,
  pharmacyId: string,
  id: string,
  by: { userId: string; at: Date },
): Promise<void> {
  await sql`update deliveries set state = 'closed', closed_by = ${by.userId}, closed_at = ${by.at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: { userId: string; at: Date; reason: string },
): Promise<void> {
  await sql`update deliveries set state = 'canceled', canceled_by = ${userId}, canceled_at = ${at},
    cancel_reason = ${reason} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

const sortColumns = {
  number: sql`d.number`,
  bl: sql`folded(d.bl)`,
  supplier: sql`folded(s.name)`,
  receivedOn: sql`d.received_on`,
  state: sql`d.state`,
  lines: sql`x.lines`,
  received: sql`x.received`,
  total: sql`x.total`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

/** VAT is rounded for each line, as `sumsOfDelivery` does. */
async function readDeliveries(tx: Tx, which: RawBuilder<unknown>): Promise<Delivery[]> {
  const { rows } = await sql<Row>`
    select d.id, d.number, d.supplier_id as "supplierId", s.name as "supplierName", d.bl, d.note_day as "noteDay",
      d.received_on as "receivedOn", d.state, d.note_total as "noteTotal", d.aib_amount as aib, d.note, d.part_of as "partOf", d.order_id as "orderId",
      d.import_id is not null as "isFromFile", d.created_at as "createdAt", ${personName('u')} as "createdBy", d.closed_at as "closedAt", ${personName('c')} as "closedBy",
      d.canceled_at as "canceledAt", d.cancel_reason as "cancelReason",
      json_build_object('lines', x.lines, 'checked', x.checked, 'received', x.received, 'noted', x.noted,
        'free', x.free, 'total', x.total) as sums
    from deliveries d join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id
      join users u on u.id = d.created_by left join users c on c.id = d.closed_by
      cross join lateral (
        select count(*)::int as lines, (count(*) filter (where l.checked))::int as checked,
          coalesce(sum(l.received), 0)::bigint as received, coalesce(sum(l.noted), 0)::bigint as noted,
          coalesce(sum(l.free), 0)::bigint as free,
          coalesce(sum(round(l.received * l.purchase_price)
            + round(round(l.received * l.purchase_price) * l.vat / 10000)), 0)::bigint as total
        from delivery_lines l where l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed) x
    where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, closedAt, closedBy, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    closedAt: closedAt?.toISOString() ?? null,
    closedByName: closedBy && displayName(closedBy),
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

/** A search finds the number of the note, of the delivery, the supplier, and the products and lots of the lines. */
function filtersOf(pharmacyId: string, { from, to, search, state, supplierId }: DeliveryQuery): RawBuilder<unknown>[] {
  return [
    sql`d.pharmacy_id = ${pharmacyId}`,
    ...(from ? [sql`d.received_on >= ${from}::date`] : []),
    ...(to ? [sql`d.received_on <= ${to}::date`] : []),
    ...(state ? [sql`d.state = any(${state}::text[])`] : []),
    ...(supplierId ? [sql`d.supplier_id = any(${supplierId}::uuid[])`] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', d.bl, d.number, s.name)), ${word}) > 0
          or exists (select from delivery_lines l where l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id
            and strpos(l.searched, ${word}) > 0))`,
    ),
  ]
}
