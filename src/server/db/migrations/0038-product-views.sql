-- Named selections of a list: its filters and columns. Of one member, or shared with the pharmacy.
create table product_views (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  shared boolean not null default false,
  list text not null,
  name text not null,
  -- the part of the address after `?`
  search text not null,
  -- {order, hidden, shown}: null keeps the columns as they stand
  columns jsonb,
  primary key (pharmacy_id, id)
);
create unique index product_views_name on product_views (pharmacy_id, list, user_id, folded(name));

grant select, insert, update, delete on product_views to officine_app;
alter table product_views enable row level security;
alter table product_views force row level security;
do $$
begin
  create policy own_pharmacy on product_views
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on product_views to %I using (true)', current_user);
end $$;

-- The views that members kept until now.
insert into product_views (pharmacy_id, id, user_id, list, name, search)
select distinct on (l.pharmacy_id, l.user_id, l.list, folded(v ->> 'name'))
  l.pharmacy_id, gen_random_uuid(), l.user_id, l.list, v ->> 'name', v ->> 'search'
from list_layouts l, jsonb_array_elements(coalesce(l.layout -> 'views', '[]')) v;
update list_layouts set layout = layout - 'views';
