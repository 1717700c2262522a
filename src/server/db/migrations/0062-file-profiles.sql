-- How the last file of an origin (a payer, an operator of mobile money, a bank) was read, to read the next one alike.
create table file_profiles (
  pharmacy_id uuid not null references pharmacies,
  -- `payer <id>`
  origin text not null,
  profile jsonb not null,
  primary key (pharmacy_id, origin)
);
grant select, insert, update on file_profiles to officine_app;
alter table file_profiles enable row level security;
alter table file_profiles force row level security;
create policy own_pharmacy on file_profiles
  using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on file_profiles to %I using (true)', current_user);
end $$;
