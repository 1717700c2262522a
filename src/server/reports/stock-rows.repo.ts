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
      m.quantity * (select i.purchase_price::numeric from stock_items i where i.pharmacy_id = m.pharmacy_id
        and i.id = m.stock_item_id) as cost
    from stock_movements m where m.pharmacy_id = ${scope.pharmacyId} and ${within(sql`m.at`, scope)}`,
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
    select v.pharmacy_id, v.stock_item_id, v.opening, v.closing, i.purchase_price::numeric as price from (
      select i.pharmacy_id, i.id as stock_item_id, i.quantity as opening, i.quantity as closing from stock_items i
      where i.pharmacy_id = ${scope.pharmacyId} and i.has_stock
      union all
      select m.pharmacy_id, m.stock_item_id, -m.quantity, case when m.at >= ${scope.until} then -m.quantity else 0 end
      from stock_movements m where m.pharmacy_id = ${scope.pharmacyId} and m.at >= ${scope.from}
    ) v join stock_items i on i.pharmacy_id = v.pharmacy_id and i.id = v.stock_item_id`,
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
 * watched. Its stock after each day on which it moved is computed backwards from now, and stays until the next one.
 */
export const outages: FactRows = {
  rows: ({ pharmacyId, timeZone, days, today }) => {
    const end = sql`least(${days.to}::date, ${today}::date) + 1`
    const begin = sql`${days.from}::date - ${watchedBefore}::int`
    return sql`
    select ${pharmacyId}::uuid as pharmacy_id, product_id, sum(days) filter (where level <= 0) as out, sum(days) as watched
    from (
      select product_id, level, greatest(0, least(lead(day, 1, ${end}) over (partition by product_id order by day), ${end})
        - greatest(day, ${days.from}::date)) as days
      from (
        with moved as materialized (
          select i.pharmacy_product_id as product_id, (m.at at time zone ${timeZone})::date as day, sum(m.quantity) as quantity
          from stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
          where m.pharmacy_id = ${pharmacyId} and m.at >= (${begin})::timestamp at time zone ${timeZone}
          group by 1, 2
        ), known as (
          select product_id, sum(quantity) as moved, (select coalesce(sum(i.quantity), 0) from stock_items i
            where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = moved.product_id) as held
          from moved group by 1 having min(day) < ${end}
        )
        select product_id, ${begin} as day, held - moved as level from known where held - moved > 0
        union all
        select m.product_id, m.day, k.held - k.moved + sum(m.quantity) over (partition by m.product_id order by m.day)
        from moved m join known k on k.product_id = m.product_id
      ) level
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
