import { sql } from 'kysely'
import { payerJoins } from '#server/credit/voucher-tables.repo.ts'
import { notWithheld, returnNotWithheld } from '#server/register-ledger/withheld.repo.ts'
import { holderAtCount } from '#server/register-ledger/holder.repo.ts'
import {
  column,
  lotKeys,
  ownProduct,
  productKeys,
  within,
  type FactRows,
  type Key,
  type KeyName,
} from '#server/reports/fact-keys.repo.ts'

/** SQL: who pays the payment `y`, under which contract, of whose staff; with `payerJoins`. */
const payerOf = {
  payer: sql`case y.type when 'CREDIT_ORG' then og.id when 'INSURANCE' then co.id when 'SOCIAL_SECURITY' then co.id end`,
  contract: sql`c.id`,
  employer: sql`coalesce(c.owner_organization_id, case when y.type = 'CREDIT_ORG' then og.id end)`,
}
const payerNames = ['payer', 'contract', 'employer'] as const

/** Of rows with a `sale_id`: those who pay the sale. A row is of each of them, and of none when nobody else pays. */
function payersOfSale(name: (typeof payerNames)[number]): Key {
  const each = sql`left join lateral (select distinct ${payerOf[name]} as key from sale_payments y ${payerJoins}
    where y.pharmacy_id = f.pharmacy_id and y.sale_id = f.sale_id
      and y.type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT_ORG'))`
  return {
    is: sql`${sql.ref(`by_${name}`)}.key`,
    joins: [sql`${each} ${sql.ref(`by_${name}`)} on true`],
    has: (keys) => sql<boolean>`exists (select from (select 1) one ${each} q on true
      where coalesce(q.key::text, '') = any(${[...keys]}::text[]))`,
  }
}

const buyer = sql`left join persons buyer on buyer.pharmacy_id = f.pharmacy_id and buyer.id = f.patient_id`
/** Of rows with the columns of their sale. */
const saleKeys: Partial<Record<KeyName, Key>> = {
  seller: column('seller_id'),
  till: column('terminal_id'),
  register: column('register_id'),
  patient: { is: sql`coalesce(buyer.merged_into, f.patient_id)`, joins: [buyer] },
  // The same name written otherwise is one prescriber.
  prescriber: {
    is: sql`nullif(translate(upper(folded(trim(f.prescription ->> 'prescriber'))), ':', ' '), '')`,
    joins: [],
  },
}
const severalPayers = Object.fromEntries(payerNames.map((name) => [name, payersOfSale(name)]))
const ofSale = sql`s.seller_id, s.terminal_id, s.register_id, s.patient_id, s.prescription`
/** A return is of the drawer that it was made at. */
const ofReturn = sql`s.seller_id, s.terminal_id, r.register_id, s.patient_id, s.prescription`

/**
 * SQL: the tax of what the line `t` of the return `r` brings back of the line `l`: that of all that came back until then,
 * less that of all before, so that a whole line takes back its whole tax.
 */
const taxBack = sql`(select round(coalesce(l.tax_amount, 0)::numeric * (b.before + t.quantity) / l.quantity)
    - round(coalesce(l.tax_amount, 0)::numeric * b.before / l.quantity)
  from (select coalesce(sum(e.quantity), 0) as before from sale_returns p
    join sale_return_lines e on e.pharmacy_id = p.pharmacy_id and e.return_id = p.id and e.line_id = t.line_id
    where p.pharmacy_id = r.pharmacy_id and p.sale_id = r.sale_id and p.number < r.number) b)`

