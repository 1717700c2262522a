-- Every sale price that a lot has had: a terminal sells offline at the price of its last list. Triggers write it, so
-- that no way of changing a price forgets it.
create table stock_item_prices (
  pharmacy_id uuid not null,
  stock_item_id uuid not null,
  price bigint not null,
  since timestamptz not null,
  primary key (pharmacy_id, stock_item_id, price),
  foreign key (pharmacy_id, stock_item_id) references stock_items on delete cascade
);
grant select, insert on stock_item_prices to officine_app;
alter table stock_item_prices enable row level security;
alter table stock_item_prices force row level security;
do $$
begin
  create policy own_pharmacy on stock_item_prices
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on stock_item_prices to %I using (true)', current_user);
end $$;

create function note_price() returns trigger language plpgsql as $$
begin
  insert into stock_item_prices (pharmacy_id, stock_item_id, price, since)
  values (new.pharmacy_id, new.id, new.sale_price, now()) on conflict do nothing;
  return null;
end $$;
create trigger note_first_price after insert on stock_items for each row execute function note_price();
create trigger note_price after update of sale_price on stock_items for each row
  when (old.sale_price is distinct from new.sale_price) execute function note_price();

insert into stock_item_prices (pharmacy_id, stock_item_id, price, since)
select pharmacy_id, id, sale_price, '-infinity' from stock_items;
