-- Since when a pharmacy works with Officine, and since when it may not.
alter table pharmacies
  add column created_at timestamptz not null default now(),
  add column suspended_at timestamptz;

-- Which versions of the windows called, and when last: all that the platform keeps of how a pharmacy works.
create table pharmacy_contacts (
  pharmacy_id uuid not null references pharmacies,
  version text not null,
  at timestamptz not null,
  primary key (pharmacy_id, version)
);
grant select, insert, update, delete on pharmacy_contacts to officine_app;
alter table pharmacy_contacts enable row level security;
alter table pharmacy_contacts force row level security;
create policy own_pharmacy on pharmacy_contacts using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on pharmacy_contacts to %I using (true)', current_user);
end $$;
