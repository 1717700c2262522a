import { sql, type RawBuilder } from 'kysely'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { SummedName } from '#shared/domain/reports/measures.ts'
import { notWithheld, returnNotWithheld } from '#server/register-ledger/withheld.repo.ts'

/**
 * What a report reads: of which pharmacy, between which moments (the last one is not in it), without which drawers.
 * `days`: the same days in the time zone, both included; `today`: that of the pharmacy.
 */
export type FactScope = {
  pharmacyId: string
  from: Date
  until: Date
  days: { from: string; to: string }
  today: string
  timeZone: string
  withheld: readonly string[]
  /** Of which sales products have their classes: of the period that is asked, also for what it is compared with. */
  classedBy: Pick<FactScope, 'from' | 'until' | 'days'>
}

/** The dimensions that are columns of the rows; those of time are computed of `at`. */
export type KeyName = Exclude<DimensionName, 'day' | 'week' | 'month' | 'weekday' | 'hour'>

/**
 * The rows `f` of a source. `rows` has a column `at`, where dimensions of time are known. `keys`: for each dimension its
 * expression, with the joins that it needs. `sums`: for each measure what is added up.
 */
export type FactRows = {
  rows: (scope: FactScope) => RawBuilder<unknown>
  keys: Partial<Record<KeyName, Key>>
  sums: Partial<Record<SummedName, RawBuilder<unknown>>>
}
/** `has`: its joins give a row for each key of a row; SQL: whether one of these keys is among them. */
export type Key = {
  is: RawBuilder<unknown>
  joins: readonly RawBuilder<unknown>[]
  /** What a statement reads once for all its parts (`with name as …`); `joins` may name it. */
  once?: { name: string; rows: (scope: FactScope) => RawBuilder<unknown> }
  has?: (keys: readonly string[]) => RawBuilder<boolean>
}

export const within = (at: RawBuilder<unknown>, { from, until }: Pick<FactScope, 'from' | 'until'>) =>
  sql`${at} >= ${from} and ${at} < ${until}`
export const onDays = (day: RawBuilder<unknown>, { days }: FactScope) =>
  sql`${day} between ${days.from}::date and ${days.to}::date`
/** SQL: a moment of a day that has no hour. */
export const noonOf = (day: RawBuilder<unknown>, { timeZone }: FactScope) =>
  sql`(${day} + time '12:00') at time zone ${timeZone}`

export const column = (name: string): Key => ({ is: sql`f.${sql.ref(name)}`, joins: [] })

const lot = sql`left join stock_items i on i.pharmacy_id = f.pharmacy_id and i.id = f.stock_item_id`
const ofLot = sql`left join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id`
/** Of rows with a column `product_id`: the pharmacy’s product. */
export const ownProduct = sql`left join pharmacy_products o on o.pharmacy_id = f.pharmacy_id and o.id = f.product_id`
const referential = sql`left join products d on d.id = o.product_id`

/** What was sold of each product less what came back, by weeks that begin with the period. */
const soldByWeek = ({ pharmacyId, timeZone, classedBy, withheld }: FactScope) => sql`
  select i.pharmacy_product_id as product_id, (w.at at time zone ${timeZone})::date - ${classedBy.days.from}::date as day,
    w.amount, w.quantity
  from (
    select s.sold_at as at, l.stock_item_id, l.price::numeric * l.quantity as amount, l.quantity
    from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, classedBy)}
      and l.levy is null and ${notWithheld(sql`s.register_id`, withheld)}
    union all
    select r.returned_at, l.stock_item_id, -t.amount::numeric, -t.quantity
    from sale_returns r
      join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
      join sale_records l on l.pharmacy_id = r.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id
    where r.pharmacy_id = ${pharmacyId} and ${within(sql`r.returned_at`, classedBy)} and ${returnNotWithheld(withheld)}
  ) w join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = w.stock_item_id`

/** The classes of `abcOf`, by the turnover of the period. */
const abcOfProducts = (scope: FactScope) => sql`
  select product_id, case when turnover <= 0 then 'C' when before * 1000 < total * 800 then 'A'
    when before * 1000 < total * 950 then 'B' else 'C' end as class
  from (
    select product_id, turnover, coalesce(sum(greatest(turnover, 0)) over (order by turnover desc, product_id
      rows between unbounded preceding and 1 preceding), 0) as before, sum(greatest(turnover, 0)) over () as total
    from (select product_id, sum(amount) as turnover from (${soldByWeek(scope)}) sold group by 1) each
  ) ranked`

/**
 * By the standard deviation of the boxes of whole weeks to their mean: X up to a half, Y up to once, Z beyond. Of each
 * product that may be asked for, also Z where nothing is sold; of none in a period of fewer than four weeks.
 */
const xyzOfProducts = (scope: FactScope) => {
  const weeks = sql`((${scope.classedBy.days.to}::date - ${scope.classedBy.days.from}::date + 1) / 7)`
  return sql`
    select o.id as product_id, case when sold is null or sold <= 0 or ${weeks} * squares > 2 * sold * sold then 'Z'
      when 4 * (${weeks} * squares - sold * sold) > sold * sold then 'Y' else 'X' end as class
    from pharmacy_products o left join (
      select product_id, sum(boxes) as sold, sum(boxes * boxes) as squares
      from (select product_id, day / 7 as week, sum(quantity)::numeric as boxes from (${soldByWeek(scope)}) sold
        where day / 7 < ${weeks} group by 1, 2) each group by 1) v on v.product_id = o.id
    where o.pharmacy_id = ${scope.pharmacyId} and ${weeks} >= 4`
}

/** The dimensions of a product, reached by these joins. */
export function productKeys(joins: readonly RawBuilder<unknown>[]): Partial<Record<KeyName, Key>> {
  const all = [...joins, referential]
  return {
    product: { is: sql`o.id`, joins },
    category: { is: sql`coalesce(o.category_id, d.category_id)`, joins: all },
    // A product of several substances is one group: nothing is counted twice.
    inns: {
      is: sql`(select string_agg(n.inn_id::text, ',' order by n.inn_id) from product_inns n where n.product_id = d.id)`,
      joins: all,
    },
    atc: { is: sql`left(d.atc_code, 3)`, joins: all },
    laboratory: { is: sql`d.brand_id`, joins: all },
    abc: {
      is: sql`case when o.id is not null then coalesce(abc.class, 'C') end`,
      joins: [...joins, sql`left join abc_of_products abc on abc.product_id = o.id`],
      once: { name: 'abc_of_products', rows: abcOfProducts },
    },
    prescriptionList: { is: sql`nullif(d.prescription_list, 'none')`, joins: all },
    xyz: {
      is: sql`xyz.class`,
      joins: [...joins, sql`left join xyz_of_products xyz on xyz.product_id = o.id`],
      once: { name: 'xyz_of_products', rows: xyzOfProducts },
    },
  }
}
/** The dimensions of a lot. */
export const lotKeys: Partial<Record<KeyName, Key>> = {
  ...productKeys([lot, ofLot]),
  storage: { is: sql`i.storage_id`, joins: [lot] },
  supplier: { is: sql`i.supplier_id`, joins: [lot] },
}
