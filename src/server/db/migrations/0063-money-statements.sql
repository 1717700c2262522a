-- Statements of operators of mobile money and of banks, and what of each line the pharmacy had recorded.
create table money_statements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  kind text not null check (kind in ('mobile-money', 'bank')),
  -- the operator or the bank
  account text not null,
  from_day date not null,
  to_day date not null,
  file_name text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  primary key (pharmacy_id, id)
);
create index money_statements_account on money_statements (pharmacy_id, kind, account, to_day);

create table money_statement_lines (
  pharmacy_id uuid not null references pharmacies,
  statement_id uuid not null,
  position int not null,
  day date not null,
  -- of the day
  minutes int check (minutes between 0 and 1439),
  reference text,
  phone text,
  label text,
  -- negative: money that went out
  amount bigint not null,
  movement_id uuid,
  bill_payment_id uuid,
  way text check (way in ('reference', 'phone', 'amount', 'hand')),
  -- why it is matched with nothing, or with another amount
  explained text,
  decided_by uuid references users,
  decided_at timestamptz,
  primary key (pharmacy_id, statement_id, position),
  foreign key (pharmacy_id, statement_id) references money_statements on delete cascade,
  foreign key (pharmacy_id, movement_id) references register_movements,
  foreign key (pharmacy_id, bill_payment_id) references bill_payments,
  check (num_nonnulls(movement_id, bill_payment_id) <= 1),
  check ((way is null) = (num_nonnulls(movement_id, bill_payment_id) = 0))
);
-- Money is on one line of all statements.
create unique index money_lines_movement on money_statement_lines (pharmacy_id, movement_id) where movement_id is not null;
create unique index money_lines_payment on money_statement_lines (pharmacy_id, bill_payment_id)
  where bill_payment_id is not null;
create index money_lines_day on money_statement_lines (pharmacy_id, day);

grant select, insert, update, delete on money_statements, money_statement_lines to officine_app;
do $$
declare t text;
begin
  foreach t in array array['money_statements', 'money_statement_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
  execute 'create constraint trigger audited_update after update on money_statements deferrable initially deferred
    for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
    execute function audit_change(''money_statements'', ''id'', ''pharmacy_id'')';
  execute 'create constraint trigger audited_existence after insert or delete on money_statements deferrable initially deferred
    for each row execute function audit_change(''money_statements'', ''id'', ''pharmacy_id'')';
end $$;
