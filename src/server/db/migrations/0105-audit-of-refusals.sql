-- A payer's answer refuses thousands of lines of a bill at once: one entry says how many and their sum. Which lines they
-- are, and by whom, stands in `bill_settlements`, of which the application takes nothing away.
set constraints all immediate;

-- The end of `audit_change`: writes one entry after the last one of its pharmacy.
create function audit_write(e audit_entries, was jsonb, becomes jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  acting jsonb := nullif(current_setting('app.acting', true), '')::jsonb;
  previous bytea;
begin
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
  e.before := audit_masked(was);
  e.after := audit_masked(becomes);
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
end $$;
revoke execute on function audit_write(audit_entries, jsonb, jsonb) from public;

create or replace function audit_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  line jsonb := coalesce(becomes, was);
  e audit_entries;
begin
  -- Migrations, imports and the demo are the owner's work outside any call.
  if nullif(current_setting('app.acting', true), '') is null and current_setting('role') <> 'officine_app' then
    return null;
  end if;
  e.pharmacy_id := (line ->> tg_argv[2])::uuid;
  -- the accounts of the platform belong to no pharmacy
  if e.pharmacy_id is null then return null; end if;
  e.thing := tg_argv[0];
  e.record_id := (line ->> tg_argv[1])::uuid;
  e.part := tg_table_name;
  e.action := lower(tg_op);
  was := audit_told(was);
  becomes := audit_told(becomes);
  -- compared before masking, so that a changed secret is a change
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, coalesce(was -> key, 'null')), jsonb_object_agg(key, becomes -> key)
      into was, becomes
      from jsonb_each(becomes) where value is distinct from was -> key;
  end if;
  perform audit_write(e, was, becomes);
  return null;
end $$;

-- One line is told as a whole; of several, what they have in common, their number and their sum. It runs at once, not at
-- the commit: who settles lines holds the lock of the chain, which is the pharmacy's write lock.
create function audit_settlements() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refusal record;
  e audit_entries;
begin
  if nullif(current_setting('app.acting', true), '') is null and current_setting('role') <> 'officine_app' then
    return null;
  end if;
  for refusal in
    select s.pharmacy_id, s.bill_id, count(*) as lines, sum(s.amount) as amount,
      (array_agg(audit_told(to_jsonb(s)) order by s.id))[1] as line
    from settled s where s.kind <> 'paid'
    group by s.pharmacy_id, s.bill_id, s.kind, s.reason, s.note_number order by s.bill_id, s.note_number
  loop
    e.pharmacy_id := refusal.pharmacy_id;
    e.thing := 'bills';
    e.record_id := refusal.bill_id;
    e.part := tg_table_name;
    e.action := 'insert';
    perform audit_write(e, null, case when refusal.lines = 1 then refusal.line
      else refusal.line - '{id,sale_id,payment_id,client_id}'::text[]
        || jsonb_build_object('lines', refusal.lines, 'amount', refusal.amount) end);
  end loop;
  return null;
end $$;
revoke execute on function audit_settlements() from public;

drop trigger audited_existence on bill_settlements;
create trigger audited_existence after insert on bill_settlements referencing new table as settled
  for each statement execute function audit_settlements();
