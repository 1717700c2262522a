-- What was done so that a payer pays: reminders, what it promised, what it disputes.
create table bill_follow_ups (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  person_id uuid,
  organization_id uuid,
  company_id uuid,
  kind text not null check (kind in ('reminder', 'promise', 'dispute')),
  -- of a reminder: 1 to 3
  step int check (step between 1 and 3),
  channel text check (channel in ('letter', 'mail', 'message', 'phone')),
  -- of a promise: the money and its day
  amount bigint check (amount > 0),
  promised_on date,
  -- of a dispute: the bill that is not reminded while it is open
  bill_id uuid,
  note text,
  created_by uuid not null references users,
  created_on date not null,
  created_at timestamptz not null,
  ended_by uuid references users,
  ended_at timestamptz,
  end_note text,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, person_id) references persons,
  foreign key (pharmacy_id, organization_id) references organizations,
  foreign key (pharmacy_id, company_id) references companies,
  foreign key (pharmacy_id, bill_id) references bills,
  check (num_nonnulls(person_id, organization_id, company_id) = 1),
  check ((kind = 'reminder') = (step is not null and channel is not null)),
  check ((kind = 'promise') = (amount is not null and promised_on is not null)),
  check (kind = 'dispute' or bill_id is null)
);
create index bill_follow_ups_payer on bill_follow_ups (pharmacy_id, (coalesce(company_id, organization_id, person_id)));

grant select, insert, update on bill_follow_ups to officine_app;
alter table bill_follow_ups enable row level security;
alter table bill_follow_ups force row level security;
create policy own_pharmacy on bill_follow_ups
  using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on bill_follow_ups to %I using (true)', current_user);
end $$;
