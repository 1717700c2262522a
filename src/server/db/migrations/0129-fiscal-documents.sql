-- What the fiscal platform certifies: one document for each sale and each return, frozen with it, and every call about it.
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
create index fiscal_documents_due on fiscal_documents (next_at) where next_at is not null;
create index fiscal_documents_open on fiscal_documents (pharmacy_id, state, sold_at) where state <> 'certified';

-- What was certified stays as it was, and only what was sent may be certified.
create function fiscal_document_is_frozen() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state = 'certified' and (new.state, new.elements, new.content, new.total, new.is_simulated)
      is distinct from (old.state, old.elements, old.content, old.total, old.is_simulated) then
    raise exception 'the document % is certified', old.id;
  end if;
  return new;
end $$;
create trigger fiscal_document_is_frozen before update on fiscal_documents
  for each row execute function fiscal_document_is_frozen();

-- Word for word, but for the token; kept ten years. No call changes or deletes them.
create table fiscal_exchanges (
  pharmacy_id uuid not null references pharmacies,
  id bigint generated always as identity,
  document_id uuid not null,
  at timestamptz not null,
  step text not null,
  method text not null,
  url text not null,
  request text,
  status int,
  answer text not null,
  took_ms int not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, document_id) references fiscal_documents
);
create index fiscal_exchanges_document on fiscal_exchanges (pharmacy_id, document_id, id);

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
grant select, insert on fiscal_exchanges to officine_app;
do $$
declare t text;
begin
  foreach t in array array['fiscal_documents', 'fiscal_exchanges', 'fiscal_queues'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
