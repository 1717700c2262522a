-- Bills that were asked for at once: the job makes all of them or none. Deleted with its job; the bills keep its id.
create table bill_runs (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  from_day date not null,
  to_day date not null,
  payer_ids uuid[] not null,
  with_incomplete boolean not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, id) references jobs on delete cascade
);

grant select, insert, update on bill_runs to officine_app;
alter table bill_runs enable row level security;
alter table bill_runs force row level security;
create policy own_pharmacy on bill_runs using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on bill_runs to %I using (true)', current_user);
end $$;
