import { sql, type RawBuilder } from 'kysely'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { FactSource, SummedName } from '#shared/domain/reports/measures.ts'
import { payerJoins } from '#server/credit/voucher-tables.repo.ts'
import { notWithheld, returnNotWithheld } from '#server/register-ledger/withheld.repo.ts'
import { holderAtCount } from '#server/register-ledger/holder.repo.ts'

/** What a report reads: of which pharmacy, between which moments (the last one is not in it), without which drawers. */
export type FactScope = { pharmacyId: string; from: Date; until: Date; withheld: readonly string[] }

/** The dimensions that are columns of the rows; those of time are computed of `at`. */
export type KeyName = Exclude<DimensionName, 'day' | 'week' | 'month' | 'weekday' | 'hour'>

/**
 * The rows `f` of a source. `rows` has a column `at`. `keys`: for each dimension its expression, with the joins that it
 * needs. `sums`: for each measure what is added up.
 */
export type FactRows = {
  rows: (scope: FactScope) => RawBuilder<unknown>
  keys: Partial<Record<KeyName, Key>>
  sums: Partial<Record<SummedName, RawBuilder<unknown>>>
}
type Key = { is: RawBuilder<unknown>; joins: readonly RawBuilder<unknown>[] }

const within = (at: RawBuilder<unknown>, { from, until }: FactScope) => sql`${at} >= ${from} and ${at} < ${until}`

const lot = sql`left join stock_items i on i.pharmacy_id = f.pharmacy_id and i.id = f.stock_item_id`
/** Of rows with a column `product_id`: the pharmacy’s product. */
const ownProduct = sql`left join pharmacy_products o on o.pharmacy_id = f.pharmacy_id and o.id = f.product_id`
const ofLot = sql`left join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id`
const referential = sql`left join products d on d.id = o.product_id`

/** The dimensions of a product, reached by these joins. */
function productKeys(joins: readonly RawBuilder<unknown>[]): Partial<Record<KeyName, Key>> {
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
const lotKeys: Partial<Record<KeyName, Key>> = {
  ...productKeys([lot, ofLot]),
  storage: { is: sql`i.storage_id`, joins: [lot] },
  supplier: { is: sql`i.supplier_id`, joins: [lot] },
}
const column = (name: string): Key => ({ is: sql`f.${sql.ref(name)}`, joins: [] })

/** Without the lines of AIB, which is the state’s. A return is of the day of the return and of who sold. */
const lines: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.sold_at as at, s.seller_id, s.terminal_id, l.stock_item_id, l.tax_group, l.quantity,
      l.price::numeric * l.quantity as amount, 0::numeric as returned,
      l.purchase_price::numeric * l.quantity as cost, l.purchase_price is not null as costed
    from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and l.levy is null and ${notWithheld(sql`s.register_id`, scope.withheld)}
    union all
    select r.pharmacy_id, r.returned_at, s.seller_id, s.terminal_id, l.stock_item_id, l.tax_group, -t.quantity,
      -t.amount::numeric, t.amount::numeric, case when t.to_stock then -l.purchase_price::numeric * t.quantity else 0 end,
      l.purchase_price is not null
    from sale_returns r
      join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
      join sale_records l on l.pharmacy_id = r.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id
      join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
    where r.pharmacy_id = ${scope.pharmacyId} and ${within(sql`r.returned_at`, scope)}
      and ${returnNotWithheld(scope.withheld)}`,
  keys: {
    ...lotKeys,
    seller: column('seller_id'),
    till: column('terminal_id'),
    taxGroup: column('tax_group'),
  },
  sums: {
    turnover: sql`f.amount`,
    boxes: sql`f.quantity`,
    returned: sql`f.returned`,
    cost: sql`case when f.costed then f.cost end`,
    costedTurnover: sql`case when f.costed then f.amount end`,
    margin: sql`case when f.costed then f.amount - f.cost end`,
  },
}

const sales: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.sold_at as at, s.seller_id, s.terminal_id from sales s
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and ${notWithheld(sql`s.register_id`, scope.withheld)}`,
  keys: { seller: column('seller_id'), till: column('terminal_id') },
  sums: { baskets: sql`1` },
}

