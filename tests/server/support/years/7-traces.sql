-- Missed sales, boxes that were owed, exports, changes with their chain, statements of the operator; and where the numbers stand.
insert into missed_sales (pharmacy_id, id, pharmacy_product_id, label, quantity, price, reason, user_id, terminal_id, missed_at, received_at)
select :pharmacy, years.id('missed', n), years.id('product', p), m.label, 1, 1000, 'absent', (:users)[1], :terminal, years.midnight((n / 2)::int) + interval '10 hours', years.midnight((n / 2)::int) + interval '10 hours'
from generate_series(0, 2 * :days - 1) n, lateral (select years.random(n, 9) % :products as p) drawn join years.product m using (p);
insert into dues (pharmacy_id, id, sale_id, sale_record_id, quantity, owed, name, created_by, created_at, handed_over_by, handed_over_at)
select :pharmacy, years.id('due', n), id, years.id('line', n * 4), 1, 0, 'DOSSOU Afi', (:users)[seller], at, (:users)[seller], at + interval '1 day' from years.sale where n % (5 * :daily) = 10 and canceled_at is null;
insert into exports (pharmacy_id, id, user_id, terminal_id, list, filters, format, row_count, exported_at, received_at)
select :pharmacy, years.id('export', day), (:users)[3], :terminal, 'Ventes', '', 'csv', 500, years.midnight(day) + interval '9 hours', years.midnight(day) + interval '9 hours' from generate_series(0, :days - 1, 7) day;
insert into money_statements (pharmacy_id, id, kind, account, from_day, to_day, file_name, created_by, created_at)
select :pharmacy, years.id('statement', m), 'mobile-money', 'MTN', years.midnight(m * 30)::date, years.midnight(m * 30 + 29)::date, 'releve.csv', (:users)[3], years.midnight(m * 30 + 30) from generate_series(0, :days / 30 - 1) m;
insert into money_statement_lines (pharmacy_id, statement_id, position, day, minutes, reference, label, amount)
select :pharmacy, years.id('statement', day / 30), n, at::date, 600, (4000000000 + n)::text, 'Paiement', amount
from years.payment y join years.sale s using (n) where y.type = 'MOBILE_MONEY' and canceled_at is null and day < :days / 30 * 30;
do $$
declare e audit_entries; previous bytea;
begin
  select a.n, a.hash into e.n, previous from audit_entries a where a.pharmacy_id = :pharmacy order by a.n desc limit 1;
  for i in 1 .. :days * (2 + :daily / 30) loop
    e := row(:pharmacy, coalesce(e.n, 0) + 1, years.midnight(0) + i * (interval '1 day' / (2 + :daily / 30)), (:users)[3], null, :terminal, 'PATCH /pharmacy-products/{id}', 'pharmacy_products',
      years.id('product', years.random(i, 10) % :products), 'pharmacy_products', 'update', jsonb_build_object('minimum', i % 9), jsonb_build_object('minimum', 1 + i % 9), years.id('salt', i), null, null)::audit_entries;
    e.content_hash := audit_content_hash(e.salt, e.before, e.after);
    e.hash := audit_hash(previous, e);
    insert into audit_entries select e.*;
    previous := e.hash;
  end loop;
end $$;
update pharmacy_counters set
  sale_number = (select max(number) from sales where pharmacy_id = :pharmacy), return_number = (select coalesce(max(number), 0) from sale_returns where pharmacy_id = :pharmacy),
  prescription_number = (select coalesce(max(number), 0) from prescription_entries where pharmacy_id = :pharmacy), count_number = (select max(number) from register_counts where pharmacy_id = :pharmacy),
  disbursement_number = (select max(number) from disbursements where pharmacy_id = :pharmacy), delivery_number = (select max(number) from deliveries where pharmacy_id = :pharmacy),
  bill_statement_number = (select coalesce(max(number), 0) from bill_statements where pharmacy_id = :pharmacy), supplier_payment_number = (select coalesce(max(number), 0) from supplier_payments where pharmacy_id = :pharmacy),
  order_number = (select max(number) from orders where pharmacy_id = :pharmacy), bill_payment_number = (select coalesce(max(number), 0) from bill_payments where pharmacy_id = :pharmacy)
where pharmacy_id = :pharmacy;
