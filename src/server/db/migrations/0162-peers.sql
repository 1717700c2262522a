-- Of a finished month, the quartiles of the pharmacies of other owners, for each owner that took part (decision 0081). No
-- figure of a pharmacy is kept. Null: not enough owners, or one of them weighs too much.
create table peer_quartiles (
  domain_id uuid not null references domains,
  country_code text not null references countries,
  -- its first day
  month date not null,
  size text not null check (size in ('small', 'middle', 'large')),
  measure text not null,
  lower numeric,
  median numeric,
  upper numeric,
  primary key (domain_id, country_code, month, size, measure),
  check (num_nulls(lower, median, upper) in (0, 3))
);
alter table peer_quartiles enable row level security;
alter table peer_quartiles force row level security;
-- Who takes part no more sees nothing.
create policy own_domain on peer_quartiles using (exists (
  select from pharmacies p where p.id = nullif(current_setting('app.pharmacy_id', true), '')::uuid
    and p.domain_id = peer_quartiles.domain_id and p.country_code = peer_quartiles.country_code
    and coalesce((p.settings ->> 'comparesWithPeers')::boolean, false)));
do $$ begin execute format('create policy platform on peer_quartiles to %I using (true)', current_user); end $$;
grant select on peer_quartiles to officine_app;
