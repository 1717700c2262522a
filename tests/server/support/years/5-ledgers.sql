-- The ledgers of stock, registers and listed medicines, in the order in which they were written.
insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, sale_id, link_kind, link_id)
select :pharmacy, years.id('movement ' || cause, n), lot, cause, quantity, stands - quantity, stands, user_id, at, sale_id, case when cause = 'delivery' then 'delivery' end, link_id
from (
  select *, (sum(quantity) over (partition by lot order by at, cause, n rows unbounded preceding))::int as stands from (
    select 'delivery' as cause, wave * 100000 + p as n, id as lot, received as quantity, (:users)[3] as user_id, years.midnight(day) + interval '6 hours' as at, null::uuid as sale_id,
      years.id('delivery', day * 10 + p / 30 % 4) as link_id from years.lot
    union all select 'sale', n * 4 + k, l.id, -quantity, (:users)[seller], at, s.id, null from years.line join years.sale s using (n) join years.lot l using (p, wave)
    union all select 'sale-canceled', n * 4 + k, l.id, quantity, (:users)[3], canceled_at, s.id, null from years.line join years.sale s using (n) join years.lot l using (p, wave) where canceled_at is not null
    union all select 'return', n * 4 + k, l.id, 1, (:users)[seller], at + interval '1 hour', s.id, null from years.line join years.sale s using (n) join years.lot l using (p, wave)
      where brought_back and canceled_at is null and k = 0
  ) moved
) ledger order by at, cause, n;
update stock_items i set entered = coalesce(i.entered, m.entered), emptied_at = case when i.quantity = 0 then m.at end
from (select stock_item_id, min(seq) filter (where cause = 'delivery') as entered, max(at) as at from stock_movements
  where pharmacy_id = :pharmacy group by 1) m
where i.pharmacy_id = :pharmacy and i.id = m.stock_item_id;

select recount_product_days(:pharmacy, null, '-infinity');

insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id, operator, client_id)
select :pharmacy, id, register_id, kind, type, amount, at, at, user_id, sale_id, case when type = 'MOBILE_MONEY' then 'MTN' end, client_id
from (
  select years.id('float', day * 10 + seller) as id, years.id('register', day * 10 + seller) as register_id, 'float' as kind, 'CASH' as type, 50000 as amount,
    years.midnight(day) + interval '6 hours 55 minutes' as at, (:users)[seller + 1] as user_id, null::uuid as sale_id, null::uuid as client_id from generate_series(0, :days - 1) day, generate_series(0, 2) seller
  union all select years.id('paid', n * 2 + position), register_id, 'sale', y.type, amount, at, (:users)[seller], s.id,
      case y.type when 'CREDIT' then years.id('person', person) when 'CREDIT_ORG' then years.id('organization', organization) end from years.payment y join years.sale s using (n)
  union all select years.id('undone', n * 2 + position), register_id, 'refund', y.type, -amount, canceled_at, (:users)[3], s.id,
      case y.type when 'CREDIT' then years.id('person', person) when 'CREDIT_ORG' then years.id('organization', organization) end from years.payment y join years.sale s using (n) where canceled_at is not null
  union all select years.id('refunded', n), register_id, 'refund', 'CASH', -price, at + interval '1 hour', (:users)[seller], s.id, null
    from years.sale s join years.line using (n) where brought_back and canceled_at is null and k = 0
  union all select years.id('disbursement', day), years.id('register', day * 10), 'disbursement', 'DISBURSEMENT', -500, years.midnight(day) + interval '12 hours', (:users)[1], null, null
    from generate_series(0, :days - 1) day
) moved order by at, id;
insert into disbursements (pharmacy_id, id, number, register_id, reason_id, amount, user_id, spent_at, received_at)
select :pharmacy, years.id('disbursement', day), c.disbursement_number + 1 + day, years.id('register', day * 10), (select id from disbursement_reasons where pharmacy_id = :pharmacy order by label desc limit 1), 500,
  (:users)[1], years.midnight(day) + interval '12 hours', years.midnight(day) + interval '12 hours' from generate_series(0, :days - 1) day, pharmacy_counters c where c.pharmacy_id = :pharmacy;
analyze register_movements;
insert into register_counts (pharmacy_id, id, register_id, number, kind, user_id, counted_at, recorded_at, gap, report)
select :pharmacy, years.id('count of ' || r.id, 0), r.id, c.count_number + row_number() over (order by r.closed_at, r.id), 'closing', r.closed_by, r.closed_at, r.closed_at, 0,
  jsonb_build_object('comment', null, 'denominations', '[]'::jsonb, 'awaits', '[]'::jsonb, 'unfinished', '[]'::jsonb,
    'differences', jsonb_build_array(jsonb_build_object('type', 'CASH', 'operator', null, 'counted', t.drawer, 'expected', t.drawer, 'gap', 0)), 'totals', t.totals)
from cash_registers r join (
  select register_id, sum(amount) filter (where type in ('CASH', 'DISBURSEMENT')) as drawer,
    jsonb_agg(jsonb_build_object('kind', kind, 'type', type, 'operator', operator, 'amount', amount, 'count', count)) as totals
  from (select register_id, kind, type, operator, sum(amount) as amount, count(*) as count from register_movements where pharmacy_id = :pharmacy group by 1, 2, 3, 4) sums group by 1
) t on t.register_id = r.id, pharmacy_counters c
where c.pharmacy_id = :pharmacy and r.pharmacy_id = :pharmacy and r.closed_at is not null and r.closed_at::date > :today - :days and r.held_by is not null;

insert into prescription_entries (pharmacy_id, number, sale_id, line_id, entered_at, dispensed_on, list, label, lot, quantity, prescriber, prescribed_on, patient_name, dispensed_by)
select :pharmacy, c.prescription_number + row_number() over (order by e.at, n, k), s.id, years.id('line', n * 4 + k), e.at, e.at::date, 'list-1', m.label, 'Y' || p || '-' || wave, e.quantity,
  'Dr Prescripteur ' || n % 40, s.at::date, 'DOSSOU Afi', (:users)[seller]
from years.line l join years.sale s using (n) join years.product m using (p), lateral (
    select s.at, l.quantity union all select s.canceled_at, -l.quantity where s.canceled_at is not null union all select s.at + interval '1 hour', -1 where brought_back and canceled_at is null and k = 0
  ) e, pharmacy_counters c
where p % 5 = 0 and c.pharmacy_id = :pharmacy;
