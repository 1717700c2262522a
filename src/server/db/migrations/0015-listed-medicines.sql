-- The right to hand over a listed medicine without the prescription that it needs: the default roles of existing
-- pharmacies get it, like those of a new one.
update roles set permissions = array_append(permissions, 'sale.listed')
where name in ('pharmacien', 'titulaire') and not 'sale.listed' = any(permissions);

-- What was missing in the register of listed medicines, added later: who, when, and what the entry said before. The
-- register itself is never rewritten; the last amendment of an entry counts. Written once, never changed.
create table prescription_amendments (
  pharmacy_id uuid not null references pharmacies,
  entry_number bigint not null,
  -- 1, 2, … of one entry
  step int not null check (step > 0),
  amended_at timestamptz not null,
  user_id uuid not null references users,
  prescriber text not null,
  prescriber_address text,
  prescribed_on date,
  patient_name text,
  patient_address text,
  -- the same five values before
  former jsonb not null,
  primary key (pharmacy_id, entry_number, step),
  foreign key (pharmacy_id, entry_number) references prescription_entries
);

grant select, insert on prescription_amendments to officine_app;
alter table prescription_amendments enable row level security;
alter table prescription_amendments force row level security;
do $$
begin
  create policy own_pharmacy on prescription_amendments
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on prescription_amendments to %I using (true)', current_user);
end $$;

-- The serial numbers that were scanned from the boxes of a line; null: none was.
alter table sale_records add column serials text[];
create index sale_records_serials on sale_records using gin (serials) where serials is not null;
