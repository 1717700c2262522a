import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { labels, WaitingLabel } from '#shared/contract/labels.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { isLoose } from '#server/stock/loose-units.repo.ts'

export type LabelQuery = HandlerInput<typeof labels.list>['query']
export type PrintedLabel = HandlerInput<typeof labels.markPrinted>['body']['labels'][number]
type Act = { userId: string; at: Date }
type Row = Omit<WaitingLabel, 'at' | 'byName'> & { at: Date; by: PersonName }

/** `today`: the pharmacy's calendar day; an expired lot gives its price only when there is no other. */
export async function findWaiting(
  tx: Tx,
  pharmacyId: string,
  query: LabelQuery,
  today: string,
): Promise<{ items: WaitingLabel[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`q.at desc, q.id`)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`${waiting} where ${kept}`,
    items: async (limit) => {
      const { rows } = await sql<Row>`
        select q.id, q.pharmacy_product_id as "pharmacyProductId", ${label} as label, f.label as form,
          (select string_agg(x.dosage, ' + ' order by x.position) from product_inns x
            where x.product_id = o.product_id and x.dosage is not null) as dosage,
          array(select c.code from product_codes c where c.product_id = o.product_id order by c.code)
            || array(select c.code from pharmacy_product_codes c where c.pharmacy_id = q.pharmacy_id
              and c.pharmacy_product_id = o.id order by c.code) as codes,
          box.packaging, box.units, box.price, loose.price as "unitPrice", loose.word as "unitWord",
          g.label as storage, q.cause, q.at,
          json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by
        from ${waiting}
          left join lateral (
            select k.label as packaging, k.units, i.sale_price as price
            from stock_items i join packagings k on k.id = i.packaging_id
            where i.pharmacy_id = q.pharmacy_id and i.pharmacy_product_id = q.pharmacy_product_id
              and not i.archived and not ${isLoose}
            order by i.blocked is null and coalesce(i.expires_on >= ${today}::date, true) desc, on_shelf(i) desc,
              i.expires_on nulls last, i.quantity, i.id limit 1
          ) box on true
          left join lateral (
            select k.label as word, i.sale_price as price
            from stock_items i join packagings k on k.id = i.packaging_id
            where i.pharmacy_id = q.pharmacy_id and i.pharmacy_product_id = q.pharmacy_product_id
              and not i.archived and i.quantity > 0 and ${isLoose}
            order by i.expires_on nulls last, i.id limit 1
          ) loose on true
        where ${kept} order by ${order} ${limit}`.execute(tx)
      return rows
    },
  })
  return {
    total,
    items: items.map(({ by, at, ...row }) => ({ ...row, at: at.toISOString(), byName: displayName(by) })),
  }
}

const label = sql`coalesce(o.private_label, p.label)`
const waiting = sql`label_queue q
  join pharmacy_products o on o.pharmacy_id = q.pharmacy_id and o.id = q.pharmacy_product_id
  left join products p on p.id = o.product_id left join forms f on f.id = p.form_id
  left join storages g on g.pharmacy_id = o.pharmacy_id and g.id = o.storage_id
  join users u on u.id = q.user_id`

const sortColumns = {
  label: sql`folded(${label})`,
  price: sql`box.price`,
  storage: sql`folded(g.label)`,
  cause: sql`q.cause`,
  at: sql`q.at`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

/** The search matches the product, its storage, who asked, and whole codes. */
function filtersOf(pharmacyId: string, { search, cause }: LabelQuery): RawBuilder<unknown>[] {
  return [
    sql`q.pharmacy_id = ${pharmacyId}`,
    sql`q.printed_at is null`,
    sql`not o.archived`,
    ...(cause ? [sql`q.cause = any(${cause}::text[])`] : []),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(concat_ws(' ', ${label}, g.label, u.last_name, u.first_name)), ${word}) > 0
          or exists (select from product_codes c where c.product_id = o.product_id and c.code = ${word})
          or exists (select from pharmacy_product_codes c where c.pharmacy_id = q.pharmacy_id
            and c.pharmacy_product_id = o.id and c.code = ${word}))`,
    ),
  ]
}

export async function knownProducts(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<Map<string, { archived: boolean }>> {
  const { rows } = await sql<{ id: string; archived: boolean }>`
    select id, archived from pharmacy_products
    where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, archived }) => [id, { archived }]))
}

/** Returns how many did not wait already. */
export async function insertAsked(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
  { userId, at }: Act,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into label_queue (pharmacy_id, id, pharmacy_product_id, cause, user_id, at)
    select ${pharmacyId}, gen_random_uuid(), id, 'asked', ${userId}, ${at} from unnest(${[...productIds]}::uuid[]) as id
    on conflict (pharmacy_id, pharmacy_product_id) where printed_at is null do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function deleteWaiting(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from label_queue where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])
      and printed_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** `changed`: waiting labels whose price changed after `at`. */
export async function setPrinted(
  tx: Tx,
  pharmacyId: string,
  printed: readonly PrintedLabel[],
  { userId, at }: Act,
): Promise<{ printed: number; changed: number }> {
  const { rows } = await sql<{ printed: number; changed: number }>`
    with named as materialized (
      select q.id, q.at <= max(r.at) as "isCurrent" from ${jsonRows(printed)} as r (id uuid, at timestamptz)
        join label_queue q on q.pharmacy_id = ${pharmacyId} and q.id = r.id and q.printed_at is null
      group by q.id, q.at
    ), marked as (
      update label_queue q set printed_at = ${at}, printed_by = ${userId}
      from named where q.pharmacy_id = ${pharmacyId} and q.id = named.id and named."isCurrent" returning q.id
    )
    select (select count(*) from marked)::int as printed,
      (select count(*) from named where not "isCurrent")::int as changed`.execute(tx)
  return rows[0]!
}
