-- Who certifies a document without the tax number of its client decides something: it stands in the audit, with the
-- number that was left out.
create or replace function audit_fiscal_decision() returns trigger
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
      'settled_code', null, 'client_tax_id', old.content #>> '{client,taxId}'),
    jsonb_build_object('state', new.state, 'settled_way', new.settled_way, 'settled_reason', new.settled_reason,
      'settled_code', coalesce(new.settled_code, new.elements ->> 'code'),
      'client_tax_id', new.content #>> '{client,taxId}'));
  return null;
end $$;
drop trigger audited_update on fiscal_documents;
create constraint trigger audited_update after update on fiscal_documents deferrable initially deferred for each row
  when (old.settled_way is distinct from new.settled_way and new.settled_way <> 'canceled'
    or old.content is not null and (old.content #>> '{client,taxId}') is distinct from (new.content #>> '{client,taxId}'))
  execute function audit_fiscal_decision('fiscal_documents');
