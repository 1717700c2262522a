import { sql, type RawBuilder } from 'kysely'
import { payerId, voucherTables } from '#server/credit/voucher-tables.repo.ts'
import { dayOf, factsOf, onDays, within, type Range } from '#server/accounting/fact-rows.repo.ts'
import { supplierFacts } from '#server/accounting/supplier-facts.repo.ts'

/** SQL: the facts of days, one select for each kind. */
export function allFacts(range: Range): RawBuilder<unknown> {
  return sql.join(
    [...saleFacts(range), ...registerFacts(range), ...billFacts(range), ...supplierFacts(range), stockFacts(range)],
    sql` union all `,
  )
}

const third = (
  payment: RawBuilder<unknown>,
) => sql`case ${payment} when 'MOBILE_MONEY' then nullif(trim(y.data ->> 'phoneOperator'), '')
  when 'INSURANCE' then (${payerId})::text when 'SOCIAL_SECURITY' then (${payerId})::text
  when 'CREDIT' then (${payerId})::text when 'CREDIT_ORG' then (${payerId})::text end`

/** SQL: sums of lines `(tax_group, gross, taxed, tax)` by tax group. */
const byGroup = (lines: RawBuilder<unknown>) => sql`coalesce((select jsonb_agg(jsonb_build_object('group', g.tax_group,
    'gross', g.gross, 'taxed', g.taxed, 'tax', g.tax) order by g.tax_group)
  from (select tax_group, sum(gross)::bigint as gross, sum(taxed)::bigint as taxed, sum(tax)::bigint as tax
    from (${lines}) line group by 1) g), '[]')`

const saleContent = sql`'number', s.number, 'levied', s.levied, 'rounding', s.rounding,
  'stampDuty', coalesce((select sum((d.data ->> 'stampDuty')::bigint)::bigint from sale_payments d
    where d.pharmacy_id = s.pharmacy_id and d.sale_id = s.id and d.type = 'CASH'), 0),
  'groups', ${byGroup(sql`select l.tax_group, l.price::numeric * l.quantity as gross,
      coalesce(l.taxed_total, l.price::numeric * l.quantity) as taxed, coalesce(l.tax_amount, 0) as tax
    from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id and l.levy is null`)},
  'payments', paid.list`
const paid = sql`left join lateral (select coalesce(jsonb_agg(jsonb_build_object('type', y.type, 'amount', y.amount,
      'third', ${third(sql`y.type`)}) order by y.position), '[]') as list
    from ${voucherTables} where y.pharmacy_id = o.pharmacy_id and y.sale_id = o.id) paid on true
  join sales s on s.pharmacy_id = o.pharmacy_id and s.id = o.id`

