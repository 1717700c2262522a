-- What insurers, organizations and persons are billed, what they pay of it line by line, and what became of the rest.
alter table pharmacy_counters
  add column bill_payment_number bigint not null default 0,
  add column bill_note_number bigint not null default 0;

alter table bills
  -- the bills that were made at once
  add column run_id uuid,
  add column from_day date,
  add column to_day date,
  add column due_on date,
  -- the contract, employer or beneficiary that it is for, when the payer wants one each
  add column label text,
  add column created_by uuid references users,
  add column created_at timestamptz,
  add column sent_by uuid references users,
  add column sent_at timestamptz,
  add column canceled_by uuid references users,
  add column canceled_at timestamptz,
  add column cancel_reason text;
update bills set from_day = issued_on, to_day = issued_on, due_on = issued_on + 30, created_at = issued_on;
alter table bills
  alter column from_day set not null,
  alter column to_day set not null,
  alter column due_on set not null,
  alter column created_at set not null;
create index bills_company on bills (pharmacy_id, company_id) where company_id is not null;
create index bills_run on bills (pharmacy_id, run_id) where run_id is not null;
create index bills_open on bills (pharmacy_id, due_on) where status = 'open';

alter table bill_lines
  add column position int not null default 0,
  -- false: the bill was canceled, or the line was taken off to be presented again; another bill may then hold it
  add column holds boolean not null default true;
update bill_lines l set holds = false from bills b
  where b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id and b.status = 'canceled';
update bill_lines l set holds = false
  where l.holds and exists (select from bill_lines o where o.pharmacy_id = l.pharmacy_id and o.sale_id = l.sale_id
    and o.payment_id = l.payment_id and o.holds and o.bill_id > l.bill_id);
-- No payment is in two bills at once.
create unique index bill_lines_held on bill_lines (pharmacy_id, sale_id, payment_id) where holds;

-- How a payer (a company, an organization or a person) is billed; without a row, by the usual rules of the domain.
create table bill_rules (
  pharmacy_id uuid not null references pharmacies,
  payer_id uuid not null,
  period text not null check (period in ('week', 'fortnight', 'month')),
  split text not null check (split in ('payer', 'contract', 'employer', 'beneficiary')),
  most_lines int check (most_lines > 0),
  most_amount bigint check (most_amount > 0),
  payment_days int not null check (payment_days between 0 and 365),
  prefix text not null,
  copies int not null check (copies between 1 and 9),
  columns text[] not null,
  needs text[] not null,
  primary key (pharmacy_id, payer_id)
);

-- The last number of each series, without gaps.
create table bill_series (
  pharmacy_id uuid not null references pharmacies,
  prefix text not null,
  last bigint not null,
  primary key (pharmacy_id, prefix)
);
insert into bill_series (pharmacy_id, prefix, last)
  select pharmacy_id, 'F-', max(substr(number, 3)::bigint) from bills where number ~ '^F-\d{1,15}$' group by 1;

-- Money that a payer sent; what of it is for which line stands in the settlements.
create table bill_payments (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  person_id uuid,
  organization_id uuid,
  company_id uuid,
  means text not null check (means in ('TRANSFER', 'CHEQUE', 'MOBILE_MONEY', 'CASH')),
  amount bigint not null check (amount > 0),
  paid_on date not null,
  reference text,
  note text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, person_id) references persons,
  foreign key (pharmacy_id, organization_id) references organizations,
  foreign key (pharmacy_id, company_id) references companies,
  check (num_nonnulls(person_id, organization_id, company_id) = 1)
);
create index bill_payments_day on bill_payments (pharmacy_id, paid_on);

-- What became of a line, or of a part of it: paid, charged to the patient, written off, or to be presented again (with
-- what was refused, which stays owed). One that was undone counts no more.
create table bill_settlements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  bill_id uuid not null,
  sale_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('paid', 'charged', 'written-off', 'presented-again')),
  amount bigint not null check (amount >= 0),
  bill_payment_id uuid,
  -- who owes what was charged
  client_id uuid,
  -- the number of the credit note of a refusal
  note_number bigint,
  reason text,
  settled_by uuid references users,
  settled_at timestamptz not null,
  undone_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, bill_id, sale_id, payment_id) references bill_lines,
  foreign key (pharmacy_id, bill_payment_id) references bill_payments,
  foreign key (pharmacy_id, client_id) references persons,
  check ((kind = 'paid') = (note_number is null)),
  check ((kind = 'charged') = (client_id is not null))
);
create index bill_settlements_payment on bill_settlements (pharmacy_id, sale_id, payment_id);
create index bill_settlements_bill on bill_settlements (pharmacy_id, bill_id);
create index bill_settlements_client on bill_settlements (pharmacy_id, client_id) where client_id is not null;
create index bill_settlements_money on bill_settlements (pharmacy_id, bill_payment_id) where bill_payment_id is not null;
-- Bills that were closed before money was kept line by line.
insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, settled_at)
  select l.pharmacy_id, gen_random_uuid(), l.bill_id, l.sale_id, l.payment_id, 'paid', l.amount, b.issued_on
  from bill_lines l join bills b on b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id
  where b.status = 'closed' and l.holds;

update roles set permissions = array_append(permissions, 'bill.writeOff')
where name = 'titulaire' and not 'bill.writeOff' = any(permissions);

-- The settlements of a line tell what became of it, and its bill tells that it came: a run makes thousands of lines.
drop trigger audited_update on bill_lines;
drop trigger audited_existence on bill_lines;

alter table mails drop constraint mails_about_check,
  add constraint mails_about_check check (about in ('order', 'claim', 'bill'));

grant select, insert, update on bill_rules, bill_series, bill_payments, bill_settlements to officine_app;
do $$
declare t record;
begin
  for t in
    select * from (values ('bill_rules', 'bill_rules', 'payer_id'), ('bill_series', null, null),
      ('bill_payments', 'bill_payments', 'id'), ('bill_settlements', null, null)) as x (name, thing, record)
  loop
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t.name);
    execute format('create policy platform on %I to %I using (true)', t.name, current_user);
    continue when t.thing is null;
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(%L, %L, ''pharmacy_id'')', t.name, t.thing, t.record);
    execute format('create constraint trigger audited_existence after insert or delete on %I deferrable initially deferred
      for each row execute function audit_change(%L, %L, ''pharmacy_id'')', t.name, t.thing, t.record);
  end loop;
end $$;
