-- What is asked about a day is found by its day, and what lies on the shelf without the lots that were sold out.
create index cash_registers_closed on cash_registers (pharmacy_id, closed_at) where closed_at is not null;
create index bills_issued on bills (pharmacy_id, issued_on);
create index orders_sent on orders (pharmacy_id, sent_at) where sent_at is not null;
create index supplier_payments_day on supplier_payments (pharmacy_id, paid_on);
create index persons_erased on persons (pharmacy_id) where erased_at is not null;

-- Not by `quantity` itself: an index that depends on it would be written with each box that is sold.
alter table stock_items add column has_stock boolean not null generated always as (quantity <> 0) stored;
create index stock_items_stocked on stock_items (pharmacy_id, pharmacy_product_id) where has_stock;
-- The newest lot of a product in a packaging is the first one of its pair.
create index stock_items_newest on stock_items (pharmacy_id, pharmacy_product_id, packaging_id, entered desc nulls last, id);
drop index stock_items_product;
drop index stock_items_expiry;
create index stock_items_expiry on stock_items (pharmacy_id, expires_on) where has_stock and not archived;

create or replace function audit_told(line jsonb) returns jsonb language sql immutable as $$
  select line - '{pharmacy_id,rev,searched,epoch,quantity,has_stock,awaited,ahead,entered,counted_at}'::text[]
$$;

-- Boxes of a line of an order that are still awaited: what was ordered, less what its closed deliveries brought and what
-- was given up (0042, decision 0071). The triggers keep it, so that late orders and what is on its way read open lines only.
alter table order_lines add column awaited int not null default 0;
create function awaited_of(l order_lines) returns int language sql stable set search_path = public, pg_temp as $$
  select greatest(0, l.quantity - l.given_up - coalesce((select sum(n.received + n.given_up)
    from deliveries v join delivery_lines n on n.pharmacy_id = v.pharmacy_id and n.delivery_id = v.id and not n.removed
    where v.pharmacy_id = l.pharmacy_id and v.order_id = l.order_id and v.state = 'closed'
      and n.pharmacy_product_id = l.pharmacy_product_id), 0))::int
$$;
revoke execute on function awaited_of(order_lines) from public;

create function keep_awaited_of_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.awaited := awaited_of(new);
  return new;
end $$;
create function keep_awaited() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_lines l set awaited = awaited_of(l)
    from (select distinct d.pharmacy_id, d.order_id, c.pharmacy_product_id from changed c
      join deliveries d on d.pharmacy_id = c.pharmacy_id and d.id = c.delivery_id
      where d.order_id is not null and d.state = 'closed') c
    where l.pharmacy_id = c.pharmacy_id and l.order_id = c.order_id and l.pharmacy_product_id = c.pharmacy_product_id
      and l.awaited <> awaited_of(l);
  return null;
end $$;
create function keep_awaited_of_delivery() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_lines l set awaited = awaited_of(l)
    where l.pharmacy_id = new.pharmacy_id and l.order_id in (old.order_id, new.order_id) and l.awaited <> awaited_of(l);
  return null;
end $$;
revoke execute on function keep_awaited_of_line(), keep_awaited(), keep_awaited_of_delivery() from public;
update order_lines l set awaited = awaited_of(l) where l.awaited <> awaited_of(l);

create trigger awaited_at_first before insert or update of quantity, given_up on order_lines for each row
  execute function keep_awaited_of_line();
create trigger awaited_after_state after update on deliveries for each row
  when (old.state is distinct from new.state or old.order_id is distinct from new.order_id)
  execute function keep_awaited_of_delivery();
create trigger awaited_after_insert after insert on delivery_lines referencing new table as changed
  for each statement execute function keep_awaited();
create trigger awaited_after_update after update on delivery_lines referencing new table as changed
  for each statement execute function keep_awaited();
create trigger awaited_after_leaving after update on delivery_lines referencing old table as changed
  for each statement execute function keep_awaited();
create trigger awaited_after_delete after delete on delivery_lines referencing old table as changed
  for each statement execute function keep_awaited();
create index order_lines_awaited on order_lines (pharmacy_id, pharmacy_product_id, order_id) where awaited > 0;
create index deliveries_open on deliveries (pharmacy_id) where state in ('draft', 'open');

-- What of a payment of a payer is for no bill and was not given back; nothing of a canceled one. Kept in the same way.
alter table bill_payments add column ahead bigint not null default 0;
create function ahead_of(y bill_payments) returns bigint language sql stable set search_path = public, pg_temp as $$
  select case when y.canceled_at is not null then 0 else y.amount
    - coalesce((select sum(z.amount) from bill_settlements z where z.pharmacy_id = y.pharmacy_id
      and z.bill_payment_id = y.id and z.undone_at is null), 0)
    - coalesce((select sum(r.amount) from bill_payment_returns r where r.pharmacy_id = y.pharmacy_id
      and r.bill_payment_id = y.id and r.undone_at is null), 0) end
$$;
revoke execute on function ahead_of(bill_payments) from public;
update bill_payments y set ahead = ahead_of(y) where y.ahead <> ahead_of(y);

create function keep_ahead_of_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.ahead := ahead_of(new);
  return new;
end $$;
create function keep_ahead() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update bill_payments y set ahead = ahead_of(y)
    from (select distinct pharmacy_id, bill_payment_id from changed where bill_payment_id is not null) c
    where y.pharmacy_id = c.pharmacy_id and y.id = c.bill_payment_id and y.ahead <> ahead_of(y);
  return null;
end $$;
revoke execute on function keep_ahead_of_payment(), keep_ahead() from public;

create trigger ahead_at_first before insert or update of amount, canceled_at on bill_payments for each row
  execute function keep_ahead_of_payment();
create trigger ahead_after_insert after insert on bill_settlements referencing new table as changed
  for each statement execute function keep_ahead();
create trigger ahead_after_update after update on bill_settlements referencing new table as changed
  for each statement execute function keep_ahead();
-- what is moved to another payment leaves this one
create trigger ahead_after_leaving after update on bill_settlements referencing old table as changed
  for each statement execute function keep_ahead();
create trigger ahead_after_delete after delete on bill_settlements referencing old table as changed
  for each statement execute function keep_ahead();
create trigger ahead_after_insert after insert on bill_payment_returns referencing new table as changed
  for each statement execute function keep_ahead();
create trigger ahead_after_update after update on bill_payment_returns referencing new table as changed
  for each statement execute function keep_ahead();
create trigger ahead_after_delete after delete on bill_payment_returns referencing old table as changed
  for each statement execute function keep_ahead();
create index bill_payments_ahead on bill_payments (pharmacy_id) where ahead <> 0;
-- By `case`: under row-level security no index is looked up by `coalesce`.
create index bills_payer on bills (pharmacy_id, (case when company_id is not null then company_id
  when organization_id is not null then organization_id else person_id end), issued_on);
drop index bill_follow_ups_payer;
create index bill_follow_ups_payer on bill_follow_ups (pharmacy_id, (case when company_id is not null then company_id
  when organization_id is not null then organization_id else person_id end));
create index money_statement_lines_unrecorded on money_statement_lines (pharmacy_id, statement_id)
  where amount > 0 and way is null and explained is null;