/** Sales as they were closed, their undoing, and what came back of them. */
function saleFacts(range: Range): RawBuilder<unknown>[] {
  const { pharmacyId, timeZone } = range
  return [
    factsOf('sale', {
      id: sql`o.id`,
      day: dayOf(sql`o.sold_at`, timeZone),
      object: saleContent,
      rows: sql`sales o ${paid} where o.pharmacy_id = ${pharmacyId} and ${within(sql`o.sold_at`, range, sql`o.received_at`)}`,
    }),
    factsOf('undone-sale', {
      id: sql`o.id`,
      day: dayOf(sql`o.undone_at`, timeZone),
      object: saleContent,
      // Its money left the drawer when the till undid it.
      rows: sql`(select u.pharmacy_id, u.id, u.canceled_at, coalesce((select min(m.occurred_at) from register_movements m
            where m.pharmacy_id = u.pharmacy_id and m.sale_id = u.id and m.at = u.canceled_at), u.canceled_at) as undone_at
          from sales u where u.pharmacy_id = ${pharmacyId} and u.canceled_at is not null) o
        ${paid} where ${within(sql`o.undone_at`, range, sql`o.canceled_at`)}`,
    }),
    factsOf('return', {
      id: sql`r.id`,
      day: dayOf(sql`r.returned_at`, timeZone),
      object: sql`'number', r.number, 'saleNumber', s.number, 'rounding', r.rounding,
        -- the tax of what came back: that of all until now, less that of all before, so that the whole line has its own
        'groups', ${byGroup(sql`select l.tax_group, t.amount as gross,
            round(coalesce(l.taxed_total, l.price::numeric * l.quantity) * (b.before + t.quantity) / l.quantity)
              - round(coalesce(l.taxed_total, l.price::numeric * l.quantity) * b.before / l.quantity) as taxed,
            round(coalesce(l.tax_amount, 0)::numeric * (b.before + t.quantity) / l.quantity)
              - round(coalesce(l.tax_amount, 0)::numeric * b.before / l.quantity) as tax
          from sale_return_lines t
            join sale_records l on l.pharmacy_id = t.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id
            cross join lateral (select coalesce(sum(e.quantity), 0) as before from sale_returns f
              join sale_return_lines e on e.pharmacy_id = f.pharmacy_id and e.return_id = f.id and e.line_id = t.line_id
              where f.pharmacy_id = r.pharmacy_id and f.sale_id = r.sale_id and f.number < r.number) b
          where t.pharmacy_id = r.pharmacy_id and t.return_id = r.id`)},
        'refunds', back.list || case when back.cash = 0 then '[]'::jsonb else jsonb_build_array(
          jsonb_build_object('type', 'CASH', 'amount', back.cash, 'third', null)) end`,
      rows: sql`sale_returns r join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('type', d.type, 'amount', d.amount, 'third', d.third)
              order by d.position) filter (where d.type <> 'CASH'), '[]') as list,
            r.total - r.rounding - coalesce(sum(d.amount) filter (where d.type <> 'CASH'), 0)::bigint as cash
          from (select f.type, f.amount, y.position, ${third(sql`f.type`)} as third
            from ${voucherTables} join sale_refunds f on f.pharmacy_id = y.pharmacy_id and f.sale_id = y.sale_id
              and f.payment_id = y.id and f.return_id = r.id
            where y.pharmacy_id = r.pharmacy_id and y.sale_id = r.sale_id) d) back
        where r.pharmacy_id = ${pharmacyId} and ${within(sql`r.returned_at`, range, sql`r.received_at`)}`,
    }),
  ]
}

/** What moves in drawers beside sales, and what counts found. */
function registerFacts(range: Range): RawBuilder<unknown>[] {
  const { pharmacyId, timeZone } = range
  // As a constant, for the index that has only these kinds.
  const moved = (kind: 'collection' | 'deposit') =>
    sql`m.pharmacy_id = ${pharmacyId} and m.kind = ${sql.lit(kind)} and ${within(sql`m.occurred_at`, range, sql`m.at`)}`
  const deposit = (kind: 'deposit' | 'banked') =>
    factsOf(kind, {
      id: sql`m.id`,
      day: dayOf(sql`m.occurred_at`, timeZone),
      object: sql`'amount', -m.amount`,
      rows: sql`register_movements m where ${moved('deposit')}`,
    })
  return [
    factsOf('collection', {
      id: sql`m.id`,
      day: dayOf(sql`m.occurred_at`, timeZone),
      object: sql`'type', m.type, 'amount', m.amount, 'operator', m.operator, 'third', coalesce(f.merged_into, m.client_id)`,
      rows: sql`register_movements m left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.client_id
        where ${moved('collection')}`,
    }),
    deposit('deposit'),
    deposit('banked'),
    factsOf('disbursement', {
      id: sql`d.id`,
      day: dayOf(sql`d.spent_at`, timeZone),
      object: sql`'number', d.number, 'amount', d.amount, 'reasonId', d.reason_id,
        'supplier', (select y.supplier_id from supplier_payments y where y.pharmacy_id = d.pharmacy_id
          and y.disbursement_id = d.id and y.canceled_at is null limit 1),
        'payer', (select ${payerOf} from bill_payment_returns r
          join bill_payments y on y.pharmacy_id = r.pharmacy_id and y.id = r.bill_payment_id ${payerTables}
          where r.pharmacy_id = d.pharmacy_id and r.disbursement_id = d.id and r.undone_at is null limit 1)`,
      rows: sql`disbursements d where d.pharmacy_id = ${pharmacyId} and ${within(sql`d.spent_at`, range, sql`d.received_at`)}`,
    }),
    factsOf('gap', {
      id: sql`c.id`,
      day: dayOf(sql`c.counted_at`, timeZone),
      object: sql`'number', c.number, 'gaps', g.list`,
      rows: sql`register_counts c cross join lateral (
          select jsonb_agg(jsonb_build_object('type', r.type, 'operator', r.operator, 'gap', r.gap)) as list
          from jsonb_to_recordset(c.report -> 'differences') as r (type text, operator text, gap bigint) where r.gap <> 0) g
        where c.pharmacy_id = ${pharmacyId} and g.list is not null and ${within(sql`c.counted_at`, range, sql`c.recorded_at`)}`,
    }),
  ]
}

