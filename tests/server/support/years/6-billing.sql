-- One bill for each payer and month, paid a month after it, every seventh one late; and the invoices of the state.
create unlogged table years.owed as
select n, y.id as payment_id, y.amount, date_trunc('month', at)::date as month, case y.type when 'INSURANCE' then years.id('company', 1 + (1 + person / 4 % 8) % 4) end as company_id,
  case y.type when 'CREDIT' then years.id('person', person) end as person_id, case y.type when 'CREDIT_ORG' then years.id('organization', organization) end as organization_id
from years.payment y join years.sale s using (n)
where y.type in ('INSURANCE', 'CREDIT', 'CREDIT_ORG') and canceled_at is null and date_trunc('month', at) + interval '1 month 20 days' <= :today;
create unlogged table years.bill as
select *, years.id('bill', nth) as id, paid_on <= :today as paid from (
  select *, month + 35 as issued_on, month + 35 + case when nth % 7 = 0 then 90 else 30 end as paid_on from (
    select company_id, person_id, organization_id, month, sum(amount) as amount, row_number() over (order by month, company_id, person_id, organization_id) as nth from years.owed group by 1, 2, 3, 4
  ) sums
) dated;
insert into bills (pharmacy_id, id, number, company_id, person_id, organization_id, status, amount, issued_on, from_day, to_day, due_on, created_by, created_at, sent_by, sent_at)
select :pharmacy, id, 'FY-' || lpad(nth::text, 6, '0'), company_id, person_id, organization_id, case when paid then 'closed' else 'open' end, amount, issued_on, month, (month + interval '1 month')::date - 1, issued_on + 30,
  (:users)[3], issued_on, (:users)[3], issued_on from years.bill;
insert into bill_lines (pharmacy_id, bill_id, sale_id, payment_id, amount, position)
select :pharmacy, b.id, s.id, o.payment_id, o.amount, row_number() over (partition by b.id order by n)
from years.owed o join years.bill b on b.month = o.month and coalesce(b.company_id, b.person_id, b.organization_id) = coalesce(o.company_id, o.person_id, o.organization_id) join years.sale s using (n);
insert into bill_payments (pharmacy_id, id, number, company_id, person_id, organization_id, means, amount, paid_on, reference, created_by, created_at)
select :pharmacy, years.id('bill payment', nth), c.bill_payment_number + row_number() over (order by paid_on, nth), company_id, person_id, organization_id, 'TRANSFER', amount, paid_on, 'VIR-' || nth, (:users)[3], paid_on
from years.bill, pharmacy_counters c where paid and c.pharmacy_id = :pharmacy;
insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, bill_payment_id, settled_by, settled_at)
select :pharmacy, years.id('settled ' || l.payment_id, 0), b.id, l.sale_id, l.payment_id, 'paid', l.amount, years.id('bill payment', nth), (:users)[3], paid_on
from years.bill b join bill_lines l on l.pharmacy_id = :pharmacy and l.bill_id = b.id where paid;
update sale_payments y set owed = y.owed - z.amount from bill_settlements z where z.pharmacy_id = :pharmacy and z.settled_by = (:users)[3] and z.id = years.id('settled ' || y.id, 0) and y.pharmacy_id = :pharmacy and y.sale_id = z.sale_id and y.id = z.payment_id;

insert into fiscal_z_reports (pharmacy_id, number, register_id, closed_at)
select :pharmacy, (select coalesce(max(number), 0) from fiscal_z_reports where pharmacy_id = :pharmacy) + row_number() over (order by closed_at, r.id), r.id, closed_at
from cash_registers r where pharmacy_id = :pharmacy and closed_at is not null and exists (select from register_counts c where c.pharmacy_id = :pharmacy and c.register_id = r.id and c.id = years.id('count of ' || r.id, 0));
insert into fiscal_documents (pharmacy_id, id, kind, sale_id, return_id, original_id, number, operator, sold_at, register_id, z_number, state, content, total, elements, created_at, certified_at)
select :pharmacy, d.id, d.kind, s.id, d.return_id, d.original_id, d.number, 'Rita Kpadé', s.at, s.register_id, z.number, 'certified',
  jsonb_build_object('kind', d.kind, 'isExport', false, 'lines', jsonb_build_array(jsonb_build_object('lineId', 'l', 'label', 'Médicaments', 'quantity', 1, 'price', d.total, 'group', 'A', 'rate', 0)),
    'payments', jsonb_build_array(jsonb_build_object('means', 'cash', 'amount', d.total)), 'client', jsonb_build_object('name', 'Client', 'taxId', null, 'contact', null, 'address', null),
    'operator', 'Rita Kpadé', 'aib', null), d.total,
  jsonb_build_object('code', 'TEST-' || upper(md5(d.id::text)), 'nim', 'TS01000001', 'counters', s.n || '/' || s.n || ' FV', 'at', to_char(s.at, 'DD/MM/YYYY HH24:MI:SS'), 'qr', 'F;TS01000001;' || s.n), d.at, d.at
