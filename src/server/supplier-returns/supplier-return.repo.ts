import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  NewSupplierReturn,
  SupplierReturn,
  SupplierReturnNote,
  supplierReturns,
} from '#shared/contract/supplier-returns.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type ReturnQuery = HandlerInput<typeof supplierReturns.list>['query']
type By = { userId: string; at: Date }
type Row = Omit<
  SupplierReturn,
  'sentAt' | 'sentByName' | 'creditedAt' | 'givenUpAt' | 'givenUpByName' | 'canceledAt' | 'canceledByName'
> & {
  sentAt: Date
  sentBy: PersonName
  creditedAt: Date | null
  givenUpAt: Date | null
  givenUpBy: PersonName | null
  canceledAt: Date | null
  canceledBy: PersonName | null
}

/** Inserts the return with the pharmacy's next number; its lines keep the label, the lot and the cost of today. */
export async function insertReturn(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, note, lines }: NewSupplierReturn,
  { userId, at }: By,
): Promise<void> {
  const placed = lines.map((line, position) => ({ ...line, position }))
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, supplier_return_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set supplier_return_number = pharmacy_counters.supplier_return_number + 1
        returning supplier_return_number
    )
    insert into supplier_returns (pharmacy_id, id, number, supplier_id, note, sent_by, sent_at)
    select ${pharmacyId}, ${id}, supplier_return_number, ${supplierId}, ${note}, ${userId}, ${at} from counted`.execute(
    tx,
  )
  await sql`
    insert into supplier_return_lines (pharmacy_id, return_id, position, stock_item_id, delivery_id, label, packaging, lot,
      expires_on, quantity, purchase_price, reason)
    select ${pharmacyId}, ${id}, l.position, i.id, l."deliveryId", coalesce(o.private_label, p.label), k.label, i.lot,
      i.expires_on, l.quantity, i.purchase_price, l.reason
    from json_to_recordset(${JSON.stringify(placed)}::json) as l ("stockItemId" uuid, "deliveryId" uuid, position int,
      quantity int, reason text)
      join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = l."stockItemId"
      join packagings k on k.id = i.packaging_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id`.execute(tx)
}

/** Of these deliveries, those that the pharmacy does not have. */
export async function unknownDeliveries(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${[...ids]}::uuid[]) as w (id) where not exists (select from deliveries d
      where d.pharmacy_id = ${pharmacyId} and d.id = w.id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type ReturnedLine = { stockItemId: string; quantity: number }

/** Open return work on these lots is done by the return. */
export async function endTasksOfReturn(
  tx: Tx,
  pharmacyId: string,
  lines: readonly ReturnedLine[],
  { userId, at }: By,
): Promise<void> {
  await sql`
    update expiry_tasks t set outcome = 'done', ended_by = ${userId}, ended_at = ${at}, done_quantity = l.quantity
    from json_to_recordset(${JSON.stringify(lines)}::json) as l ("stockItemId" uuid, quantity int)
    where t.pharmacy_id = ${pharmacyId} and t.stock_item_id = l."stockItemId" and t.kind = 'return'
      and t.outcome is null`.execute(tx)
}

/** The work that a canceled return had done. It was ended in the moment in which the return was sent. */
export async function tasksComeToNothing(
  tx: Tx,
  pharmacyId: string,
  lines: readonly ReturnedLine[],
  { sentAt }: { sentAt: string },
): Promise<void> {
  await sql`
    update expiry_tasks set outcome = 'canceled', done_quantity = null where pharmacy_id = ${pharmacyId}
      and stock_item_id = any(${lines.map(({ stockItemId }) => stockItemId)}::uuid[]) and kind = 'return'
      and outcome = 'done' and ended_at = ${sentAt}`.execute(tx)
}

export async function insertCredit(
  tx: Tx,
  pharmacyId: string,
  returnId: string,
  { id, number, amount, userId, at }: By & { id: string; number: string | null; amount: number },
): Promise<void> {
  await tx
    .insertInto('supplier_return_credits')
    .values({ pharmacy_id: pharmacyId, id, return_id: returnId, number, amount, noted_by: userId, noted_at: at })
    .execute()
}

/** Nothing is awaited any more; `givenUp`: the rest that is given up. */
export async function markCredited(
  tx: Tx,
  pharmacyId: string,
  id: string,
  givenUp: (By & { amount: number; reason: string }) | null,
): Promise<void> {
  await tx
    .updateTable('supplier_returns')
    .set({
      state: 'credited',
      ...(givenUp && {
        given_up_amount: givenUp.amount,
        give_up_reason: givenUp.reason,
        given_up_by: givenUp.userId,
        given_up_at: givenUp.at,
      }),
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function markCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { reason, userId, at }: By & { reason: string },
): Promise<void> {
  await tx
    .updateTable('supplier_returns')
    .set({ state: 'canceled', cancel_reason: reason, canceled_by: userId, canceled_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function findReturns(
  tx: Tx,
  pharmacyId: string,
  query: ReturnQuery,
): Promise<{ items: SupplierReturn[]; total: number; awaited: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query, await timeZoneOf(tx, pharmacyId)), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`r.number desc`)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`${named} where ${kept}`,
    items: (limit) => readRows(tx, sql`${kept} order by ${order} ${limit}`),
  })
  const { rows } = await sql<{ awaited: number }>`
    select coalesce(sum(${awaited}), 0)::bigint as awaited from ${named} ${sums} where ${kept}`.execute(tx)
  return { total, awaited: rows[0]!.awaited, items: items.map(returnOf) }
}

export async function findReturn(tx: Tx, pharmacyId: string, id: string): Promise<SupplierReturnNote | undefined> {
  const [row] = await readRows(tx, sql`r.pharmacy_id = ${pharmacyId} and r.id = ${id}`)
  if (!row) return undefined
  const { rows: lines } = await sql<SupplierReturnNote['lines'][number]>`
    select x.stock_item_id as "stockItemId", x.reason, x.delivery_id as "deliveryId", d.number as "deliveryNumber", x.label,
      x.packaging, x.lot, x.expires_on as "expiresOn", x.quantity, x.purchase_price as cost
    from supplier_return_lines x left join deliveries d on d.pharmacy_id = x.pharmacy_id and d.id = x.delivery_id
    where x.pharmacy_id = ${pharmacyId} and x.return_id = ${id} order by x.position`.execute(tx)
  const { rows: credits } = await sql<
    Omit<SupplierReturnNote['credits'][number], 'at' | 'byName'> & { at: Date; by: PersonName }
  >`
    select k.id, k.number, k.amount, k.noted_at as at, ${nameOf('c')} as by
    from supplier_return_credits k join users c on c.id = k.noted_by
    where k.pharmacy_id = ${pharmacyId} and k.return_id = ${id} order by k.noted_at, k.id`.execute(tx)
  return {
    ...returnOf(row),
    lines,
    credits: credits.map(({ at, by, ...credit }) => ({ ...credit, at: at.toISOString(), byName: displayName(by) })),
  }
}

const named = sql`supplier_returns r join suppliers s on s.pharmacy_id = r.pharmacy_id and s.id = r.supplier_id
  join users u on u.id = r.sent_by`
const sums = sql`cross join lateral (select count(*)::int as lots, sum(x.quantity)::bigint as units,
  sum(x.quantity * x.purchase_price)::bigint as value from supplier_return_lines x
  where x.pharmacy_id = r.pharmacy_id and x.return_id = r.id) l
  cross join lateral (select string_agg(k.number, ', ' order by k.noted_at, k.id) as number, sum(k.amount)::bigint as amount,
    max(k.noted_at) as at from supplier_return_credits k
    where k.pharmacy_id = r.pharmacy_id and k.return_id = r.id) k`
/** The same rule as `creditReturn`. */
const awaited = sql`case when r.state = 'sent' then greatest(0, l.value - coalesce(k.amount, 0)) else 0 end`
const sortColumns = {
  number: sql`r.number`,
  supplier: sql`folded(s.name)`,
  state: sql`array_position(array['sent', 'credited', 'canceled'], r.state)`,
  sentAt: sql`r.sent_at`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
  lots: sql`l.lots`,
  units: sql`l.units`,
  value: sql`l.value`,
  credit: sql`k.amount`,
  awaited,
}

async function readRows(tx: Tx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.number, r.supplier_id as "supplierId", s.name as "supplierName", r.state, r.note, r.sent_at as "sentAt",
      ${nameOf('u')} as "sentBy", l.lots, l.units, l.value, k.number as "creditNumber",
      k.amount as "creditAmount", k.at as "creditedAt", ${awaited}::bigint as awaited, r.given_up_amount as "givenUp",
      r.give_up_reason as "giveUpReason", r.given_up_at as "givenUpAt",
      case when c.id is not null then ${nameOf('c')} end as "givenUpBy", r.canceled_at as "canceledAt",
      case when x.id is not null then ${nameOf('x')} end as "canceledBy", r.cancel_reason as "cancelReason"
    from ${named} ${sums} left join users c on c.id = r.given_up_by left join users x on x.id = r.canceled_by
    where ${which}`.execute(tx)
  return rows
}

