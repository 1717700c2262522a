-- How a member wants a list of the back-office: columns in their order, hidden and shown, and named views of the filters.
create table list_layouts (
  pharmacy_id uuid not null references pharmacies,
  user_id uuid not null references users,
  list text not null,
  layout jsonb not null,
  primary key (pharmacy_id, user_id, list)
);

grant select, insert, update, delete on list_layouts to officine_app;
alter table list_layouts enable row level security;
alter table list_layouts force row level security;
create policy own_pharmacy on list_layouts using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on list_layouts to %I using (true)', current_user);
end $$;
