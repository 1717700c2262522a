-- Money ahead of a payer that it was given back.
create table bill_payment_returns (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  bill_payment_id uuid not null,
  amount bigint not null check (amount > 0),
  means text not null check (means in ('TRANSFER', 'CHEQUE', 'MOBILE_MONEY', 'CASH')),
  returned_on date not null,
  reference text,
  reason text not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, bill_payment_id) references bill_payments
);
create index bill_payment_returns_payment on bill_payment_returns (pharmacy_id, bill_payment_id);

-- Lines of a remittance that no voucher took, whole or in part, until somebody says what they are.
create table bill_payment_lines (
  pharmacy_id uuid not null references pharmacies,
  bill_payment_id uuid not null,
  position int not null,
  voucher text,
  insured_number text,
  beneficiary text,
  -- what of its money no voucher took
  amount bigint not null check (amount >= 0),
  explained text,
  decided_by uuid references users,
  decided_at timestamptz,
  primary key (pharmacy_id, bill_payment_id, position),
  foreign key (pharmacy_id, bill_payment_id) references bill_payments
);
create index bill_payment_lines_open on bill_payment_lines (pharmacy_id, bill_payment_id) where explained is null;

-- Whether the bills of a run are paid with what their payers have ahead.
alter table bill_runs add column with_ahead boolean not null default false;

grant select, insert, update on bill_payment_returns, bill_payment_lines to officine_app;
do $$
declare t text;
begin
  foreach t in array array['bill_payment_returns', 'bill_payment_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(''bill_payments'', ''bill_payment_id'', ''pharmacy_id'')', t);
    execute format('create constraint trigger audited_existence after insert or delete on %I deferrable initially deferred
      for each row execute function audit_change(''bill_payments'', ''bill_payment_id'', ''pharmacy_id'')', t);
  end loop;
end $$;
