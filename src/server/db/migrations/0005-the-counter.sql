-- What a busy counter adds to a sale: versions, cancellations, returns, opened boxes, prescriptions and their register, photos of vouchers,
-- missed sales; parked sales in full; what a role may discount; and the pharmacy's printers and services in its settings.

-- Percent of a sale's total; null: whoever may discount may do so without a limit.
alter table roles add column discount_limit int check (discount_limit between 0 and 100);

alter table pharmacy_counters
  add column return_number bigint not null default 0,
  add column prescription_number bigint not null default 0;

-- ── after the sale ────────────────────────────────────────────────────────────────────────────────────────────────────
-- A version that was replaced is canceled like one that a customer brought back; `replaced_by` tells them apart.
alter table sales
  add column replaces uuid,
  add column replaced_by uuid,
  add column canceled_at timestamptz,
  add column canceled_by uuid references users,
  add column cancel_reason text,
  add column prescription jsonb,
  add constraint sales_replaces foreign key (pharmacy_id, replaces) references sales,
  add constraint sales_replaced_once unique (pharmacy_id, replaces);

-- `opened_item_id`: the lot whose boxes were opened for a sale by unit.
alter table sale_records
  add column posology text,
  add column opened_item_id uuid,
  add column opened_boxes int check (opened_boxes > 0);

-- What happened to a sale after it closed and is not told by its own row; append-only.
create table sale_events (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  sale_id uuid not null,
  kind text not null check (kind in ('date')),
  user_id uuid not null references users,
  at timestamptz not null,
  details jsonb not null default '{}',
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, sale_id) references sales
);
create index sale_events_sale on sale_events (pharmacy_id, sale_id, at);

-- Some lines brought back: a credit note with a number of its own. The sale stays as it was sold.
create table sale_returns (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  sale_id uuid not null,
  number bigint not null,
  register_id uuid not null,
  user_id uuid not null references users,
  reason text not null,
  total bigint not null check (total >= 0),
  -- what coins could not give back: its own line of the register's ledger, as when it sold
  rounding bigint not null default 0,
  returned_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, sale_id) references sales,
  foreign key (pharmacy_id, register_id) references cash_registers
);
create index sale_returns_sale on sale_returns (pharmacy_id, sale_id);
create index sale_returns_at on sale_returns (pharmacy_id, returned_at);

create table sale_return_lines (
  pharmacy_id uuid not null,
  return_id uuid not null,
  -- the record or voucher of the sale
  line_id uuid not null,
  quantity int not null check (quantity > 0),
  amount bigint not null check (amount >= 0),
  -- false: broken, or out of its cold chain; it is paid back and not sold again
  to_stock boolean not null,
  primary key (pharmacy_id, return_id, line_id),
  foreign key (pharmacy_id, return_id) references sale_returns
);

-- What each payment of the sale gives back; a payer is told less, a debt shrinks, money leaves the drawer.
create table sale_refunds (
  pharmacy_id uuid not null,
  return_id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  -- how it leaves: the payment's own type, or CASH in its place
  type text not null,
  amount bigint not null check (amount > 0),
  primary key (pharmacy_id, return_id, payment_id),
  foreign key (pharmacy_id, return_id) references sale_returns,
  foreign key (pharmacy_id, sale_id, payment_id) references sale_payments
);
create index sale_refunds_payment on sale_refunds (pharmacy_id, sale_id, payment_id);

create table sale_photos (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  sale_id uuid not null,
  -- the payment whose voucher it shows
  payment_id uuid,
  mime text not null check (mime in ('image/jpeg', 'image/webp')),
  bytes bytea not null,
  user_id uuid not null references users,
  taken_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, sale_id) references sales
);
create index sale_photos_sale on sale_photos (pharmacy_id, sale_id);

-- ── the register of listed medicines ──────────────────────────────────────────────────────────────────────────────────
-- Append-only, its own chronological numbers without gaps; who comes back adds a line with a quantity below zero.
create table prescription_entries (
  pharmacy_id uuid not null references pharmacies,
  number bigint not null,
  sale_id uuid not null,
  line_id uuid not null,
  entered_at timestamptz not null,
  dispensed_on date not null,
  list text not null check (list in ('list-1', 'list-2', 'narcotic')),
  label text not null,
  lot text,
  quantity int not null check (quantity <> 0),
  posology text,
  prescriber text,
  prescriber_address text,
  prescribed_on date,
  patient_name text,
  patient_address text,
  dispensed_by uuid not null references users,
  primary key (pharmacy_id, number),
  foreign key (pharmacy_id, sale_id) references sales
);
create index prescription_entries_day on prescription_entries (pharmacy_id, dispensed_on desc, number desc);
create index prescription_entries_sale on prescription_entries (pharmacy_id, sale_id);

-- ── who left without ──────────────────────────────────────────────────────────────────────────────────────────────────
create table missed_sales (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  -- null: not a product of this pharmacy
  pharmacy_product_id uuid,
  label text not null,
  quantity int not null check (quantity > 0),
  -- of one unit, in minor units; null where nobody knows it
  price bigint check (price >= 0),
  reason text not null check (reason in ('absent', 'too-dear')),
  user_id uuid not null references users,
  terminal_id uuid not null,
  missed_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index missed_sales_at on missed_sales (pharmacy_id, missed_at desc);

-- ── parked for a colleague ────────────────────────────────────────────────────────────────────────────────────────────
-- `leased_to`: the terminal that is taking it over; it is gone when that terminal says that it has it on its disk.
alter table parked_sales
  add column identifier text not null default '',
  add column terminal_id uuid,
  add column leased_to uuid,
  add column leased_by uuid references users;

-- ── who may touch what ────────────────────────────────────────────────────────────────────────────────────────────────
grant select, insert on sale_events, sale_returns, sale_return_lines, sale_refunds, sale_photos, prescription_entries, missed_sales to officine_app;
grant update (settings) on pharmacies to officine_app;

do $$
declare t text;
begin
  foreach t in array array['sale_events', 'sale_returns', 'sale_return_lines', 'sale_refunds', 'sale_photos', 'prescription_entries', 'missed_sales'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
