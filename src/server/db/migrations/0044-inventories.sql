-- When the boxes left or came, by the clock of who moved them; null: when it was written. A terminal without a network
-- sends its sales late, and an inventory compares each count with the stock of its own moment.
alter table stock_movements add column occurred_at timestamptz check (occurred_at < at);
-- The moment of the last closed count of the lot: a movement of before it that arrives later was seen by that count.
alter table stock_items add column counted_at timestamptz;

alter table pharmacy_counters add column inventory_number bigint not null default 0;

create table inventories (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  label text not null,
  scope jsonb not null,
  state text not null default 'open' check (state in ('open', 'closing', 'closed', 'canceled')),
  -- decided when the closing began: lots that nobody counted are gone
  closes_gone boolean not null default false,
  created_by uuid not null references users,
  created_at timestamptz not null,
  closed_by uuid references users,
  closed_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number)
);

-- The lots that an inventory counts, and what closing made of each.
create table inventory_lines (
  pharmacy_id uuid not null,
  inventory_id uuid not null,
  stock_item_id uuid not null,
  -- found while counting: it was not of the inventory
  found boolean not null default false,
  -- why it differs, as who closes says
  reason text,
  note text,
  -- from here on written by the closing: in packages, at the moment of the last count; null: not counted
  counted int,
  counted_at timestamptz,
  expected int,
  rounds int,
  storage_id uuid,
  purchase_price bigint,
  sale_price bigint,
  primary key (pharmacy_id, inventory_id, stock_item_id),
  foreign key (pharmacy_id, inventory_id) references inventories,
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  foreign key (pharmacy_id, storage_id) references storages
);
create index inventory_lines_item on inventory_lines (pharmacy_id, stock_item_id);

-- Every count as it was made; nobody's count replaces another one's.
create table inventory_counts (
  pharmacy_id uuid not null,
  -- that of the act
  id uuid not null,
  inventory_id uuid not null,
  stock_item_id uuid not null,
  kind text not null check (kind in ('whole', 'more')),
  quantity int not null check (quantity >= 0),
  -- of the shelf, by the corrected clock of the terminal
  counted_at timestamptz not null,
  counted_by uuid not null references users,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, inventory_id, stock_item_id) references inventory_lines
);
create index inventory_counts_line on inventory_counts (pharmacy_id, inventory_id, stock_item_id);

-- Phones that count: the link of a member for one inventory. Only a hash of its secret is kept.
create table counting_links (
  pharmacy_id uuid not null,
  id uuid not null,
  inventory_id uuid not null,
  user_id uuid not null references users,
  secret_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, inventory_id) references inventories
);

grant select, insert, update on inventories, inventory_lines, counting_links to officine_app;
grant select, insert on inventory_counts to officine_app;
do $$
declare t text;
begin
  foreach t in array array['inventories', 'inventory_lines', 'inventory_counts', 'counting_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
