-- A destruction is one entry of the audit with its number, its lots and boxes, and their cost; its lines, of which the
-- application takes nothing away, stand in `destruction_lines`.
create function audit_destruction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lines record;
  e audit_entries;
begin
  if nullif(current_setting('app.acting', true), '') is null and current_setting('role') <> 'officine_app' then
    return null;
  end if;
  -- The policy of the lines is that of the pharmacy whose transaction commits.
  select count(*) as lots, coalesce(sum(l.quantity), 0) as boxes, coalesce(sum(l.quantity * l.purchase_price), 0) as cost
    into lines from destruction_lines l where l.pharmacy_id = new.pharmacy_id and l.destruction_id = new.id;
  e.pharmacy_id := new.pharmacy_id;
  e.thing := 'destructions';
  e.record_id := new.id;
  e.part := tg_table_name;
  e.action := 'insert';
  perform audit_write(e, null, audit_told(to_jsonb(new))
    || jsonb_build_object('lots', lines.lots, 'boxes', lines.boxes, 'cost', lines.cost));
  return null;
end $$;
revoke execute on function audit_destruction() from public;

create constraint trigger audited_existence after insert on destructions deferrable initially deferred
  for each row execute function audit_destruction();
create constraint trigger audited_update after update on destructions deferrable initially deferred
  for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
  execute function audit_change('destructions', 'id', 'pharmacy_id');
