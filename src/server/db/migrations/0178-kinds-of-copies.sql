-- What a restored pharmacy is for (decision 0091). `copy`: it waits for a person, takes nothing and changes nothing.
-- `exercise`: people train in it; everything may be done, and nothing leaves. `past`: a day to be read.
alter table pharmacies add column copy_kind text check (copy_kind in ('copy', 'exercise', 'past'));
update pharmacies set copy_kind = 'copy' where copy_made_at is not null;
alter table pharmacies add check (num_nulls(copy_kind, copy_made_at) in (0, 2));
grant update (copy_kind) on pharmacies to officine_app;

-- The last restore that a person confirmed, so that it stays readable what was lost: nothing that was done after
-- `restored_until` and before `restored_at` was there.
alter table pharmacies
  add column restored_at timestamptz,
  add column restored_until timestamptz,
  add column restored_confirmed_at timestamptz,
  add check (num_nulls(restored_at, restored_until, restored_confirmed_at) in (0, 3));
grant update (restored_at, restored_until, restored_confirmed_at) on pharmacies to officine_app;

-- The rule of all kinds. What leaves the house (documents of the tax office, e-mails, alarms) leaves the shop alone; what
-- tills send is taken by the shop and by an exercise.
create function lets_leave(pharmacies) returns boolean language sql immutable as 'select $1.copy_kind is null';
create function takes_from_tills(pharmacies) returns boolean language sql immutable as
  $$ select $1.copy_kind is null or $1.copy_kind = 'exercise' $$;

-- What the whole server is a copy for; null from the first pharmacy on that is none.
create function copy_kind_of_server() returns text language sql stable as
  'select case when bool_and(copy_kind is not null) then min(copy_kind) end from pharmacies';

create or replace function refuse_for_copy() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from pharmacies p where p.id = new.pharmacy_id and not takes_from_tills(p)) then
    raise exception 'the pharmacy is a copy' using errcode = 'OF001';
  end if;
  return new;
end $$;
