-- A supplier credits a return by one note or several. What none of them credits stays awaited, or is given up with a
-- reason.
create table supplier_return_credits (
  pharmacy_id uuid not null,
  id uuid not null,
  return_id uuid not null,
  number text,
  amount bigint not null check (amount >= 0),
  noted_by uuid not null references users,
  noted_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, return_id) references supplier_returns
);
create index supplier_return_credits_return on supplier_return_credits (pharmacy_id, return_id);
grant select, insert on supplier_return_credits to officine_app;
alter table supplier_return_credits enable row level security;
alter table supplier_return_credits force row level security;
create policy own_pharmacy on supplier_return_credits
  using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on supplier_return_credits to %I using (true)', current_user);
end $$;

insert into supplier_return_credits (pharmacy_id, id, return_id, number, amount, noted_by, noted_at)
  select pharmacy_id, id, id, credit_number, coalesce(credit_amount, 0), coalesce(credited_by, sent_by),
    coalesce(credited_at, sent_at)
  from supplier_returns where state = 'credited';
set constraints all immediate;
alter table supplier_returns
  drop column credit_number,
  drop column credit_amount,
  drop column credited_by,
  drop column credited_at,
  add column given_up_amount bigint not null default 0 check (given_up_amount >= 0),
  add column give_up_reason text,
  add column given_up_by uuid references users,
  add column given_up_at timestamptz,
  add check (num_nulls(give_up_reason, given_up_by, given_up_at) in (0, 3));

create constraint trigger audited_existence after insert or delete on supplier_return_credits
  deferrable initially deferred for each row execute function audit_change('supplier_returns', 'return_id', 'pharmacy_id');