/** Without the lines of AIB, which is the state’s. A return is of the day of the return and of who sold. */
export const lines: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.id as sale_id, s.sold_at as at, ${ofSale}, l.stock_item_id, l.tax_group, l.quantity,
      l.price::numeric * l.quantity as amount, 0::numeric as returned, coalesce(l.tax_amount, 0)::numeric as tax,
      l.purchase_price::numeric * l.quantity as cost, l.purchase_price is not null as costed
    from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and l.levy is null and ${notWithheld(sql`s.register_id`, scope.withheld)}
    union all
    select r.pharmacy_id, s.id, r.returned_at, ${ofReturn}, l.stock_item_id, l.tax_group, -t.quantity,
      -t.amount::numeric, t.amount::numeric, -${taxBack}, case when t.to_stock then -l.purchase_price::numeric * t.quantity else 0 end,
      l.purchase_price is not null
    from sale_returns r
      join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
      join sale_records l on l.pharmacy_id = r.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id
      join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
    where r.pharmacy_id = ${scope.pharmacyId} and ${within(sql`r.returned_at`, scope)}
      and ${returnNotWithheld(scope.withheld)}`,
  keys: { ...lotKeys, ...saleKeys, ...severalPayers, taxGroup: column('tax_group') },
  sums: {
    turnover: sql`f.amount`,
    tax: sql`f.tax`,
    netTurnover: sql`f.amount - f.tax`,
    boxes: sql`f.quantity`,
    returned: sql`f.returned`,
    cost: sql`case when f.costed then f.cost end`,
    costedTurnover: sql`case when f.costed then f.amount end`,
    margin: sql`case when f.costed then f.amount - f.cost end`,
  },
}

export const sales: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.id as sale_id, s.sold_at as at, ${ofSale} from sales s
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and ${notWithheld(sql`s.register_id`, scope.withheld)}`,
  keys: { ...saleKeys, ...severalPayers },
  sums: { baskets: sql`1` },
}

const ofPayment = [
  sql`join sale_payments y on y.pharmacy_id = f.pharmacy_id and y.sale_id = f.sale_id and y.id = f.payment_id`,
]
const isInsurers = sql`f.type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT_ORG')`
/** A refund is of the payment that it undoes, whatever it was given back in: as the list of sales adds up. */
export const payments: FactRows = {
  rows: (scope) => sql`
    select s.pharmacy_id, s.sold_at as at, ${ofSale}, p.sale_id, p.id as payment_id, p.type,
      p.client_id, p.amount::numeric as amount
    from sales s join sale_payments p on p.pharmacy_id = s.pharmacy_id and p.sale_id = s.id
    where s.pharmacy_id = ${scope.pharmacyId} and s.status = 'CLOSED' and ${within(sql`s.sold_at`, scope)}
      and ${notWithheld(sql`s.register_id`, scope.withheld)}
    union all
    select r.pharmacy_id, r.returned_at, ${ofReturn}, b.sale_id, b.payment_id, p.type, p.client_id,
      -b.amount::numeric
    from sale_returns r
      join sale_refunds b on b.pharmacy_id = r.pharmacy_id and b.return_id = r.id
      join sale_payments p on p.pharmacy_id = b.pharmacy_id and p.sale_id = b.sale_id and p.id = b.payment_id
      join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
    where r.pharmacy_id = ${scope.pharmacyId} and ${within(sql`r.returned_at`, scope)}
      and ${returnNotWithheld(scope.withheld)}`,
  keys: {
    ...saleKeys,
    ...Object.fromEntries(payerNames.map((name) => [name, { is: payerOf[name], joins: [...ofPayment, payerJoins] }])),
    means: column('type'),
    client: { is: sql`case when f.type = 'CREDIT' then f.client_id end`, joins: [] },
  },
  sums: {
    paid: sql`f.amount`,
    discounts: sql`case when f.type = 'DISCOUNT' then f.amount end`,
    insurersPart: sql`case when ${isInsurers} then f.amount end`,
    clientsPart: sql`case when f.type <> 'DISCOUNT' and not ${isInsurers} then f.amount end`,
  },
}

export const missed: FactRows = {
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

export const gaps: FactRows = {
  rows: (scope) => sql`
    select c.pharmacy_id, c.counted_at as at, ${holderAtCount} as seller_id, c.register_id, c.gap::numeric as gap
    from register_counts c join cash_registers r on r.pharmacy_id = c.pharmacy_id and r.id = c.register_id
    where c.pharmacy_id = ${scope.pharmacyId} and ${within(sql`c.counted_at`, scope)}
      and ${notWithheld(sql`c.register_id`, scope.withheld)}`,
  keys: { seller: column('seller_id'), register: column('register_id') },
  sums: { gap: sql`f.gap` },
}
