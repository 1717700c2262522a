-- What was corrected of a lot: its number and its expiry, before and after, why, by whom and when.
create table lot_corrections (
  pharmacy_id uuid not null,
  id uuid not null,
  stock_item_id uuid not null,
  lot_before text,
  lot_after text,
  expires_before date,
  expires_after date,
  reason text not null check (reason in ('read-on-box', 'entry-error', 'delivery-error', 'other')),
  note text,
  user_id uuid not null references users,
  at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, stock_item_id) references stock_items
);
create index lot_corrections_item on lot_corrections (pharmacy_id, stock_item_id, at);
grant select, insert on lot_corrections to officine_app;
alter table lot_corrections enable row level security;
alter table lot_corrections force row level security;
create policy own_pharmacy on lot_corrections using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on lot_corrections to %I using (true)', current_user);
end $$;

-- What is asked of a lot of these products: bandages have neither a number nor an expiry worth noting.
alter table product_categories add column traced_by text not null default 'lot-and-expiry'
  check (traced_by in ('lot-and-expiry', 'expiry', 'nothing'));