from years.sale s left join fiscal_z_reports z on z.pharmacy_id = :pharmacy and z.register_id = s.register_id join (select n, sum(price * quantity) as total, min(price) filter (where k = 0) as first from years.line group by n) l using (n), lateral (
    select years.id('invoice', n) as id, 'sale' as kind, null::uuid as return_id, null::uuid as original_id, 'Y' || n as number, l.total, s.at
    union all select years.id('credit note', n), 'credit', years.id('return', n), years.id('invoice', n), 'YA' || n, first, s.at + interval '1 hour' where brought_back
  ) d
where n % 2 = 1 and canceled_at is null and not replaces order by n;
insert into fiscal_exchanges (pharmacy_id, document_id, at, step, method, url, status, answer, took_ms)
select pharmacy_id, id, certified_at, 'confirm', 'PUT', 'https://developper.impots.bj/sygmef-emcf/api/invoice/u/confirm', 200, '{}', 12
from fiscal_documents where pharmacy_id = :pharmacy and number like 'Y%' order by certified_at;

-- What wholesalers bill: their deliveries of a month on one statement, paid when it is due.
create unlogged table years.statement as
select supplier, month, years.id('bill statement', row_number() over (order by month, supplier)) as id, row_number() over (order by month, supplier) as nth, sum(total)::bigint as total
from years.delivery, lateral (select date_trunc('month', at)::date as month) m where month + interval '1 month 10 days' <= :today group by supplier, month;
insert into bill_statements (pharmacy_id, id, number, supplier_id, reference, from_day, to_day, due_on, total, state, created_by, created_at, validated_by, validated_at)
select :pharmacy, id, nth + (select coalesce(max(number), 0) from bill_statements where pharmacy_id = :pharmacy), years.id('supplier', supplier), 'RY-' || nth, month, (month + interval '1 month')::date - 1,
  (month + interval '2 months')::date, total, 'validated', (:users)[3], month + interval '1 month 5 days', (:users)[3], month + interval '1 month 5 days' from years.statement order by nth;
insert into bill_statement_lines (pharmacy_id, statement_id, position, kind, note_number, day, label, amount, match_kind, match_id, matched, claimed, judgement)
select :pharmacy, s.id, row_number() over (partition by s.id order by d.n), 'note', 'BLY-' || d.nth, at::date, 'Bon de livraison', d.total, 'note', d.id, d.total, 0,
  jsonb_build_object('judgement', jsonb_build_object('position', row_number() over (partition by s.id order by d.n), 'certainty', 'open', 'match', null, 'because', 'unknown-note', 'statement', null, 'differences', '[]'::jsonb),
    'settlement', jsonb_build_object('matched', d.total, 'claimed', 0, 'open', 0, 'claims', '[]'::jsonb))
from years.delivery d join years.statement s on s.supplier = d.supplier and s.month = date_trunc('month', at)::date;
update deliveries d set validated_statement_id = s.id from years.delivery y join years.statement s on s.supplier = y.supplier and s.month = date_trunc('month', at)::date where d.pharmacy_id = :pharmacy and d.id = y.id;
insert into supplier_payments (pharmacy_id, id, number, supplier_id, means, amount, paid_on, created_by, created_at)
select :pharmacy, years.id('supplier payment', nth), nth + (select coalesce(max(number), 0) from supplier_payments where pharmacy_id = :pharmacy), years.id('supplier', supplier), 'TRANSFER', total,
  (month + interval '2 months')::date, (:users)[3], (month + interval '2 months')::date from years.statement where month + interval '2 months' <= :today;
