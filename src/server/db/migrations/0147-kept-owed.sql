-- What is still owed of a payment that somebody owes: its amount less refunds and settlements, nothing of a canceled sale
-- (decision 0071). Below nothing when more was paid than the sale had left after a return. The triggers below keep it, so
-- that what is open is found by an index, and costs what is open, not all years.
alter table sale_payments add column owed bigint not null default 0;

create function owed_of(y sale_payments) returns bigint language sql stable set search_path = public, pg_temp as $$
  select case when y.type not in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG') then 0
    when exists (select from sales s where s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id and s.status = 'CANCELED') then 0
    else y.amount - coalesce((select sum(d.amount) from sale_refunds d where d.pharmacy_id = y.pharmacy_id
        and d.sale_id = y.sale_id and d.payment_id = y.id), 0)
      - coalesce((select sum(z.amount) from bill_settlements z where z.pharmacy_id = y.pharmacy_id
        and z.sale_id = y.sale_id and z.payment_id = y.id and z.undone_at is null and z.kind <> 'presented-again'), 0) end
$$;
revoke execute on function owed_of(sale_payments) from public;
update sale_payments y set owed = owed_of(y) where y.type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG');

-- The application may only add to sale_payments: this column follows what it is computed from.
create function keep_owed_of_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.owed := owed_of(new);
  return new;
end $$;
create function keep_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sale_payments y set owed = owed_of(y) from changed c
    where y.pharmacy_id = c.pharmacy_id and y.sale_id = c.sale_id and y.id = c.payment_id and y.owed <> owed_of(y);
  return null;
end $$;
create function keep_owed_of_sale() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sale_payments y set owed = owed_of(y)
    where y.pharmacy_id = new.pharmacy_id and y.sale_id = new.id and y.owed <> owed_of(y);
  return null;
end $$;
revoke execute on function keep_owed_of_payment(), keep_owed(), keep_owed_of_sale() from public;

create trigger owed_at_first before insert on sale_payments for each row
  when (new.type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG')) execute function keep_owed_of_payment();
create trigger owed_after_status after update on sales for each row
  when (old.status is distinct from new.status) execute function keep_owed_of_sale();
create trigger owed_after_insert after insert on sale_refunds referencing new table as changed
  for each statement execute function keep_owed();
create trigger owed_after_update after update on sale_refunds referencing new table as changed
  for each statement execute function keep_owed();
create trigger owed_after_delete after delete on sale_refunds referencing old table as changed
  for each statement execute function keep_owed();
create trigger owed_after_insert after insert on bill_settlements referencing new table as changed
  for each statement execute function keep_owed();
create trigger owed_after_update after update on bill_settlements referencing new table as changed
  for each statement execute function keep_owed();
create trigger owed_after_delete after delete on bill_settlements referencing old table as changed
  for each statement execute function keep_owed();

-- What no bill holds and is still owed, and what a client owes.
drop index sale_payments_unbilled;
create index sale_payments_unbilled on sale_payments (pharmacy_id, sale_id, id) where owed > 0 and not billed;
create index sale_payments_owing on sale_payments (pharmacy_id, client_id) where owed <> 0 and client_id is not null;
