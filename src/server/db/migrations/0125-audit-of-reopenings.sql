-- The reopening of a register is one entry of the audit with the number of its closing, the sum that was counted and the
-- reason. A closing that waited for its sales has no number yet.
set constraints all immediate;

create function audit_reopening() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := audit_told(to_jsonb(old));
  becomes jsonb := audit_told(to_jsonb(new));
  event jsonb;
  closing record;
  e audit_entries;
begin
  if nullif(current_setting('app.acting', true), '') is null and current_setting('role') <> 'officine_app' then
    return null;
  end if;
  select jsonb_object_agg(key, coalesce(was -> key, 'null')), jsonb_object_agg(key, value)
    into was, becomes
    from jsonb_each(becomes) where value is distinct from was -> key;
  select v.details into event from register_events v
    where v.pharmacy_id = new.pharmacy_id and v.register_id = new.id and v.kind = 'reopened'
    order by v.at desc limit 1;
  if old.closed_at is not null then
    select c.number, (select sum((d ->> 'counted')::bigint) from jsonb_array_elements(c.report -> 'differences') d)
      as counted into closing from register_counts c
      where c.pharmacy_id = new.pharmacy_id and c.register_id = new.id and c.kind = 'closing'
      order by c.number desc limit 1;
  else
    select null::bigint as number, (
      select sum((d ->> 'value')::bigint * (d ->> 'count')::bigint)
        from jsonb_array_elements(event -> 'takenBack' -> 'denominations') d
    ) + coalesce((
      select sum((o ->> 'counted')::bigint) from jsonb_array_elements(event -> 'takenBack' -> 'others') o
    ), 0) as counted into closing;
  end if;
  e.pharmacy_id := new.pharmacy_id;
  e.thing := 'cash_registers';
  e.record_id := new.id;
  e.part := tg_table_name;
  e.action := 'update';
  perform audit_write(e, was, becomes || jsonb_strip_nulls(
    jsonb_build_object('number', closing.number, 'counted', closing.counted, 'reason', event -> 'reason')));
  return null;
end $$;
revoke execute on function audit_reopening() from public;

drop trigger audited_update on cash_registers;
create constraint trigger audited_update after update on cash_registers deferrable initially deferred
  for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new))
    and not ((old.closed_at is not null or old.closing_id is not null)
      and new.closed_at is null and new.closing_id is null))
  execute function audit_change('cash_registers', 'id', 'pharmacy_id');
create constraint trigger audited_reopening after update on cash_registers deferrable initially deferred
  for each row when ((old.closed_at is not null or old.closing_id is not null)
    and new.closed_at is null and new.closing_id is null)
  execute function audit_reopening();
