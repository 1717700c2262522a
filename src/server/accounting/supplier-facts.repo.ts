import { sql, type RawBuilder } from 'kysely'
import { dayOf, factsOf, onDays, within, type Range } from '#server/accounting/fact-rows.repo.ts'

/** What suppliers deliver, bill, credit and are paid. */
export function supplierFacts(range: Range): RawBuilder<unknown>[] {
  const { pharmacyId, timeZone } = range
  return [
    factsOf('delivery', {
      id: sql`d.id`,
      day: sql`d.received_on`,
      object: sql`'number', d.number, 'note', d.bl, 'third', d.supplier_id, 'net', v.net, 'vat', v.vat)
        || (case when d.aib_amount > 0 then jsonb_build_object('aib', d.aib_amount) else '{}' end`,
      rows: sql`deliveries d cross join lateral (
          select coalesce(sum(round(l.received * l.purchase_price)), 0)::bigint as net,
            coalesce(sum(round(round(l.received * l.purchase_price) * l.vat / 10000)), 0)::bigint as vat
          from delivery_lines l where l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed) v
        where d.pharmacy_id = ${pharmacyId} and d.state = 'closed' and ${onDays(sql`d.received_on`, range, sql`d.closed_at`)}`,
    }),
    factsOf('statement', {
      id: sql`b.id`,
      day: sql`b.to_day`,
      object: sql`'number', b.number, 'reference', b.reference, 'third', b.supplier_id, 'total', b.total`,
      // One that the accountant opened his books with stays there, also when it is validated again.
      rows: sql`bill_statements b where b.pharmacy_id = ${pharmacyId} and b.state = 'validated' and not b.in_opening
        and ${onDays(sql`b.to_day`, range, sql`b.validated_at`)}`,
    }),
    factsOf('claim-credit', {
      id: sql`k.id`,
      day: sql`k.day`,
      object: sql`'number', coalesce(k.number, c.number::text), 'third', c.supplier_id, 'amount', k.amount`,
      // One that a statement contains is in its total.
      rows: sql`wholesaler_claim_credits k join wholesaler_claims c on c.pharmacy_id = k.pharmacy_id and c.id = k.claim_id
        where k.pharmacy_id = ${pharmacyId} and k.statement_id is null and ${onDays(sql`k.day`, range, sql`k.noted_at`)}`,
    }),
    factsOf('supplier-return', {
      id: sql`r.id`,
      day: dayOf(sql`r.sent_at`, timeZone),
      object: sql`'number', r.number, 'third', r.supplier_id, 'amount', v.amount`,
      rows: sql`supplier_returns r cross join lateral (
          select coalesce(sum(l.quantity * l.purchase_price::numeric), 0)::bigint as amount from supplier_return_lines l
          where l.pharmacy_id = r.pharmacy_id and l.return_id = r.id) v
        where r.pharmacy_id = ${pharmacyId} and r.state <> 'canceled' and ${within(sql`r.sent_at`, range)}`,
    }),
    factsOf('return-credit', {
      id: sql`k.id`,
      day: dayOf(sql`k.noted_at`, timeZone),
      object: sql`'number', coalesce(k.number, r.number::text), 'third', r.supplier_id, 'amount', k.amount,
        'isApart', is_credit_apart(k, ${timeZone})`,
      rows: sql`supplier_return_credits k
        join supplier_returns r on r.pharmacy_id = k.pharmacy_id and r.id = k.return_id
        where k.pharmacy_id = ${pharmacyId} and k.amount > 0 and ${within(sql`k.noted_at`, range)}`,
    }),
    factsOf('given-up', {
      id: sql`r.id`,
      day: dayOf(sql`r.given_up_at`, timeZone),
      object: sql`'number', r.number, 'third', r.supplier_id, 'amount', r.given_up_amount`,
      rows: sql`supplier_returns r where r.pharmacy_id = ${pharmacyId} and r.given_up_amount <> 0
        and r.state <> 'canceled' and ${within(sql`r.given_up_at`, range)}`,
    }),
    factsOf('supplier-payment', {
      id: sql`y.id`,
      day: sql`y.paid_on`,
      object: sql`'number', y.number, 'third', y.supplier_id, 'means', y.means, 'amount', y.amount`,
      // Cash of a drawer left it by its disbursement.
      rows: sql`supplier_payments y where y.pharmacy_id = ${pharmacyId} and y.canceled_at is null
        and y.disbursement_id is null and ${onDays(sql`y.paid_on`, range, sql`y.created_at`)}`,
    }),
  ]
}
