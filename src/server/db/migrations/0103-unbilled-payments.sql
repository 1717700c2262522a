-- Whether a bill holds a payment: what no bill holds is then found by its own index, and costs what is open, not all years.
alter table sale_payments add column billed boolean not null default false;
update sale_payments y set billed = true from bill_lines l
  where l.pharmacy_id = y.pharmacy_id and l.sale_id = y.sale_id and l.payment_id = y.id and l.holds;

-- The application may only add to sale_payments: this one column follows the lines of bills.
create function note_billed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sale_payments y set billed = not y.billed from changed c
    where y.pharmacy_id = c.pharmacy_id and y.sale_id = c.sale_id and y.id = c.payment_id
      and y.billed <> exists (select from bill_lines h where h.pharmacy_id = y.pharmacy_id and h.sale_id = y.sale_id
        and h.payment_id = y.id and h.holds);
  return null;
end $$;
revoke execute on function note_billed() from public;
create trigger held after insert on bill_lines referencing new table as changed
  for each statement execute function note_billed();
create trigger released after update on bill_lines referencing new table as changed
  for each statement execute function note_billed();
create trigger gone after delete on bill_lines referencing old table as changed
  for each statement execute function note_billed();

drop index sale_payments_billed;
create index sale_payments_unbilled on sale_payments (pharmacy_id, sale_id, id)
  where not billed and type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG');
