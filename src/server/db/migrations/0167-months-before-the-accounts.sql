-- The months before the first export stand in the books that the accountant opened with: they are closed like the exported
-- ones, and no sale enters or leaves them by its date.
create or replace function sale_date_is_closed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from accounting_exports e join pharmacies p on p.id = e.pharmacy_id
      where e.pharmacy_id = new.pharmacy_id
        and e.month >= date_trunc('month', least(old.sold_at, new.sold_at) at time zone p.time_zone)
        and date_trunc('month', old.sold_at at time zone p.time_zone)
          <> date_trunc('month', new.sold_at at time zone p.time_zone)) then
    raise exception 'the month of the sale % is closed', new.id;
  end if;
  return new;
end $$;
