import { sql, type RawBuilder } from 'kysely'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { SummedName } from '#shared/domain/reports/measures.ts'

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
  }
}
/** The dimensions of a lot. */
export const lotKeys: Partial<Record<KeyName, Key>> = {
  ...productKeys([lot, ofLot]),
  storage: { is: sql`i.storage_id`, joins: [lot] },
  supplier: { is: sql`i.supplier_id`, joins: [lot] },
}
