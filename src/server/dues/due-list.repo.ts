import { sql, type RawBuilder } from 'kysely'
import type { Due, dues } from '#shared/contract/dues.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { owedUnits } from '#server/dues/owed-units.repo.ts'

export type DueQuery = HandlerInput<typeof dues.list>['query']
type Row = Omit<
  Due,
  'createdAt' | 'createdByName' | 'handedOverAt' | 'handedOverByName' | 'canceledAt' | 'canceledByName'
> & {
  createdAt: Date
  createdBy: PersonName
  handedOverAt: Date | null
  handedOverBy: PersonName | null
  canceledAt: Date | null
  canceledBy: PersonName | null
}

/** `today`: the pharmacy's calendar day, on which lots expire. */
export async function findDues(
  tx: Tx,
  pharmacyId: string,
  query: DueQuery,
  today: string,
): Promise<{ items: Due[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`(d.owed > 0) desc, d.created_at desc, d.id`)
  const isOfShelf = query.onShelf !== undefined || /onShelf/.test(query.sort ?? '')
  const isOfDueAlone = !isOfShelf && !query.search && !query.productId
  const from = isOfShelf ? namedDues(pharmacyId, today) : isOfDueAlone && !query.sort ? sql`dues d` : named
  const { items, total } = await pagedRows(tx, query, {
    from: sql`${isOfDueAlone ? sql`dues d` : from} where ${kept}`,
    items: (limit) => {
      const page = sql`select d.id from ${from} where ${kept} order by ${order} ${limit}`
      const which = sql`d.pharmacy_id = ${pharmacyId} and d.id = any(array(${page})) order by ${order}`
      return readRows(tx, { pharmacyId, today, which })
    },
  })
  return { items: items.map(dueOf), total }
}

/** In the order in which they were noted. An unknown id is left out. */
export async function duesById(tx: Tx, pharmacyId: string, ids: readonly string[], today: string): Promise<Due[]> {
  const which = sql`d.pharmacy_id = ${pharmacyId} and d.id = any(${[...ids]}::uuid[]) order by r.position, d.id`
  return (await readRows(tx, { pharmacyId, today, which })).map(dueOf)
}

/** A due beside its sale and line. */
const named = sql`dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
    join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
    join packagings k on k.id = i.packaging_id join users u on u.id = d.created_by
    left join persons p on p.pharmacy_id = s.pharmacy_id and p.id = s.patient_id`

/** The same with the units of its product and packaging on the shelf. */
function namedDues(pharmacyId: string, today: string): RawBuilder<unknown> {
  return sql`${named}
    left join ${owedUnits(pharmacyId)} o on o."pharmacyProductId" = i.pharmacy_product_id
      and o."packagingId" = i.packaging_id
    cross join lateral (select greatest(0, coalesce(o.owed, 0) + coalesce(sum(sellable(q, ${today}::date)), 0)) as units
      from stock_items q where q.pharmacy_id = d.pharmacy_id and q.pharmacy_product_id = i.pharmacy_product_id
        and q.packaging_id = i.packaging_id and q.has_stock) shelf`
}

const state = sql`case when d.owed > 0 then 'open' when d.canceled_at is null then 'handed-over' else 'canceled' end`
const sortColumns = {
  createdAt: sql`d.created_at`,
  label: sql`folded(r.label)`,
  owed: sql`d.owed`,
  name: sql`folded(d.name)`,
  phone: sql`d.phone`,
  sale: sql`s.number`,
  onShelf: sql`shelf.units`,
  state: sql`array_position(array['open', 'handed-over', 'canceled'], ${state})`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

type Which = { pharmacyId: string; today: string; which: RawBuilder<unknown> }

async function readRows(tx: Tx, { pharmacyId, today, which }: Which): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.sale_id as "saleId", s.number as "saleNumber", d.sale_record_id as "lineId",
      s.patient_id as "patientId", i.pharmacy_product_id as "pharmacyProductId", r.label,
      i.packaging_id as "packagingId", k.label as packaging, d.quantity, d.owed, shelf.units as "onShelf",
      ${state} as state, d.name, d.phone, d.note, d.created_at as "createdAt", ${personName('u')} as "createdBy",
      d.handed_over_at as "handedOverAt", ${personName('h')} as "handedOverBy",
      d.canceled_at as "canceledAt", ${personName('x')} as "canceledBy",
      d.cancel_reason as "cancelReason"
    from ${namedDues(pharmacyId, today)} left join users h on h.id = d.handed_over_by
      left join users x on x.id = d.canceled_by
    where ${which}`.execute(tx)
  return rows
}

function dueOf({ createdAt, createdBy, handedOverAt, handedOverBy, canceledAt, canceledBy, ...row }: Row): Due {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    handedOverAt: handedOverAt?.toISOString() ?? null,
    handedOverByName: handedOverBy && displayName(handedOverBy),
    canceledAt: canceledAt?.toISOString() ?? null,
    canceledByName: canceledBy && displayName(canceledBy),
  }
}

/** The search matches whom to call, the patient of the sale, the phone, the product and the number of the sale. */
function filtersOf(
  pharmacyId: string,
  { search, state: states, productId, saleId, onShelf }: DueQuery,
): RawBuilder<unknown>[] {
  return [
    sql`d.pharmacy_id = ${pharmacyId}`,
    // What is open is found by its index.
    ...(states?.every((one) => one === 'open') ? [sql`d.owed > 0`] : []),
    ...(states ? [sql`${state} = any(${[...states]}::text[])`] : []),
    ...(productId ? [sql`i.pharmacy_product_id = any(${[...productId]}::uuid[])`] : []),
    ...(saleId ? [sql`d.sale_id = ${saleId}`] : []),
    ...(onShelf ? [sql`shelf.units > 0`] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', d.name, p.last_name, p.first_name, d.phone, r.label)), ${word}) > 0
          or s.number::text = ${word})`,
    ),
  ]
}
