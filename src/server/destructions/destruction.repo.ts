import { sql, type RawBuilder } from 'kysely'
import type { Destruction, DestructionReport, destructions, NewDestruction } from '#shared/contract/destructions.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type DestructionQuery = HandlerInput<typeof destructions.list>['query']
type Row = Omit<Destruction, 'recordedAt' | 'byName'> & { recordedAt: Date; by: PersonName }

/** Inserts the report with the pharmacy's next number; its lines keep the label, the lot and the cost of today. */
export async function insertDestruction(
  tx: Tx,
  pharmacyId: string,
  { id, destroyedOn, method, witness, note, lines }: NewDestruction,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const placed = lines.map((line, position) => ({ ...line, position }))
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, destruction_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set destruction_number = pharmacy_counters.destruction_number + 1
        returning destruction_number
    )
    insert into destructions (pharmacy_id, id, number, destroyed_on, method, witness, note, user_id, at)
    select ${pharmacyId}, ${id}, destruction_number, ${destroyedOn}, ${method}, ${witness}, ${note}, ${userId}, ${at}
    from counted`.execute(tx)
  await sql`
    insert into destruction_lines (pharmacy_id, destruction_id, position, stock_item_id, label, packaging, lot,
      expires_on, quantity, purchase_price, reason)
    select ${pharmacyId}, ${id}, l.position, i.id, coalesce(o.private_label, p.label), k.label, i.lot, i.expires_on,
      l.quantity, i.purchase_price, l.reason
    from json_to_recordset(${JSON.stringify(placed)}::json) as l ("stockItemId" uuid, position int, quantity int,
      reason text)
      join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = l."stockItemId"
      join packagings k on k.id = i.packaging_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id`.execute(tx)
}

export async function findDestructions(
  tx: Tx,
  pharmacyId: string,
  query: DestructionQuery,
): Promise<{ items: Destruction[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`d.number desc`)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`destructions d join users u on u.id = d.user_id where ${kept}`,
    items: (limit) => readRows(tx, sql`${kept} order by ${order} ${limit}`),
  })
  return { total, items: items.map(destructionOf) }
}

export async function findDestruction(tx: Tx, pharmacyId: string, id: string): Promise<DestructionReport | undefined> {
  const [row] = await readRows(tx, sql`d.pharmacy_id = ${pharmacyId} and d.id = ${id}`)
  if (!row) return undefined
  const { rows: lines } = await sql<DestructionReport['lines'][number]>`
    select stock_item_id as "stockItemId", reason, label, packaging, lot, expires_on as "expiresOn", quantity,
      purchase_price as cost
    from destruction_lines where pharmacy_id = ${pharmacyId} and destruction_id = ${id} order by position`.execute(tx)
  return { ...destructionOf(row), lines }
}

const sortColumns = {
  number: sql`d.number`,
  destroyedOn: sql`d.destroyed_on`,
  method: sql`folded(d.method)`,
  witness: sql`folded(d.witness)`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
  lots: sql`l.lots`,
  units: sql`l.units`,
  value: sql`l.value`,
}

async function readRows(tx: Tx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.number, d.destroyed_on as "destroyedOn", d.method, d.witness, d.note, d.at as "recordedAt",
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by, l.lots, l.units, l.value
    from destructions d join users u on u.id = d.user_id
      cross join lateral (select count(*)::int as lots, sum(x.quantity)::bigint as units,
        sum(x.quantity * x.purchase_price)::bigint as value from destruction_lines x
        where x.pharmacy_id = d.pharmacy_id and x.destruction_id = d.id) l
    where ${which}`.execute(tx)
  return rows
}

function destructionOf({ by, recordedAt, ...row }: Row): Destruction {
  return { ...row, recordedAt: recordedAt.toISOString(), byName: displayName(by) }
}

/** Matches the method, the witness, the member, and the products and lots of the lines. */
function filtersOf(pharmacyId: string, { from, to, search }: DestructionQuery): RawBuilder<unknown>[] {
  return [
    sql`d.pharmacy_id = ${pharmacyId}`,
    ...(from ? [sql`d.destroyed_on >= ${from}::date`] : []),
    ...(to ? [sql`d.destroyed_on <= ${to}::date`] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', d.method, d.witness, u.last_name, u.first_name)), ${word}) > 0
          or exists (select from destruction_lines x where x.pharmacy_id = d.pharmacy_id and x.destruction_id = d.id
            and strpos(folded(concat_ws(' ', x.label, x.lot)), ${word}) > 0))`,
    ),
  ]
}
