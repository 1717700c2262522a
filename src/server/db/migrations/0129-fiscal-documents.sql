-- What the fiscal platform certifies: one document for each sale and each return, frozen with it, and every call about it.
-- A report of a closing (Z): which documents it counts is frozen, and so is what they say.
create table fiscal_z_reports (
  pharmacy_id uuid not null references pharmacies,
  number int not null check (number > 0),
  register_id uuid not null,
  closed_at timestamptz not null,
  primary key (pharmacy_id, number),
  foreign key (pharmacy_id, register_id) references cash_registers
);
create index fiscal_z_reports_closed on fiscal_z_reports (pharmacy_id, closed_at desc);

create table fiscal_documents (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  kind text not null check (kind in ('sale', 'credit')),
  sale_id uuid not null,
  return_id uuid,
  original_id uuid,
  -- of the sale, or of the return
  number text not null,
  operator text not null,
  sold_at timestamptz not null,
  -- whose money it moved
  register_id uuid not null,
  -- the report of the closing that counts it
  z_number int,
  state text not null check (state in ('incomplete', 'waiting', 'certified', 'rejected', 'uncertain', 'settled')),
  -- what is certified; null while a line has no tax group
  content jsonb,
  total bigint,
  -- how far it is; committed before each call that leaves
  progress jsonb,
  elements jsonb,
  is_simulated boolean not null default false,
  trouble text,
  fields jsonb,
  evidence jsonb,
  attempts int not null default 0,
  -- null: it waits for its original, or for a person
  next_at timestamptz,
  prints int not null default 0,
  settled_way text check (settled_way in ('found', 'credited', 'never', 'canceled')),
  settled_reason text,
  settled_code text,
  settled_by uuid references users,
  settled_at timestamptz,
  created_at timestamptz not null,
  certified_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, sale_id) references sales,
  foreign key (pharmacy_id, register_id) references cash_registers,
  foreign key (pharmacy_id, z_number) references fiscal_z_reports,
  foreign key (pharmacy_id, return_id) references sale_returns,
  foreign key (pharmacy_id, original_id) references fiscal_documents,
  check ((kind = 'credit') = (original_id is not null)),
  check ((state = 'certified') = (elements is not null)),
  check ((state = 'incomplete') = (content is null) or state = 'settled'),
  check ((content is null) = (total is null)),
  check (state <> 'settled' or settled_way is not null),
  check (next_at is null or state = 'waiting')
);
-- A sale has one invoice and at most one credit note of the whole; a return has one credit note.
create unique index fiscal_documents_once on fiscal_documents (pharmacy_id, sale_id, kind, coalesce(return_id, sale_id));
create index fiscal_documents_return on fiscal_documents (pharmacy_id, return_id) where return_id is not null;
create index fiscal_documents_original on fiscal_documents (pharmacy_id, original_id) where original_id is not null;
create index fiscal_documents_sold on fiscal_documents (pharmacy_id, sold_at desc, id);
create index fiscal_documents_uncounted on fiscal_documents (pharmacy_id, register_id) where z_number is null;
create index fiscal_documents_z on fiscal_documents (pharmacy_id, z_number) where z_number is not null;
create index fiscal_documents_due on fiscal_documents (next_at) where next_at is not null;
create index fiscal_documents_open on fiscal_documents (pharmacy_id, state, sold_at) where state <> 'certified';

-- What was certified stays as it was, and only what was sent may be certified.
create function fiscal_document_is_frozen() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state = 'certified' and (new.state, new.elements, new.content, new.total, new.is_simulated)
      is distinct from (old.state, old.elements, old.content, old.total, old.is_simulated) then
    raise exception 'the document % is certified', old.id;
  end if;
  if old.z_number is not null and new.z_number is distinct from old.z_number then
    raise exception 'the document % is counted by Z %', old.id, old.z_number;
  end if;
  return new;
