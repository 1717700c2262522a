-- The generation of a pharmacy's server: raised when another computer becomes the shop (a confirmed copy, a takeover).
-- Tills remember the highest one. `replaced_by`: this server has met a newer one and takes nothing any more.
alter table pharmacies
  add column generation int not null default 1 check (generation > 0),
  add column replaced_by int,
  add column replaced_at timestamptz,
  add check (num_nulls(replaced_by, replaced_at) in (0, 2)),
  add check (replaced_by > generation);
grant update (generation, replaced_by, replaced_at) on pharmacies to officine_app;

-- What proves a generation, the same on every copy of this database: a till cannot invent one and stop a server. Only the
-- platform reads it.
create table generation_key (
  key text not null,
  is_only boolean primary key default true check (is_only)
);
insert into generation_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- As in 0178, and what was replaced lets nothing leave and takes nothing, whichever process is asked.
create or replace function lets_leave(pharmacies) returns boolean language sql immutable as
  'select $1.copy_kind is null and $1.replaced_by is null';

create or replace function refuse_for_copy() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pharmacy pharmacies;
begin
  select * into pharmacy from pharmacies where id = new.pharmacy_id;
  if not takes_from_tills(pharmacy) then
    raise exception 'the pharmacy is a copy' using errcode = 'OF001';
  end if;
  if pharmacy.replaced_by is not null then
    raise exception 'the server was replaced' using errcode = 'OF002';
  end if;
  return new;
end $$;
