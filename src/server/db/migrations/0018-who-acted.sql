-- What each member might do, since when: a parcel that arrives late is judged by the rights of its moment. Triggers
-- write it, so that no way of changing a role forgets it. The newest row of a member says what he may do now.
create table held_rights (
  pharmacy_id uuid not null references pharmacies,
  user_id uuid not null references users,
  since timestamptz not null,
  -- [{permissions, discountLimit}], one of each role
  roles jsonb not null,
  primary key (pharmacy_id, user_id, since)
);
grant select, insert, update on held_rights to officine_app;
alter table held_rights enable row level security;
alter table held_rights force row level security;
do $$
begin
  create policy own_pharmacy on held_rights
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on held_rights to %I using (true)', current_user);
end $$;

create function note_held_rights(of_pharmacy uuid, members uuid[], from_when timestamptz) returns void language sql as $$
  insert into held_rights (pharmacy_id, user_id, since, roles)
  select of_pharmacy, m.id, from_when, (
      select coalesce(jsonb_agg(jsonb_build_object('permissions', r.permissions, 'discountLimit', r.discount_limit) order by r.id), '[]')
      from user_roles ur join roles r on r.pharmacy_id = ur.pharmacy_id and r.id = ur.role_id
      where ur.pharmacy_id = of_pharmacy and ur.user_id = m.id)
  from unnest(members) m (id)
  on conflict (pharmacy_id, user_id, since) do update set roles = excluded.roles
$$;

create function note_rights_of_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_held_rights(old.pharmacy_id, array[old.user_id], now());
  else
    perform note_held_rights(new.pharmacy_id, array[new.user_id], now());
  end if;
  return null;
end $$;
create trigger note_rights after insert or delete on user_roles for each row execute function note_rights_of_member();

create function note_rights_of_role() returns trigger language plpgsql as $$
begin
  perform note_held_rights(new.pharmacy_id, array(
    select ur.user_id from user_roles ur where ur.pharmacy_id = new.pharmacy_id and ur.role_id = new.id), now());
  return null;
end $$;
create trigger note_rights after update of permissions, discount_limit on roles for each row
  when (old.permissions is distinct from new.permissions or old.discount_limit is distinct from new.discount_limit)
  execute function note_rights_of_role();

-- Nothing is known of earlier times: what a member may do now counts for all of them.
select note_held_rights(pharmacy_id, array_agg(distinct user_id), '-infinity') from user_roles group by pharmacy_id;

-- The account that sent a parcel; and the content of a refused one that its sender could not have made.
alter table inbox add column sent_by uuid;
alter table inbox add column content jsonb;
create index inbox_unproven on inbox (pharmacy_id, at) where content is not null;
