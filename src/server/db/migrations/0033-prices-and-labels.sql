-- Every change of a sale price, with its author and reason. Append-only.
create table price_changes (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  pharmacy_product_id uuid not null,
  stock_item_id uuid not null,
  before bigint not null,
  after bigint not null,
  -- of the lot, at the moment of the change
  cost bigint not null,
  cause text not null check (cause in ('typed', 'policy')),
  reason text,
  user_id uuid not null references users,
  at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products,
  foreign key (pharmacy_id, stock_item_id) references stock_items
);
create index price_changes_product on price_changes (pharmacy_id, pharmacy_product_id, at desc);

-- Labels to print. A product waits at most once.
create table label_queue (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  pharmacy_product_id uuid not null,
  cause text not null check (cause in ('price', 'asked', 'delivery')),
  user_id uuid not null references users,
  at timestamptz not null,
  printed_by uuid references users,
  printed_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create unique index label_queue_waiting on label_queue (pharmacy_id, pharmacy_product_id) where printed_at is null;

grant select, insert on price_changes to officine_app;
grant select, insert, update, delete on label_queue to officine_app;
do $$
declare t text;
begin
  foreach t in array array['price_changes', 'label_queue'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
