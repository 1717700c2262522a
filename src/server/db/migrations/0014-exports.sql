-- Who took which list out of the pharmacy as a file. Written once, never changed.
create table exports (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  -- null: the server made the file
  terminal_id uuid,
  list text not null,
  -- the filters in words; empty: the whole list
  filters text not null,
  format text not null check (format in ('csv', 'xlsx')),
  row_count int not null check (row_count >= 0),
  exported_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id)
);
create index exports_at on exports (pharmacy_id, exported_at desc);

grant select, insert on exports to officine_app;
alter table exports enable row level security;
alter table exports force row level security;
do $$
begin
  create policy own_pharmacy on exports using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on exports to %I using (true)', current_user);
end $$;

-- The right to do so: the default roles of existing pharmacies get it, like those of a new one.
update roles set permissions = array_append(permissions, 'data.export')
where name in ('titulaire', 'gestionnaire de stock') and not 'data.export' = any(permissions);
