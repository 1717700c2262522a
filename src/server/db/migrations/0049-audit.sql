-- Who changed what. One chain of entries a pharmacy: each hash covers the entry and the hash before it, so that a
-- changed or missing entry is seen. `before` and `after` stand beside the chain, which holds only their salted hash:
-- what they say of a person can be erased, and the chain still holds.
create table audit_entries (
  pharmacy_id uuid not null references pharmacies,
  n bigint not null,
  at timestamptz not null,
  user_id uuid,
  unlock_id uuid,
  terminal_id uuid,
  -- the call of the contract: `PATCH /persons/{id}`
  call text not null,
  -- the record that a user opens; `part` is the table of the row, often the same
  thing text not null,
  record_id uuid not null,
  part text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  -- of an update only the changed fields
  before jsonb,
  after jsonb,
  salt uuid,
  content_hash bytea not null,
  hash bytea not null,
  primary key (pharmacy_id, n)
);
create index audit_entries_record on audit_entries (pharmacy_id, record_id, n);
create index audit_entries_at on audit_entries (pharmacy_id, at);

grant select on audit_entries to officine_app;
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy own_pharmacy on audit_entries using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on audit_entries to %I using (true)', current_user);
end $$;

create function audit_content_hash(salt uuid, before jsonb, after jsonb) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(salt, before, after)::text, 'UTF8'))
$$;

create function audit_hash(previous bytea, e audit_entries) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(encode(previous, 'hex'), e.pharmacy_id, e.n,
    extract(epoch from e.at)::text, e.user_id, e.unlock_id, e.terminal_id, e.call, e.thing, e.record_id, e.part,
    e.action, encode(e.content_hash, 'hex'))::text, 'UTF8'))
$$;

-- Fields that are no change for a reader: revisions, search words, and figures that a ledger of their own tells.
create function audit_told(line jsonb) returns jsonb language sql immutable as $$
  select line - '{pharmacy_id,rev,searched,epoch,quantity,entered,counted_at}'::text[]
$$;

-- A secret is never in the log, only that it was changed.
create function audit_masked(line jsonb) returns jsonb language plpgsql immutable as $$
begin
  return (select coalesce(jsonb_object_agg(key, case
      when key ~* '(hash|mac|secret|token|password)$' then '"•"'::jsonb
      when jsonb_typeof(value) = 'object' then audit_masked(value)
      else value end), '{}')
    from jsonb_each(line) where value <> 'null');
end $$;

-- Arguments: the record to which the row belongs, the column of that record's id, the column of the pharmacy.
create function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  acting jsonb := nullif(current_setting('app.acting', true), '')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  line jsonb := coalesce(becomes, was);
  e audit_entries;
  previous bytea;
begin
  -- Migrations, imports and the demo are the owner's work outside any call.
  if acting is null and current_setting('role') <> 'officine_app' then return null; end if;
  e.pharmacy_id := (line ->> tg_argv[2])::uuid;
  -- the accounts of the platform belong to no pharmacy
  if e.pharmacy_id is null then return null; end if;
  -- The trigger is deferred to the commit: this lock is the last one that a transaction waits for.
  perform pg_advisory_xact_lock(hashtextextended(e.pharmacy_id::text, 0));
  select a.n, a.hash into e.n, previous from audit_entries a
    where a.pharmacy_id = e.pharmacy_id order by a.n desc limit 1;
  e.n := coalesce(e.n, 0) + 1;
  e.at := now();
  e.user_id := (acting ->> 'userId')::uuid;
  e.unlock_id := (acting ->> 'unlockId')::uuid;
  e.terminal_id := coalesce((acting ->> 'terminalId')::uuid,
    (select u.terminal_id from unlocks u where u.pharmacy_id = e.pharmacy_id and u.id = e.unlock_id));
  e.call := coalesce(acting ->> 'call', '');
  e.thing := tg_argv[0];
  e.record_id := (line ->> tg_argv[1])::uuid;
  e.part := tg_table_name;
  e.action := lower(tg_op);
  was := audit_told(was);
  becomes := audit_told(becomes);
  -- compared before masking, so that a changed secret is a change
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, coalesce(was -> key, 'null')), jsonb_object_agg(key, becomes -> key)
      into e.before, e.after
      from jsonb_each(becomes) where value is distinct from was -> key;
  else
    e.before := was;
    e.after := becomes;
  end if;
  e.before := audit_masked(e.before);
  e.after := audit_masked(e.after);
  -- What an erasure takes away must not come back as its trace.
  if e.call = 'POST /persons/{id}/erase' then
    e.before := null;
    e.after := null;
  else
    e.salt := gen_random_uuid();
  end if;
  e.content_hash := audit_content_hash(e.salt, e.before, e.after);
  e.hash := audit_hash(previous, e);
  insert into audit_entries select e.*;
  return null;
end $$;
revoke execute on function audit_change() from public;

do $$
declare
  t record;
begin
  for t in
    select * from (values
      ('banks', 'banks', 'id'), ('bills', 'bills', 'id'), ('bill_lines', 'bills', 'bill_id'),
      ('cash_registers', 'cash_registers', 'id'), ('companies', 'companies', 'id'),
      ('contract_policies', 'contract_policies', 'id'), ('contract_products', 'contracts', 'contract_id'),
      ('contracts', 'contracts', 'id'), ('deliveries', 'deliveries', 'id'),
      ('disbursement_reasons', 'disbursement_reasons', 'id'), ('dues', 'dues', 'id'),
      ('expiry_tasks', 'expiry_tasks', 'id'), ('inventories', 'inventories', 'id'),
      ('invitations', 'users', 'user_id'), ('organizations', 'organizations', 'id'), ('persons', 'persons', 'id'),
      ('pharmacies', 'pharmacies', 'id'), ('pharmacy_product_codes', 'pharmacy_products', 'pharmacy_product_id'),
      ('pharmacy_product_tags', 'pharmacy_products', 'pharmacy_product_id'),
      ('pharmacy_products', 'pharmacy_products', 'id'),
      ('product_health_insurances', 'product_health_insurances', 'id'), ('product_views', 'product_views', 'id'),
      ('recalls', 'recalls', 'id'), ('relationships', 'persons', 'person_id'), ('roles', 'roles', 'id'),
      ('stock_items', 'stock_items', 'id'), ('storages', 'storages', 'id'),
      ('supplier_returns', 'supplier_returns', 'id'), ('suppliers', 'suppliers', 'id'), ('tags', 'tags', 'id'),
      ('user_roles', 'users', 'user_id'), ('users', 'users', 'id')
    ) as audited (name, thing, record)
  loop
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(%L, %L, %L)',
      t.name, t.thing, t.record, case t.name when 'pharmacies' then 'id' else 'pharmacy_id' end);
    execute format('create constraint trigger audited_%s after %s on %I deferrable initially deferred
      for each row execute function audit_change(%L, %L, %L)',
      'existence',
      -- the first movement of a lot tells that it came
      case t.name when 'stock_items' then 'delete' else 'insert or delete' end,
      t.name, t.thing, t.record, case t.name when 'pharmacies' then 'id' else 'pharmacy_id' end);
  end loop;
end $$;
