import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { MissedProduct, MissedSale, missedSales, NewMissedSale } from '#shared/contract/missed-sales.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type MissedQuery = HandlerInput<typeof missedSales.list>['query']
export type MissedProductQuery = HandlerInput<typeof missedSales.byProduct>['query']

export async function isProductKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('pharmacy_products')
      .select('id')
      .where('pharmacy_id', '=', pharmacyId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export async function isMissedSaleKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('missed_sales')
      .select('id')
      .where('pharmacy_id', '=', pharmacyId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export async function insertMissed(
  tx: Tx,
  pharmacyId: string,
  missed: Omit<MissedSale, 'byName'>,
  { sellerId, terminalId }: NewMissedSale,
  receivedAt: Date,
): Promise<void> {
  await tx
    .insertInto('missed_sales')
    .values({
      pharmacy_id: pharmacyId,
      id: missed.id,
      pharmacy_product_id: missed.pharmacyProductId,
      label: missed.label,
      quantity: missed.quantity,
      price: missed.price,
      reason: missed.reason,
      user_id: sellerId,
      terminal_id: terminalId,
      missed_at: new Date(missed.missedAt),
      received_at: receivedAt,
    })
    .execute()
}

type MissedRow = Omit<MissedSale, 'missedAt' | 'byName'> & { missedAt: string; by: PersonName }

/** One page, with the lost revenue of all filtered missed sales. Days are in the pharmacy's time zone. */
export async function findMissed(
  tx: Tx,
  pharmacyId: string,
  query: MissedQuery,
): Promise<{ items: MissedSale[]; total: number; value: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const order = sortOrder(
    query.sort,
    {
      missedAt: sql`f.missed_at`,
      hour: sql`(f.missed_at at time zone ${timeZone})::time`,
      label: sql`folded(f.label)`,
      reason: sql`f.reason`,
      quantity: sql`f.quantity`,
      price: sql`f.price`,
      value: sql`f.quantity * f.price`,
      seller: sql`folded(u.last_name || ' ' || u.first_name)`,
    },
    sql`f.missed_at desc, f.id`,
  )
  const { rows } = await sql<{ total: number; value: number; items: MissedRow[] }>`
    with filtered as materialized (
      select m.* from missed_sales m where ${kept(pharmacyId, query, timeZone)}
    ), page as (
      select f.id, f.pharmacy_product_id as "pharmacyProductId", f.label, f.quantity, f.price, f.reason,
        f.missed_at as "missedAt", json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by,
        row_number() over (order by ${order}) as place
      from filtered f join users u on u.id = f.user_id order by place
        limit ${query.size} offset ${query.page * query.size}
    )
    select (select count(*) from filtered) as total,
      (select coalesce(sum(quantity * price::numeric), 0) from filtered) as value,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, value, items } = rows[0]!
  return {
    total,
    value,
    items: items.map(({ by, missedAt, ...item }) => ({
      ...item,
      missedAt: new Date(missedAt).toISOString(),
      byName: displayName(by),
    })),
  }
}

/** Grouped by product, or by name when it is none of the pharmacy's products; with the most recent name. */
export async function findMissedProducts(
  tx: Tx,
  pharmacyId: string,
  query: MissedProductQuery,
): Promise<{ items: MissedProduct[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const order = sortOrder(
    query.sort,
    {
      label: sql`folded(g.label)`,
      times: sql`g.times`,
      quantity: sql`g.quantity`,
      value: sql`g.value`,
      absent: sql`g.absent`,
      tooDear: sql`g."tooDear"`,
      lastAt: sql`g."lastAt"`,
    },
    // A product has one row, and so has a name without a product.
    sql`g.value desc, g.quantity desc, g.label, g."pharmacyProductId"`,
  )
  const { rows } = await sql<{ total: number; items: MissedProduct[] }>`
    with grouped as materialized (
      select m.pharmacy_product_id as "pharmacyProductId",
        (array_agg(m.label order by m.missed_at desc, m.id))[1] as label, count(*) as times,
        sum(m.quantity) as quantity,
        ${safeSum(sql`m.quantity * m.price::numeric`)} as value,
        count(*) filter (where m.reason = 'absent') as absent,
        count(*) filter (where m.reason = 'too-dear') as "tooDear", max(m.missed_at) as "lastAt"
      from missed_sales m where ${kept(pharmacyId, query, timeZone)}
      group by m.pharmacy_product_id, case when m.pharmacy_product_id is null then folded(m.label) end
    ), page as (
      select g.*, row_number() over (order by ${order}) as place from grouped g order by place
        limit ${query.size} offset ${query.page * query.size}
    )
    select (select count(*) from grouped) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return {
    total,
    items: items.map((item) => ({ ...item, lastAt: new Date(item.lastAt).toISOString() })),
  }
}

function kept(
  pharmacyId: string,
  { from, to, search, reason }: Omit<MissedQuery, 'sort' | 'page' | 'size'>,
  timeZone: string,
): RawBuilder<unknown> {
  const conditions = [
    sql`m.pharmacy_id = ${pharmacyId}`,
    ...inDays(sql`m.missed_at`, { from, to }, timeZone),
    ...(reason ? [sql`m.reason = any(${reason}::text[])`] : []),
    // The product, or who noted it.
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`(strpos(folded(m.label), ${word}) > 0 or m.user_id = any(array(select u.id from users u
          where u.pharmacy_id = ${pharmacyId} and strpos(folded(u.last_name || ' ' || u.first_name), ${word}) > 0)))`,
    ),
  ]
  return sql.join(conditions, sql` and `)
}