const ofPayment = [
  sql`join sale_payments y on y.pharmacy_id = f.pharmacy_id and y.sale_id = f.sale_id and y.id = f.payment_id`,
]
const isInsurers = sql`f.type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT_ORG')`
/** A refund is of the payment that it undoes, whatever it was given back in: as the list of sales adds up. */
const payments: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.sold_at as at, s.seller_id, s.terminal_id, p.sale_id, p.id as payment_id, p.type,
      p.client_id, p.amount::numeric as amount
    from sales s join sale_payments p on p.pharmacy_id = s.pharmacy_id and p.sale_id = s.id
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and ${notWithheld(sql`s.register_id`, scope.withheld)}
    union all
    select r.pharmacy_id, r.returned_at, s.seller_id, s.terminal_id, b.sale_id, b.payment_id, p.type, p.client_id,
      -b.amount::numeric
    from sale_returns r
      join sale_refunds b on b.pharmacy_id = r.pharmacy_id and b.return_id = r.id
      join sale_payments p on p.pharmacy_id = b.pharmacy_id and p.sale_id = b.sale_id and p.id = b.payment_id
      join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
    where r.pharmacy_id = ${scope.pharmacyId} and ${within(sql`r.returned_at`, scope)}
      and ${returnNotWithheld(scope.withheld)}`,
  keys: {
    seller: column('seller_id'),
    till: column('terminal_id'),
    means: column('type'),
    payer: {
      is: sql`case f.type when 'CREDIT_ORG' then og.id when 'INSURANCE' then co.id when 'SOCIAL_SECURITY' then co.id end`,
      joins: [...ofPayment, payerJoins],
    },
    client: { is: sql`case when f.type = 'CREDIT' then f.client_id end`, joins: [] },
  },
  sums: {
    paid: sql`f.amount`,
    discounts: sql`case when f.type = 'DISCOUNT' then f.amount end`,
    insurersPart: sql`case when ${isInsurers} then f.amount end`,
    clientsPart: sql`case when f.type <> 'DISCOUNT' and not ${isInsurers} then f.amount end`,
  },
}

const missed: FactRows = {
  rows: (scope) => sql`
    select m.pharmacy_id, m.missed_at as at, m.user_id as seller_id, m.terminal_id, m.pharmacy_product_id as product_id,
      m.reason, m.price::numeric * m.quantity as value
    from missed_sales m
    where m.pharmacy_id = ${scope.pharmacyId} and ${within(sql`m.missed_at`, scope)}`,
  keys: {
    ...productKeys([ownProduct]),
    seller: column('seller_id'),
    till: column('terminal_id'),
    reason: column('reason'),
  },
  sums: { missedSales: sql`1`, missedValue: sql`f.value` },
}

const losses: FactRows = {
  rows: (scope) => sql`
    select m.pharmacy_id, m.at, m.user_id as seller_id, m.stock_item_id, m.cause, -m.quantity as quantity,
      -m.quantity * (select i.purchase_price::numeric from stock_items i where i.pharmacy_id = m.pharmacy_id
        and i.id = m.stock_item_id) as cost
    from stock_movements m
    where m.pharmacy_id = ${scope.pharmacyId} and ${within(sql`m.at`, scope)}
      and m.cause in ('destruction', 'inventory', 'adjustment')`,
  keys: { ...lotKeys, seller: column('seller_id'), cause: column('cause') },
  sums: { lost: sql`f.cost`, lostBoxes: sql`f.quantity` },
}

const gaps: FactRows = {
  rows: (scope) => sql`
    select c.pharmacy_id, c.counted_at as at, ${holderAtCount} as seller_id, c.gap::numeric as gap
    from register_counts c join cash_registers r on r.pharmacy_id = c.pharmacy_id and r.id = c.register_id
    where c.pharmacy_id = ${scope.pharmacyId} and ${within(sql`c.counted_at`, scope)}
      and ${notWithheld(sql`c.register_id`, scope.withheld)}`,
  keys: { seller: column('seller_id') },
  sums: { gap: sql`f.gap` },
}

/** The rows of each source; a dimension that a source lacks here must not be declared for it (`dimensions`). */
export const factRows: Readonly<Record<FactSource, FactRows>> = { lines, sales, payments, missed, losses, gaps }