const payerTables = sql`left join persons p on p.pharmacy_id = y.pharmacy_id and p.id = y.person_id`
const payerOf = sql`jsonb_build_object('third', coalesce(y.company_id, y.organization_id, p.merged_into, y.person_id),
  'isInsurer', y.company_id is not null)`

/** What payers paid, got back, were forgiven or passed to patients. */
function billFacts(range: Range): RawBuilder<unknown>[] {
  const { pharmacyId, timeZone } = range
  const settled = (kind: 'written-off' | 'charged') => sql`bill_settlements z
    join (select y.pharmacy_id, y.sale_id, y.id, y.type, ${payerId} as payer from ${voucherTables}
      where y.pharmacy_id = ${pharmacyId}) v on v.pharmacy_id = z.pharmacy_id and v.sale_id = z.sale_id and v.id = z.payment_id
    left join persons f on f.pharmacy_id = z.pharmacy_id and f.id = z.client_id
    where z.pharmacy_id = ${pharmacyId} and z.kind = ${kind} and z.undone_at is null and ${within(sql`z.settled_at`, range)}`
  const isInsurer = sql`'isInsurer', v.type in ('INSURANCE', 'SOCIAL_SECURITY')`
  return [
    factsOf('bill-payment', {
      id: sql`y.id`,
      day: sql`y.paid_on`,
      object: sql`'number', y.number, 'means', y.means, 'amount', y.amount) || (${payerOf}`,
      rows: sql`bill_payments y ${payerTables} where y.pharmacy_id = ${pharmacyId} and y.canceled_at is null
        and ${onDays(sql`y.paid_on`, range, sql`y.created_at`)}`,
    }),
    factsOf('bill-return', {
      id: sql`r.id`,
      day: sql`r.returned_on`,
      object: sql`'number', y.number, 'means', r.means, 'amount', r.amount) || (${payerOf}`,
      // Cash of a drawer left it by its disbursement.
      rows: sql`bill_payment_returns r join bill_payments y on y.pharmacy_id = r.pharmacy_id and y.id = r.bill_payment_id
        ${payerTables} where r.pharmacy_id = ${pharmacyId} and r.undone_at is null and r.disbursement_id is null
          and ${onDays(sql`r.returned_on`, range, sql`r.created_at`)}`,
    }),
    factsOf('write-off', {
      id: sql`z.id`,
      day: dayOf(sql`z.settled_at`, timeZone),
      object: sql`'number', z.note_number, 'third', v.payer, 'amount', z.amount, ${isInsurer}`,
      rows: settled('written-off'),
    }),
    factsOf('charge', {
      id: sql`z.id`,
      day: dayOf(sql`z.settled_at`, timeZone),
      object: sql`'number', z.note_number, 'third', v.payer, 'amount', z.amount, ${isInsurer},
        'client', coalesce(f.merged_into, z.client_id)`,
      rows: settled('charged'),
    }),
    factsOf('fee', {
      id: sql`l.statement_id || '.' || l.position`,
      day: sql`l.day`,
      object: sql`'account', coalesce(l.fee_account, case t.kind when 'bank' then '6318' else '6317' end),
        'statement', t.kind, 'third', case t.kind when 'mobile-money' then t.account end, 'amount', l.fee + l.commission`,
      rows: sql`money_statement_lines l join money_statements t on t.pharmacy_id = l.pharmacy_id and t.id = l.statement_id
        where l.pharmacy_id = ${pharmacyId} and l.fee + l.commission <> 0
          and ${onDays(sql`l.day`, range, sql`t.created_at`)}`,
    }),
  ]
}

/** By how much each day changed the value of the stock, as the ledger recorded it. */
function stockFacts(range: Range): RawBuilder<unknown> {
  const { pharmacyId, timeZone } = range
  return sql`select 'stock:' || v.day as key, v.day, jsonb_build_object('kind', 'stock', 'change', v.change) as content from (
    select (${dayOf(sql`m.at`, timeZone)})::date as day, sum(m.quantity * i.purchase_price::numeric)::bigint as change
    from stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
    where m.pharmacy_id = ${pharmacyId} and ${within(sql`m.at`, range)} group by 1) v`
}
