-- A document that is asked for after its drawer was closed is counted by the next closing of any drawer.
create or replace function number_z_report() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare z int;
begin
  if not exists (select from pharmacies p join countries c on c.code = p.country_code
      where p.id = new.pharmacy_id and c.fiscal_platform <> 'none') then
    return null;
  end if;
  select coalesce(max(number), 0) + 1 into z from fiscal_z_reports where pharmacy_id = new.pharmacy_id;
  insert into fiscal_z_reports (pharmacy_id, number, register_id, closed_at)
    values (new.pharmacy_id, z, new.id, new.closed_at);
  update fiscal_documents d set z_number = z from cash_registers r
    where d.pharmacy_id = new.pharmacy_id and d.z_number is null
      and r.pharmacy_id = d.pharmacy_id and r.id = d.register_id and r.closed_at is not null;
  return null;
end $$;

-- Where the rates and codes of the fiscal platform differ from ours, and when it was last asked.
alter table fiscal_queues
  add column checked_at timestamptz,
  add column differences jsonb not null default '[]';