function returnOf({
  sentAt,
  sentBy,
  creditedAt,
  givenUpAt,
  givenUpBy,
  canceledAt,
  canceledBy,
  ...row
}: Row): SupplierReturn {
  return {
    ...row,
    sentAt: sentAt.toISOString(),
    sentByName: displayName(sentBy),
    creditedAt: creditedAt?.toISOString() ?? null,
    givenUpAt: givenUpAt?.toISOString() ?? null,
    givenUpByName: givenUpBy && displayName(givenUpBy),
    canceledAt: canceledAt?.toISOString() ?? null,
    canceledByName: canceledBy && displayName(canceledBy),
  }
}

/** Matches the supplier, the member, the credit note, and the products and lots of the lines. */
function filtersOf(
  pharmacyId: string,
  { from, to, search, state, supplierId }: ReturnQuery,
  timeZone: string,
): RawBuilder<unknown>[] {
  return [
    sql`r.pharmacy_id = ${pharmacyId}`,
    ...inDays(sql`r.sent_at`, { from, to }, timeZone),
    ...(state ? [sql`r.state = any(${[...state]}::text[])`] : []),
    ...(supplierId ? [sql`r.supplier_id = ${supplierId}`] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', s.name, u.last_name, u.first_name)), ${word}) > 0
          or exists (select from supplier_return_credits z where z.pharmacy_id = r.pharmacy_id and z.return_id = r.id
            and strpos(folded(z.number), ${word}) > 0)
          or exists (select from supplier_return_lines y where y.pharmacy_id = r.pharmacy_id and y.return_id = r.id
            and strpos(folded(concat_ws(' ', y.label, y.lot)), ${word}) > 0))`,
    ),
  ]
}

function nameOf(user: 'u' | 'c' | 'x') {
  return sql`json_build_object('firstName', ${sql.ref(`${user}.first_name`)}, 'lastName', ${sql.ref(`${user}.last_name`)})`
}
