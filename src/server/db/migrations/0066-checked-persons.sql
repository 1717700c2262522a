-- A person made at the counter waits until somebody of the office has looked at the record; who did, and when.
alter table persons
  add column to_check boolean not null default false,
  add column checked_by uuid references users,
  add column checked_at timestamptz,
  add check ((checked_by is null) = (checked_at is null)),
  add check (not (to_check and checked_at is not null));
create index persons_to_check on persons (pharmacy_id, created_at, id) where to_check;

-- Two persons who look like one and are two: they are not proposed as duplicates again. The lower id comes first.
create table person_distinct_pairs (
  pharmacy_id uuid not null references pharmacies,
  one_id uuid not null,
  other_id uuid not null,
  told_by uuid not null references users,
  told_at timestamptz not null,
  primary key (pharmacy_id, one_id, other_id),
  foreign key (pharmacy_id, one_id) references persons,
  foreign key (pharmacy_id, other_id) references persons,
  check (one_id < other_id)
);
create index person_distinct_pairs_other on person_distinct_pairs (pharmacy_id, other_id);

-- The files of insured persons that were imported, what each made, and the rows that it did not take.
create table insured_imports (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  contract_id uuid not null,
  file_name text,
  imported_by uuid not null references users,
  imported_at timestamptz not null,
  created int not null,
  changed int not null,
  same int not null,
  ended int not null,
  -- the rows not taken: line, name, number, errors
  refused jsonb not null,
  -- what it created, and what can therefore be undone
  person_ids uuid[] not null,
  policy_ids uuid[] not null,
  undone_by uuid references users,
  undone_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, contract_id) references contracts,
  check ((undone_by is null) = (undone_at is null))
);
create index insured_imports_contract on insured_imports (pharmacy_id, contract_id, imported_at);

grant select, insert, update, delete on person_distinct_pairs to officine_app;
grant select, insert, update on insured_imports to officine_app;
do $$
declare
  t text;
begin
  foreach t in array array['person_distinct_pairs', 'insured_imports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I
      using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
  -- a pair that is taken back leaves no row of its own
  execute 'create constraint trigger audited_update after update on person_distinct_pairs deferrable initially deferred
    for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
    execute function audit_change(''persons'', ''one_id'', ''pharmacy_id'')';
  execute 'create constraint trigger audited_existence after insert or delete on person_distinct_pairs
    deferrable initially deferred for each row execute function audit_change(''persons'', ''one_id'', ''pharmacy_id'')';
end $$;
