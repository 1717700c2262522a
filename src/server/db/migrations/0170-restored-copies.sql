-- A pharmacy that was restored from a backup is a copy until a person confirms it: the original may still run, and its
-- tills hold what was sold after the backup. `copy_holds_until`: everything committed until then is there. `copy_skipped`:
-- by how much the numbers of its papers jumped, so that none of the lost time is given again.
alter table pharmacies
  add column copy_made_at timestamptz,
  add column copy_holds_until timestamptz,
  add column copy_skipped int,
  add check (num_nulls(copy_made_at, copy_holds_until, copy_skipped) in (0, 3));
grant update (copy_made_at, copy_holds_until, copy_skipped) on pharmacies to officine_app;

-- What a till sends is the shop's own: a copy takes none of it, and the till keeps it.
create function refuse_for_copy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from pharmacies where id = new.pharmacy_id and copy_made_at is not null) then
    raise exception 'the pharmacy is a copy' using errcode = 'OF001';
  end if;
  return new;
end $$;
revoke execute on function refuse_for_copy() from public;
create trigger not_of_a_copy before insert on inbox for each row execute function refuse_for_copy();
