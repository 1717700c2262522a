import { sql, type RawBuilder } from 'kysely'
import { answeredAfterDays } from '#shared/domain/purchasing/order-state.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import {
  column,
  noonOf,
  onDays,
  ownProduct,
  productKeys,
  within,
  type FactRows,
} from '#server/reports/fact-keys.repo.ts'

const ofContract = [
  sql`left join sale_payments y on y.pharmacy_id = f.pharmacy_id and y.sale_id = f.sale_id and y.id = f.payment_id
  left join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id
  left join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id`,
]
const debtor = sql`left join persons debtor on debtor.pharmacy_id = f.pharmacy_id and debtor.id = f.person_id`

/** The lines of bills, and what was settled of them: the sums of `billingReport`. */
export const bills: FactRows = {
  rows: (scope) => {
    const issued = sql`b.pharmacy_id = ${scope.pharmacyId} and b.status <> 'canceled' and ${onDays(sql`b.issued_on`, scope)}`
    const ofBill = sql`b.pharmacy_id, ${noonOf(sql`b.issued_on`, scope)} as at,
      coalesce(b.company_id, b.organization_id) as payer_id, b.organization_id, b.person_id`
    return sql`
    select ${ofBill}, l.sale_id, l.payment_id, l.amount::numeric as billed, 0::numeric as paid, 0::numeric as refused,
      0::numeric as paid_days, case when b.status = 'open' and l.holds then ${leftOf} else 0 end::numeric as "left"
    from bills b join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id
      join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
    where ${issued}
    union all
    select ${ofBill}, z.sale_id, z.payment_id, 0, case when z.kind = 'paid' then z.amount else 0 end,
      case when z.kind <> 'paid' then z.amount else 0 end,
      case when z.kind = 'paid' then z.amount::numeric * greatest(0, coalesce(m.paid_on, z.settled_at::date) - b.issued_on)
        else 0 end, 0
    from bills b
      join bill_settlements z on z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null
      left join bill_payments m on m.pharmacy_id = z.pharmacy_id and m.id = z.bill_payment_id
    where ${issued}`
  },
  keys: {
    payer: column('payer_id'),
    contract: { is: sql`c.id`, joins: ofContract },
    employer: { is: sql`coalesce(c.owner_organization_id, f.organization_id)`, joins: ofContract },
    client: { is: sql`coalesce(debtor.merged_into, f.person_id)`, joins: [debtor] },
  },
  sums: {
    billed: sql`f.billed`,
    collected: sql`f.paid`,
    refused: sql`f.refused`,
    accepted: sql`f.billed - f.refused`,
    outstanding: sql`f."left"`,
    settled: sql`f.paid + f.refused`,
    paidDays: sql`f.paid_days`,
  },
}

/** The lines of orders, and what closed deliveries brought of them: the sums of `supplierService`. */
export const orders: FactRows = {
  rows: (scope) => sql`
    select o.pharmacy_id, o.sent_at as at, o.supplier_id, l.pharmacy_product_id as product_id, l.quantity as ordered,
      least(l.quantity, coalesce(a.received, 0)) as received, case when a.received > 0
        then a.first - (o.sent_at at time zone ${scope.timeZone})::date end as days,
      l.awaited = 0 or (o.sent_at at time zone ${scope.timeZone})::date + ${answeredAfterDays}::int <= ${scope.today}::date
        or exists (select from deliveries d where d.pharmacy_id = o.pharmacy_id and d.order_id = o.id
          and d.state = 'closed') as is_due
    from orders o join order_lines l on l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
      left join lateral (select sum(n.received) as received, min(d.received_on) filter (where n.received > 0) as first
        from deliveries d join delivery_lines n on n.pharmacy_id = d.pharmacy_id and n.delivery_id = d.id
        where d.pharmacy_id = o.pharmacy_id and d.order_id = o.id and d.state = 'closed' and not n.removed
          and n.pharmacy_product_id = l.pharmacy_product_id) a on true
    where o.pharmacy_id = ${scope.pharmacyId} and o.step in ('sent', 'confirmed') and ${within(sql`o.sent_at`, scope)}`,
  keys: { ...productKeys([ownProduct]), supplier: column('supplier_id') },
  sums: {
    ordered: sql`f.ordered`,
    received: sql`f.received`,
    due: sql`case when f.is_due then f.ordered end`,
    served: sql`case when f.days is not null then 1 end`,
    servedDays: sql`f.days`,
  },
}

/** SQL: what lines of the same packaging share, also when it is not known. */
const packagingKey = (line: RawBuilder<unknown>) => sql`coalesce(${line}.packaging_id::text, '')`

/** The lines of closed deliveries, as the report of deliveries sums them. `former`: the last price before the period. */
export const deliveries: FactRows = {
  rows: (scope) => sql`
    select d.pharmacy_id, ${noonOf(sql`d.received_on`, scope)} as at, d.supplier_id, l.pharmacy_product_id as product_id,
      round(l.received * l.purchase_price) as cost, l.received + l.free as boxes,
      round(l.received * p.purchase_price) as former
    from deliveries d join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed
      left join (
        select distinct on (g.supplier_id, e.pharmacy_product_id, e.packaging_id) g.supplier_id, e.pharmacy_product_id,
          ${packagingKey(sql`e`)} as packaging, e.purchase_price
        from deliveries g join delivery_lines e on e.pharmacy_id = g.pharmacy_id and e.delivery_id = g.id
        where g.pharmacy_id = ${scope.pharmacyId} and g.state = 'closed' and g.received_on < ${scope.days.from}::date
          and not e.removed and e.received > 0
        order by g.supplier_id, e.pharmacy_product_id, e.packaging_id, g.received_on desc, g.number desc
      ) p on p.supplier_id = d.supplier_id and p.pharmacy_product_id = l.pharmacy_product_id
        and p.packaging = ${packagingKey(sql`l`)}
    where d.pharmacy_id = ${scope.pharmacyId} and d.state = 'closed' and ${onDays(sql`d.received_on`, scope)}
      and l.stock_item_id is not null`,
  keys: { ...productKeys([ownProduct]), supplier: column('supplier_id') },
  sums: {
    bought: sql`f.cost`,
    boughtBoxes: sql`f.boxes`,
    priceRise: sql`f.cost - f.former`,
    formerCost: sql`f.former`,
  },
}
