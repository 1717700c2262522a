alter table pharmacy_counters add column destruction_number bigint not null default 0;

-- Destruction reports. The lines keep what was true on that day; the movements are in the ledger.
create table destructions (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  destroyed_on date not null,
  method text not null,
  witness text not null,
  note text,
  user_id uuid not null references users,
  at timestamptz not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number)
);
create table destruction_lines (
  pharmacy_id uuid not null,
  destruction_id uuid not null,
  position int not null,
  stock_item_id uuid not null,
  label text not null,
  packaging text not null,
  lot text,
  expires_on date,
  quantity int not null check (quantity > 0),
  purchase_price bigint not null,
  reason text not null,
  primary key (pharmacy_id, destruction_id, position),
  foreign key (pharmacy_id, destruction_id) references destructions,
  foreign key (pharmacy_id, stock_item_id) references stock_items
);

-- What members noted about the sales of a recalled lot; the newest note of a sale counts.
create table recall_contacts (
  pharmacy_id uuid not null,
  id uuid not null,
  recall_id uuid not null,
  sale_id uuid not null,
  outcome text not null check (outcome in ('contacted', 'returned', 'unreachable')),
  returned int not null default 0 check (returned >= 0),
  note text,
  user_id uuid not null references users,
  at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, recall_id) references recalls,
  foreign key (pharmacy_id, sale_id) references sales
);
create index recall_contacts_recall on recall_contacts (pharmacy_id, recall_id, sale_id, at);

-- Who set a lot aside or released it, when and why.
create table lot_blocks (
  pharmacy_id uuid not null,
  id uuid not null,
  stock_item_id uuid not null,
  blocked text check (blocked in ('quarantine', 'recall')),
  note text,
  user_id uuid not null references users,
  at timestamptz not null,
  recall_id uuid,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  foreign key (pharmacy_id, recall_id) references recalls
);
create index lot_blocks_item on lot_blocks (pharmacy_id, stock_item_id, at);

-- The same comparison as `sameLot` of the domain. Collation C, because the capital of é depends on the locale of the
-- database, and the white space of \s too: it is written out.
create function plain_lot(lot text) returns text language sql immutable parallel safe
  return upper(regexp_replace(lot, '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g') collate "C");

-- A lot that comes in under a recalled number is blocked, whatever writes it. A trigger, so that no way of entering a
-- lot forgets it.
create function block_recalled() returns trigger language plpgsql as $$
begin
  if exists (select from recalls r where r.pharmacy_id = new.pharmacy_id
    and r.pharmacy_product_id = new.pharmacy_product_id and r.closed_at is null
    and plain_lot(r.lot) = plain_lot(new.lot)) then
    new.blocked := 'recall';
  end if;
  return new;
end $$;
create trigger block_recalled before insert or update of lot, pharmacy_product_id on stock_items for each row
  when (new.lot is not null) execute function block_recalled();

grant select, insert on destructions, destruction_lines, recall_contacts, lot_blocks to officine_app;
do $$
declare t text;
begin
  foreach t in array array['destructions', 'destruction_lines', 'recall_contacts', 'lot_blocks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
