-- Work on lots that may not be sold before their date. A lot has at most one open task.
create table expiry_tasks (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  stock_item_id uuid not null,
  kind text not null check (kind in ('return', 'transfer', 'discount', 'destroy')),
  quantity int not null check (quantity > 0),
  -- of a discount: percent, and the unit price of the lot before it
  percent int check (percent between 1 and 100),
  full_price bigint,
  -- of a transfer: the pharmacy of the same owner; its name is kept, because its rows are hidden from this pharmacy
  to_pharmacy_id uuid,
  to_pharmacy_name text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  outcome text check (outcome in ('done', 'canceled')),
  ended_by uuid references users,
  ended_at timestamptz,
  done_quantity int check (done_quantity > 0),
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  check ((kind = 'discount') = (percent is not null)),
  check ((kind = 'discount') = (full_price is not null)),
  check ((kind = 'transfer') = (to_pharmacy_id is not null)),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is null) = (ended_by is null))
);
create unique index expiry_tasks_open on expiry_tasks (pharmacy_id, stock_item_id) where outcome is null;
create index expiry_tasks_lot on expiry_tasks (pharmacy_id, stock_item_id);

grant select, insert, update on expiry_tasks to officine_app;
alter table expiry_tasks enable row level security;
alter table expiry_tasks force row level security;
do $$
begin
  create policy own_pharmacy on expiry_tasks
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on expiry_tasks to %I using (true)', current_user);
end $$;

-- The price with the discount is a price that the lot had. `counterPrice` of the domain computes the same.
create or replace function note_price() returns trigger language plpgsql as $$
begin
  insert into stock_item_prices (pharmacy_id, stock_item_id, price, since)
  values (new.pharmacy_id, new.id, new.sale_price, now()) on conflict do nothing;
  if new.discount_percent is not null then
    insert into stock_item_prices (pharmacy_id, stock_item_id, price, since)
    values (new.pharmacy_id, new.id, round(new.sale_price * (100 - new.discount_percent) / 100.0), now())
    on conflict do nothing;
  end if;
  return null;
end $$;
drop trigger note_price on stock_items;
create trigger note_price after update of sale_price, discount_percent on stock_items for each row
  when (old.sale_price is distinct from new.sale_price or old.discount_percent is distinct from new.discount_percent)
  execute function note_price();