end $$;
create trigger fiscal_document_is_frozen before update on fiscal_documents
  for each row execute function fiscal_document_is_frozen();

-- What a person decided of a document stands in the audit; what the queue does stands in the exchanges.
create function audit_fiscal_decision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e audit_entries;
begin
  if nullif(current_setting('app.acting', true), '') is null and current_setting('role') <> 'officine_app' then
    return null;
  end if;
  e.pharmacy_id := new.pharmacy_id;
  e.thing := tg_argv[0];
  e.record_id := new.id;
  e.part := tg_table_name;
  e.action := 'update';
  perform audit_write(e, jsonb_build_object('state', old.state, 'settled_way', null, 'settled_reason', null,
      'settled_code', null),
    jsonb_build_object('state', new.state, 'settled_way', new.settled_way, 'settled_reason', new.settled_reason,
      'settled_code', coalesce(new.settled_code, new.elements ->> 'code')));
  return null;
end $$;
revoke execute on function audit_fiscal_decision() from public;
create constraint trigger audited_update after update on fiscal_documents deferrable initially deferred for each row
  when (old.settled_way is distinct from new.settled_way and new.settled_way <> 'canceled')
  execute function audit_fiscal_decision('fiscal_documents');

-- Each closing of a drawer in a country with a platform counts the documents that no other has counted.
create function number_z_report() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare z int;
begin
  if not exists (select from pharmacies p join countries c on c.code = p.country_code
      where p.id = new.pharmacy_id and c.fiscal_platform <> 'none') then
    return null;
  end if;
  select coalesce(max(number), 0) + 1 into z from fiscal_z_reports where pharmacy_id = new.pharmacy_id;
  insert into fiscal_z_reports (pharmacy_id, number, register_id, closed_at)
    values (new.pharmacy_id, z, new.id, new.closed_at);
  update fiscal_documents set z_number = z
    where pharmacy_id = new.pharmacy_id and register_id = new.id and z_number is null;
  return null;
end $$;
create trigger number_z_report after update of closed_at on cash_registers for each row
  when (old.closed_at is null and new.closed_at is not null) execute function number_z_report();

-- Word for word, but for the token; kept ten years. No call changes or deletes them.
create table fiscal_exchanges (
  pharmacy_id uuid not null references pharmacies,
  seq bigint generated always as identity,
  document_id uuid not null,
  at timestamptz not null,
  step text not null,
  method text not null,
  url text not null,
  request text,
  status int,
  answer text not null,
  took_ms int not null,
  primary key (pharmacy_id, seq),
  foreign key (pharmacy_id, document_id) references fiscal_documents
);
create index fiscal_exchanges_document on fiscal_exchanges (pharmacy_id, document_id, seq);

-- One process at a time asks the platform for a pharmacy. `next_at`: the platform did not answer, or the token is refused.
create table fiscal_queues (
  pharmacy_id uuid primary key references pharmacies,
  leased_by uuid,
  leased_until timestamptz,
  next_at timestamptz,
  check ((leased_by is null) = (leased_until is null))
);

-- A line that was sold without a tax group gets one later; one that had its group keeps it.
create function sold_tax_is_frozen() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the line % was sold in the tax group %', old.id, old.tax_group;
end $$;
create trigger sold_tax_is_frozen before update of tax_group, tax_rate on sale_records for each row
  when (old.tax_group is not null and (new.tax_group, new.tax_rate) is distinct from (old.tax_group, old.tax_rate))
  execute function sold_tax_is_frozen();
grant update (tax_group, tax_rate, taxed_total, tax_amount) on sale_records to officine_app;

grant select, insert, update on fiscal_documents, fiscal_queues to officine_app;
grant select, insert on fiscal_exchanges, fiscal_z_reports to officine_app;
do $$
declare t text;
begin
  foreach t in array array['fiscal_documents', 'fiscal_exchanges', 'fiscal_queues', 'fiscal_z_reports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
