-- The files that were imported: who, when, what was taken, the rows that were not, and what an undo did. One table for
-- the insured persons of a contract, the list of the scheme and the price lists of wholesalers.
create table import_runs (
  id uuid primary key,
  -- their order: two can have the same time
  n bigint not null generated always as identity,
  -- null: of the platform
  pharmacy_id uuid references pharmacies,
  kind text not null check (kind in ('insured', 'scheme', 'price-list')),
  -- what the file is about: the contract, the wholesaler; the scheme has one list a pharmacy
  subject_id uuid not null,
  file_name text,
  imported_by uuid not null references users,
  imported_at timestamptz not null,
  added int not null,
  changed int not null,
  same int not null,
  -- absent from the file, and therefore ended or archived
  gone int not null,
  -- the rows not taken: line, code, label, errors
  refused jsonb not null,
  -- false: what it changed is no longer kept, so that it cannot be undone
  has_changes boolean not null default true,
  undone_by uuid references users,
  undone_at timestamptz,
  -- what an undo took away, what it changed back, and the rows that it left: code, label, why
  removed int,
  restored int,
  kept jsonb,
  check ((kind = 'price-list') = (pharmacy_id is null)),
  check ((undone_by is null) = (undone_at is null) and (undone_by is null) = (kept is null)
    and (kept is null) = (removed is null) and (kept is null) = (restored is null))
);
create index import_runs_subject on import_runs (subject_id, kind, n);

-- The rows that an import changed, as they were before and after; `before` null: it added the row.
create table import_changes (
  import_id uuid not null references import_runs,
  pharmacy_id uuid references pharmacies,
  -- persons and policies of insured persons, lines of the scheme, codes of a wholesaler
  part text not null check (part in ('persons', 'policies', 'lines', 'codes')),
  key text not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, part, key)
);
create index import_changes_key on import_changes (pharmacy_id, key) where part in ('persons', 'policies');

insert into import_runs (id, pharmacy_id, kind, subject_id, file_name, imported_by, imported_at, added, changed, same,
  gone, refused, undone_by, undone_at, removed, restored, kept)
select i.id, i.pharmacy_id, 'insured', i.contract_id, i.file_name, i.imported_by, i.imported_at, i.created, i.changed,
  i.same, i.ended, (
    select coalesce(jsonb_agg(jsonb_build_object('line', e.r -> 'line', 'code', e.r -> 'number', 'label',
      e.r -> 'name', 'errors', e.r -> 'errors') order by e.n), '[]')
    from jsonb_array_elements(i.refused) with ordinality e (r, n)),
  i.undone_by, i.undone_at, undone.removed, undone.restored, undone.kept
from insured_imports i left join lateral (
  select count(*)::int as removed, 0 as restored, '[]'::jsonb as kept from contract_policies k
  where k.pharmacy_id = i.pharmacy_id and k.id = any(i.policy_ids) and k.archived
) undone on i.undone_at is not null
order by i.imported_at, i.id;
-- What it created can still be undone; what it changed was not kept until now.
insert into import_changes (import_id, pharmacy_id, part, key, after)
select i.id, i.pharmacy_id, 'policies', k.id::text, jsonb_build_object('personId', k.beneficiary_id, 'number', k.number,
  'holderId', k.holder_id, 'coverage', k.coverage, 'validFrom', k.valid_from, 'validUntil', k.valid_until,
  'monthlyCeiling', k.ceiling_per_month, 'archived', k.archived)
from insured_imports i join contract_policies k on k.pharmacy_id = i.pharmacy_id and k.id = any(i.policy_ids);
insert into import_changes (import_id, pharmacy_id, part, key, after)
select i.id, i.pharmacy_id, 'persons', p.id::text, jsonb_build_object('lastName', p.last_name, 'firstName',
  p.first_name, 'birthDate', p.birth_date, 'sex', p.sex, 'phone', p.phone, 'archived', p.archived)
from insured_imports i join persons p on p.pharmacy_id = i.pharmacy_id and p.id = any(i.person_ids);
drop table insured_imports;

grant select, insert, update on import_runs to officine_app;
grant select, insert, update, delete on import_changes to officine_app;
do $$
declare
  t text;
begin
  foreach t in array array['import_runs', 'import_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I
      using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
