import { sql } from 'kysely'
import { column, lotKeys, ownProduct, productKeys, within, type FactRows } from '#server/reports/fact-keys.repo.ts'
import { savings as savedOf } from '#server/stock/expiry-savings.repo.ts'

/** Boxes that left the stock unsold. Expired: for this reason, or after the day of the lot. */
export const losses: FactRows = {
  rows: (scope) => sql`
    select m.pharmacy_id, m.at, m.user_id as seller_id, m.stock_item_id, m.cause, -m.quantity as quantity,
      -m.quantity * i.purchase_price::numeric as cost,
      m.cause <> 'inventory' and (m.reason in ('expired', 'expiry')
        or m.cause = 'destruction' and i.expires_on < (m.at at time zone ${scope.timeZone})::date) as expired
    from stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
    where m.pharmacy_id = ${scope.pharmacyId} and ${within(sql`m.at`, scope)}
      and m.cause in ('destruction', 'inventory', 'adjustment')`,
  keys: { ...lotKeys, seller: column('seller_id'), cause: column('cause') },
  sums: { lost: sql`f.cost`, lostBoxes: sql`f.quantity`, expiryLost: sql`case when f.expired then f.cost end` },
}

export const stock: FactRows = {
  rows: (scope) => sql`
    select m.pharmacy_id, m.at, m.user_id as seller_id, m.stock_item_id, m.cause, m.quantity,
      m.quantity * p.purchase_price::numeric as cost
    from stock_movements m left join stock_items p on p.pharmacy_id = m.pharmacy_id and p.id = m.stock_item_id
    where m.pharmacy_id = ${scope.pharmacyId} and ${within(sql`m.at`, scope)}`,
  keys: { ...lotKeys, seller: column('seller_id'), cause: column('cause') },
  sums: {
    stockIn: sql`case when f.quantity > 0 then f.cost end`,
    stockOut: sql`case when f.quantity < 0 then -f.cost end`,
    boxesIn: sql`case when f.quantity > 0 then f.quantity end`,
    boxesOut: sql`case when f.quantity < 0 then -f.quantity end`,
  },
}

/** Backwards from what lots hold now: nothing is read of before the period. */
export const levels: FactRows = {
  rows: (scope) => sql`
    select i.pharmacy_id, i.id as stock_item_id, v.opening, v.closing, i.purchase_price::numeric as price from (
      select stock_item_id, sum(opening) as opening, sum(closing) as closing from (
        select i.id as stock_item_id, i.quantity as opening, i.quantity as closing from stock_items i
        where i.pharmacy_id = ${scope.pharmacyId} and i.has_stock
        union all
        select m.stock_item_id, -sum(m.quantity), -coalesce(sum(m.quantity) filter (where m.at >= ${scope.until}), 0)
        from stock_movements m where m.pharmacy_id = ${scope.pharmacyId} and m.at >= ${scope.from} group by 1
      ) held group by 1
    ) v join stock_items i on i.pharmacy_id = ${scope.pharmacyId} and i.id = v.stock_item_id`,
  keys: lotKeys,
  sums: {
    stockOpening: sql`f.opening * f.price`,
    stockClosing: sql`f.closing * f.price`,
    boxesOpening: sql`f.opening`,
    boxesClosing: sql`f.closing`,
  },
}

/** A product is watched when it moved in the period or so many days before it. */
const watchedBefore = 30

/**
 * The days of the period up to today on which each product had nothing at the end of the day, and those on which it was
 * watched. Its stock at the beginning is computed backwards from now, and changes on each day on which it moved.
 */
export const outages: FactRows = {
  rows: ({ pharmacyId, days, today }) => {
    const end = sql`least(${days.to}::date, ${today}::date) + 1`
    const begin = sql`${days.from}::date - ${watchedBefore}::int`
    return sql`
    with moved as materialized (
      select o.id as product_id, d.day, d.moved as quantity
      from pharmacy_products o cross join lateral (select d.day, d.moved from product_days d
        where d.pharmacy_id = o.pharmacy_id and d.pharmacy_product_id = o.id and d.day >= ${begin} offset 0) d
      where o.pharmacy_id = ${pharmacyId}
    ), known as (
      select product_id, (select coalesce(sum(i.quantity), 0) from stock_items i where i.pharmacy_id = ${pharmacyId}
        and i.pharmacy_product_id = moved.product_id and i.has_stock) - sum(quantity) as quantity
      from moved group by 1 having min(day) < ${end}
    ), change as (
      select product_id, ${begin} as day, quantity from known where quantity > 0
      union all
      select m.product_id, m.day, m.quantity from moved m join known k on k.product_id = m.product_id
    )
    select ${pharmacyId}::uuid as pharmacy_id, product_id, sum(days) filter (where level <= 0) as out, sum(days) as watched
    from (
      select product_id, sum(quantity) over by_day as level,
        greatest(0, least(lead(day, 1, ${end}) over by_day, ${end}) - greatest(day, ${days.from}::date)) as days
      from change window by_day as (partition by product_id order by day)
    ) span group by product_id having sum(days) > 0`
  },
  keys: productKeys([ownProduct]),
  sums: { outDays: sql`coalesce(f.out, 0)`, watchedDays: sql`f.watched` },
}

export const savings: FactRows = {
  rows: (scope) => sql`
    select ${scope.pharmacyId}::uuid as pharmacy_id, x.at, x.stock_item_id, x.amount from ${savedOf(scope.pharmacyId)} x
    where ${within(sql`x.at`, scope)}`,
  keys: lotKeys,
  sums: { expirySaved: sql`f.amount` },
}
