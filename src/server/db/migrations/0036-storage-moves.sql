-- Where lots and products were moved to, by whom and when.
create table storage_moves (
  pharmacy_id uuid not null references pharmacies,
  -- that of the act
  id uuid not null,
  stock_item_id uuid not null,
  -- the product as a whole moved, not only this lot of it
  whole boolean not null,
  -- null: no place
  from_storage_id uuid,
  to_storage_id uuid,
  user_id uuid not null references users,
  at timestamptz not null,
  -- the order in which the moves were written; terminals send theirs late
  seq bigint generated always as identity,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  foreign key (pharmacy_id, from_storage_id) references storages,
  foreign key (pharmacy_id, to_storage_id) references storages
);
create index storage_moves_seq on storage_moves (pharmacy_id, seq);
-- The accuracy of the storages counts adjustments of the last days.
create index stock_movements_corrections on stock_movements (pharmacy_id, at) include (stock_item_id)
  where cause in ('adjustment', 'inventory');

grant select, insert on storage_moves to officine_app;
alter table storage_moves enable row level security;
alter table storage_moves force row level security;
do $$
begin
  create policy own_pharmacy on storage_moves
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on storage_moves to %I using (true)', current_user);
end $$;
