-- Registers, and the sales with their lines and payments. The registers of the last day are open.
insert into unlocks (pharmacy_id, id, user_id, terminal_id, at, ended_at, end_reason)
select :pharmacy, years.id('unlock', day * 10 + seller), (:users)[seller + 1], :terminal, years.midnight(day) + interval '6 hours 50 minutes', years.midnight(day) + interval '21 hours 40 minutes', 'lock'
from generate_series(0, :days - 1) day, generate_series(0, 2) seller;
insert into cash_registers (pharmacy_id, id, opened_by, opened_at, float, closed_by, closed_at, terminal_id, held_by)
select :pharmacy, years.id('register', day * 10 + seller), (:users)[seller + 1], years.midnight(day) + interval '6 hours 55 minutes', 50000,
  case when day < :days - 1 then (:users)[seller + 1] end, case when day < :days - 1 then years.midnight(day) + interval '21 hours 30 minutes' end, :terminal, (:users)[seller + 1]
from generate_series(0, :days - 1) day, generate_series(0, 2) seller;

insert into sales (pharmacy_id, id, number, identifier, status, version, terminal_id, session_id, seller_id, seller_roles, register_id, patient_id, total, rounding, units, sold_at, received_at,
  replaces, replaced_by, canceled_at, canceled_by, cancel_reason, prescription)
select :pharmacy, s.id, c.sale_number + s.n, 'Y-' || s.n - s.replaces::int, case when s.canceled_at is null then 'CLOSED' else 'CANCELED' end, 1 + s.replaces::int, :terminal, years.id('unlock', s.day * 10 + s.seller - 1),
  (:users)[s.seller], '{vendeur}', s.register_id, case when s.person is not null then years.id('person', s.person) end, l.total, 0, l.units, s.at, s.at + interval '2 seconds',
  case when s.replaces then o.id end, case when s.replaced then o.id end, s.canceled_at, case when s.canceled_at is not null then (:users)[3] end,
  case when s.canceled_at is not null then 'Erreur de saisie' end,
  case when l.listed then jsonb_build_object('prescriber', 'Dr Prescripteur ' || s.n % 40, 'prescriberAddress', null, 'prescribedOn', s.at::date, 'patientName', 'DOSSOU Afi', 'patientAddress', null) end
from years.sale s join (select n, sum(price * quantity) as total, sum(quantity)::int as units, bool_or(p % 5 = 0) as listed from years.line group by n) l using (n)
  left join years.sale o on o.n = case when s.replaces then s.n - 1 when s.replaced then s.n + 1 end, pharmacy_counters c
where c.pharmacy_id = :pharmacy order by s.n;
insert into sale_records (pharmacy_id, sale_id, id, position, stock_item_id, label, quantity, price, purchase_price)
select :pharmacy, s.id, years.id('line', n * 4 + k), k, l.id, m.label, quantity, m.price, m.cost
from years.line join years.sale s using (n) join years.lot l using (p, wave) join years.product m using (p) order by n, k;

create unlogged table years.payment as
select n, position, years.id('payment', n * 2 + position) as id, type, amount from (
  select n, 0 as position, s.type, case s.type when 'INSURANCE' then total * 4 / 5 else total end as amount, total from years.sale s join (select n, sum(price * quantity) as total from years.line group by n) l using (n)
  union all select n, 1, 'CASH', total - total * 4 / 5, total from years.sale s join (select n, sum(price * quantity) as total from years.line group by n) l using (n) where s.type = 'INSURANCE'
) paid;
alter table years.payment add primary key (n, position);
analyze years.payment;
-- The months that ended twenty days ago are on bills.
insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data, client_id, policy_id, billed, owed)
select :pharmacy, s.id, y.id, position, y.type, amount,
  case y.type when 'CASH' then jsonb_build_object('tendered', amount) when 'MOBILE_MONEY' then jsonb_build_object('phoneOperator', 'MTN', 'transactionReference', (4000000000 + n)::text)
    when 'INSURANCE' then jsonb_build_object('insuranceMetadata', jsonb_build_object('insurer', 'Assurances', 'coverage', 80, 'contractPolicy', years.id('policy', person), 'voucher', 'B-' || n))
    when 'CREDIT' then jsonb_build_object('creditMetadata', jsonb_build_object('person', years.id('person', person)))
    when 'CREDIT_ORG' then jsonb_build_object('creditMetadata', jsonb_build_object('organization', years.id('organization', organization)))
    when 'CHEQUE' then jsonb_build_object('chequeNumber', n::text, 'bank', null) else '{}' end,
  case y.type when 'CREDIT' then years.id('person', person) when 'CREDIT_ORG' then years.id('organization', organization) end, case when y.type = 'INSURANCE' then years.id('policy', person) end,
  y.type in ('INSURANCE', 'CREDIT', 'CREDIT_ORG') and canceled_at is null and date_trunc('month', at) + interval '1 month 20 days' <= :today,
  case when y.type in ('INSURANCE', 'CREDIT', 'CREDIT_ORG') and canceled_at is null then amount else 0 end
from years.payment y join years.sale s using (n) order by n, position;

insert into sale_returns (pharmacy_id, id, sale_id, number, register_id, user_id, reason, total, returned_at, received_at)
select :pharmacy, years.id('return', n), s.id, c.return_number + row_number() over (order by n), register_id, (:users)[seller], 'Erreur de dosage', price, at + interval '1 hour', at + interval '1 hour'
from years.sale s join years.line l using (n), pharmacy_counters c where brought_back and canceled_at is null and k = 0 and c.pharmacy_id = :pharmacy order by n;
insert into sale_return_lines (pharmacy_id, return_id, line_id, quantity, amount, to_stock)
select :pharmacy, years.id('return', n), years.id('line', n * 4), 1, price, true from years.sale join years.line using (n) where brought_back and canceled_at is null and k = 0;
insert into sale_refunds (pharmacy_id, return_id, payment_id, sale_id, type, amount)
select :pharmacy, years.id('return', n), years.id('payment', n * 2), s.id, 'CASH', price from years.sale s join years.line using (n) where brought_back and canceled_at is null and k = 0;
