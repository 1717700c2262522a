-- Suppliers: how they are reached, when they deliver, and how long they wait for their money.
alter table suppliers
  -- the number of the pharmacy at the supplier
  add column customer_number text,
  add column phone text,
  add column email text,
  add column address text,
  add column contacts jsonb not null default '[]',
  -- days of the week on which it delivers: 1 is Monday, 7 Sunday
  add column delivery_days jsonb not null default '[]',
  -- days from the delivery to the payment
  add column payment_days int check (payment_days between 0 and 365),
  add column note text;

-- Wholesalers of a country, which all pharmacies share: a pharmacy takes its suppliers from them.
create table wholesalers (
  id uuid primary key,
  country_code text not null references countries,
  name text not null,
  phone text,
  email text,
  archived boolean not null default false
);
create unique index wholesalers_name on wholesalers (country_code, folded(name));
alter table suppliers add column wholesaler_id uuid references wholesalers;

-- Codes that a supplier writes on its notes, with the product that a member tied each one to.
create table supplier_codes (
  pharmacy_id uuid not null,
  supplier_id uuid not null,
  code text not null,
  pharmacy_product_id uuid not null,
  primary key (pharmacy_id, supplier_id, code),
  foreign key (pharmacy_id, supplier_id) references suppliers,
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index supplier_codes_product on supplier_codes (pharmacy_id, pharmacy_product_id);
-- How the files of a supplier are read.
create table note_profiles (
  pharmacy_id uuid not null,
  supplier_id uuid not null,
  profile jsonb not null,
  primary key (pharmacy_id, supplier_id),
  foreign key (pharmacy_id, supplier_id) references suppliers
);

-- A file of a supplier, read but not booked: what the preview shows. Its rows leave when deliveries are made of it.
create table delivery_imports (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  supplier_id uuid not null,
  file_name text,
  hash text,
  tables jsonb not null default '[]',
  profile jsonb,
  sheet int not null default 0,
  decisions jsonb not null default '{}',
  created_by uuid not null references users,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, supplier_id) references suppliers
);

alter table pharmacy_counters
  add column delivery_number bigint not null default 0,
  add column supplier_return_number bigint not null default 0;

create table deliveries (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  -- the number of the supplier's note
  bl text not null,
  note_day date,
  received_on date not null,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'canceled')),
  -- what the note asks for, with VAT, in minor units
  note_total bigint check (note_total >= 0),
  note text,
  -- the delivery that waited for these boxes
  part_of uuid,
  import_id uuid,
  -- the statement of the supplier that was checked with it: the delivery can no longer be canceled
  validated_statement_id uuid,
  created_by uuid not null references users,
  created_at timestamptz not null,
  closed_by uuid references users,
  closed_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, supplier_id) references suppliers,
  foreign key (pharmacy_id, part_of) references deliveries,
  foreign key (pharmacy_id, import_id) references delivery_imports
);
-- One note is received once, however its number is written; the rest of a partial delivery has the number too.
create unique index deliveries_bl on deliveries (pharmacy_id, supplier_id, plain_lot(bl))
  where state <> 'canceled' and part_of is null;
create index deliveries_received on deliveries (pharmacy_id, received_on desc);

create table delivery_lines (
  pharmacy_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  position int not null,
  -- as the note writes them
  code text,
  label text not null,
  pharmacy_product_id uuid,
  packaging_id uuid references packagings,
  ordered int,
  -- boxes that the note bills, boxes that came, and free ones
  noted int not null default 0,
  received int not null default 0,
  free int not null default 0,
  purchase_price bigint not null default 0,
  -- the public price of the note, and the sale price that a member decided; null keeps the current one
  note_price bigint,
  sale_price bigint,
  vat int not null default 0,
  lot text,
  expires_on date,
  checked boolean not null default false,
  removed boolean not null default false,
  changed_by uuid references users,
  changed_at timestamptz,
  -- what closing made of it
  stock_item_id uuid,
  cost bigint,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, delivery_id) references deliveries,
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products,
  foreign key (pharmacy_id, stock_item_id) references stock_items
);
create index delivery_lines_delivery on delivery_lines (pharmacy_id, delivery_id, position);
create index delivery_lines_product on delivery_lines (pharmacy_id, pharmacy_product_id);
-- The delivery that brought a lot.
alter table stock_items add column delivery_id uuid, add foreign key (pharmacy_id, delivery_id) references deliveries;
create index stock_items_delivery on stock_items (pharmacy_id, delivery_id) where delivery_id is not null;

-- Boxes that go back to a supplier. They leave the stock when the return is sent; it waits for its credit until then.
create table supplier_returns (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  state text not null default 'sent' check (state in ('sent', 'credited', 'canceled')),
  note text,
  sent_by uuid not null references users,
  sent_at timestamptz not null,
  -- the credit note of the supplier
  credit_number text,
  credit_amount bigint check (credit_amount >= 0),
  credit_note text,
  credited_by uuid references users,
  credited_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, supplier_id) references suppliers
);
create table supplier_return_lines (
  pharmacy_id uuid not null,
  return_id uuid not null,
  position int not null,
  stock_item_id uuid not null,
  delivery_id uuid,
  label text not null,
  packaging text not null,
  lot text,
  expires_on date,
  quantity int not null check (quantity > 0),
  purchase_price bigint not null,
  reason text not null,
  primary key (pharmacy_id, return_id, position),
  foreign key (pharmacy_id, return_id) references supplier_returns,
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  foreign key (pharmacy_id, delivery_id) references deliveries
);
create index supplier_return_lines_item on supplier_return_lines (pharmacy_id, stock_item_id);

grant select on wholesalers to officine_app;
grant select, insert, update, delete on supplier_codes, note_profiles, delivery_imports to officine_app;
grant select, insert, update on deliveries, delivery_lines, supplier_returns to officine_app;
grant select, insert on supplier_return_lines to officine_app;
do $$
declare t text;
begin
  foreach t in array array['supplier_codes', 'note_profiles', 'delivery_imports', 'deliveries', 'delivery_lines',
    'supplier_returns', 'supplier_return_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
