-- The ground floor. Two kinds of tables: the platform's (referential, countries, domains), read by all pharmacies, and the
-- pharmacies' own, whose keys all begin with pharmacy_id (so that they distribute by it) and which row-level security guards.
-- SQL of PostgreSQL 15 only: PGlite is 18, CI runs 15.

create table countries (
  code text primary key,
  name text not null,
  locale text not null,
  currency_code text not null,
  currency_symbol text not null,
  currency_decimals int not null,
  cash_rounding_step int not null check (cash_rounding_step > 0),
  denominations int[] not null,
  phone_operators text[] not null,
  fiscal_platform text not null default 'none',
  -- regulatory product sections: VAT group, price coefficient
  sections jsonb not null default '[]'
);

create table domains (id uuid primary key, name text not null);

create table pharmacies (
  id uuid primary key,
  domain_id uuid not null references domains,
  country_code text not null references countries,
  name text not null,
  address text not null,
  city text not null,
  phone text not null,
  tax_id text,
  time_zone text not null,
  settings jsonb not null default '{}',
  -- another value than a terminal knows: the database was rebuilt, lists must be read again from the start
  epoch uuid not null default gen_random_uuid()
);

-- ── the shared referential ────────────────────────────────────────────────────────────────────────────────────────────
create table atcs (code text primary key, label text not null);
create table forms (id uuid primary key, label text not null unique);
create table brands (id uuid primary key, name text not null unique);
create table inns (id uuid primary key, name text not null unique);
create table packagings (id uuid primary key, label text not null, units int not null check (units > 0), unique (label, units));

create table products (
  id uuid primary key,
  label text not null,
  form_id uuid references forms,
  brand_id uuid references brands,
  atc_code text,
  prescription_list text not null default 'none' check (prescription_list in ('none', 'list-1', 'list-2', 'narcotic')),
  -- a price of the referential, in minor units of its own currency: a hint, never the selling price
  reference_price bigint,
  reference_currency text,
  -- cis, marketing state, reimbursement rate …: what a national source says and we do not reason on
  national jsonb not null default '{}',
  source text not null,
  archived boolean not null default false
);
create index products_label on products (label);

create table product_codes (
  code text not null,
  product_id uuid not null references products on delete cascade,
  kind text not null check (kind in ('ean13', 'cip13', 'cip7', 'other')),
  primary key (code, product_id)
);
create index product_codes_product on product_codes (product_id);

create table product_inns (
  product_id uuid not null references products on delete cascade,
  position int not null,
  inn_id uuid not null references inns,
  dosage text,
  primary key (product_id, position)
);
create index product_inns_inn on product_inns (inn_id);

create table product_packagings (
  product_id uuid not null references products on delete cascade,
  packaging_id uuid not null references packagings,
  primary key (product_id, packaging_id)
);

-- ── a pharmacy's own ──────────────────────────────────────────────────────────────────────────────────────────────────
-- One row a pharmacy, updated under its write lock: numbers without gaps, revisions in commit order.
create table pharmacy_counters (
  pharmacy_id uuid primary key references pharmacies,
  rev bigint not null default 0,
  sale_number bigint not null default 0
);

create table roles (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  name text not null,
  permissions text[] not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, name)
);

create table users (
  -- null: an account of the platform (admin), or the terminal account of a pharmacy when pharmacy_id is set and pin_hash is not
  pharmacy_id uuid references pharmacies,
  id uuid not null primary key,
  first_name text not null,
  last_name text not null,
  email text,
  firebase_uid text unique,
  kind text not null check (kind in ('member', 'terminal', 'admin')),
  -- scrypt with its salt; and an HMAC under the server's secret, so that a PIN can be unique in the pharmacy
  pin_hash text,
  pin_mac text,
  failed_pins int not null default 0,
  locked_until timestamptz,
  active boolean not null default true,
  check ((kind = 'admin') = (pharmacy_id is null)),
  check (kind <> 'member' or pin_hash is not null)
);
create unique index users_pin on users (pharmacy_id, pin_mac) where pin_mac is not null;

create table user_roles (
  pharmacy_id uuid not null,
  user_id uuid not null references users,
  role_id uuid not null,
  primary key (pharmacy_id, user_id, role_id),
  foreign key (pharmacy_id, role_id) references roles
);

-- One unlock of one terminal; its id is the `pin` claim.
create table unlocks (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  terminal_id uuid not null,
  at timestamptz not null,
  primary key (pharmacy_id, id)
);

create table storages (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  label text not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, label)
);

create table companies (pharmacy_id uuid not null references pharmacies, id uuid not null, name text not null, archived boolean not null default false, rev bigint not null default 0, primary key (pharmacy_id, id));

create table organizations (
  pharmacy_id uuid not null references pharmacies, id uuid not null, name text not null, tax_id text, phone text,
  credit_limit bigint, payment_delay_days int not null default 30, archived boolean not null default false, rev bigint not null default 0,
  primary key (pharmacy_id, id)
);

create table persons (
  pharmacy_id uuid not null references pharmacies, id uuid not null, first_name text not null, last_name text not null, birth_date date, sex text check (sex in ('F', 'M')),
  phone text, social_security_id text, credit_limit bigint, archived boolean not null default false, rev bigint not null default 0,
  primary key (pharmacy_id, id)
);

create table pharmacy_products (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  product_id uuid references products,
  -- only for what the referential does not know
  private_label text,
  storage_id uuid,
  minimum int not null default 0,
  maximum int not null default 0,
  archived boolean not null default false,
  rev bigint not null default 0,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, product_id),
  foreign key (pharmacy_id, storage_id) references storages,
  check ((product_id is null) <> (private_label is null))
);
create index pharmacy_products_rev on pharmacy_products (pharmacy_id, rev, id);

create table stock_items (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  pharmacy_product_id uuid not null,
  packaging_id uuid not null references packagings,
  lot text,
  expires_on date,
  -- always the sum of its movements; may be below zero
  quantity int not null default 0,
  purchase_price bigint not null check (purchase_price >= 0),
  sale_price bigint not null check (sale_price >= 0),
  archived boolean not null default false,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index stock_items_product on stock_items (pharmacy_id, pharmacy_product_id);

-- append-only
create table stock_movements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  stock_item_id uuid not null,
  cause text not null check (cause in ('initial', 'delivery', 'sale', 'sale-canceled', 'inventory', 'adjustment', 'unpack', 'return', 'destruction')),
  quantity int not null check (quantity <> 0),
  before int not null,
  after int not null,
  user_id uuid references users,
  at timestamptz not null,
  sale_id uuid,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, stock_item_id) references stock_items,
  check (after = before + quantity)
);
create index stock_movements_item on stock_movements (pharmacy_id, stock_item_id, at desc);

create table cash_registers (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  opened_by uuid not null references users,
  opened_at timestamptz not null,
  float bigint not null default 0,
  closed_by uuid references users,
  closed_at timestamptz,
  primary key (pharmacy_id, id)
);
create index cash_registers_user on cash_registers (pharmacy_id, opened_by, opened_at desc);

create table sales (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  identifier text not null,
  status text not null default 'CLOSED' check (status in ('CLOSED', 'CANCELED')),
  version int not null default 1,
  terminal_id uuid not null,
  session_id uuid not null,
  seller_id uuid not null references users,
  seller_roles text[] not null,
  register_id uuid not null,
  patient_id uuid,
  total bigint not null,
  rounding bigint not null,
  units int not null,
  sold_at timestamptz not null,
  received_at timestamptz not null,
  flags text[] not null default '{}',
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, register_id) references cash_registers,
  foreign key (pharmacy_id, patient_id) references persons
);
create index sales_sold_at on sales (pharmacy_id, sold_at desc);

-- `stock_item_id` null: a voucher, no stock
create table sale_records (
  pharmacy_id uuid not null,
  sale_id uuid not null,
  id uuid not null,
  position int not null,
  stock_item_id uuid,
  label text not null,
  quantity int not null check (quantity > 0),
  price bigint not null check (price >= 0),
  -- cost at the moment of the sale, for the margin
  purchase_price bigint,
  primary key (pharmacy_id, sale_id, id),
  foreign key (pharmacy_id, sale_id) references sales,
  foreign key (pharmacy_id, stock_item_id) references stock_items
);
create index sale_records_item on sale_records (pharmacy_id, stock_item_id);

create table sale_payments (
  pharmacy_id uuid not null,
  sale_id uuid not null,
  id uuid not null,
  position int not null,
  type text not null,
  amount bigint not null,
  -- tendered, bank, operator, policy …: the rest of the payment, by type
  data jsonb not null,
  -- for CREDIT and CREDIT_ORG: whose, so that an outgoing is one indexed sum
  client_id uuid,
  primary key (pharmacy_id, sale_id, id),
  foreign key (pharmacy_id, sale_id) references sales
);
create index sale_payments_client on sale_payments (pharmacy_id, client_id) where client_id is not null;

-- append-only: every franc of a register
create table register_movements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  register_id uuid not null,
  kind text not null check (kind in ('sale', 'rounding', 'float', 'disbursement', 'cash-in', 'deposit', 'collection', 'refund')),
  type text not null,
  amount bigint not null,
  at timestamptz not null,
  user_id uuid not null references users,
  sale_id uuid,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, register_id) references cash_registers
);
create index register_movements_register on register_movements (pharmacy_id, register_id);

-- What terminals sent: (id, revision, hash, answer), refusals too. The unique key is what makes a sale exist once.
create table inbox (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  kind text not null,
  revision int not null,
  hash text not null,
  accepted boolean not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (pharmacy_id, id, revision)
);

-- What left a synced list; a row that comes back takes a new revision and its tombstone goes.
create table tombstones (
  pharmacy_id uuid not null references pharmacies,
  list text not null,
  id uuid not null,
  rev bigint not null,
  primary key (pharmacy_id, list, id)
);
create index tombstones_rev on tombstones (pharmacy_id, list, rev);

-- ── who may touch what ────────────────────────────────────────────────────────────────────────────────────────────────
-- Each transaction takes this role: owners and superusers bypass row-level security. A role belongs to the cluster,
-- hence the guard.
do $$ begin
  if not exists (select from pg_roles where rolname = 'officine_app') then create role officine_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;

grant select on countries, domains, pharmacies, atcs, forms, brands, inns, packagings, products, product_codes, product_inns, product_packagings to officine_app;
grant insert, update, delete on atcs, forms, brands, inns, packagings, products, product_codes, product_inns, product_packagings to officine_app;
grant select, insert, update, delete on pharmacy_counters, roles, users, user_roles, unlocks, storages, companies, organizations, persons, pharmacy_products, stock_items, cash_registers, sales, tombstones, inbox to officine_app;
-- ledgers and what was sold are only ever added to
grant select, insert on stock_movements, register_movements, sale_records, sale_payments to officine_app;

do $$
declare t text;
begin
  foreach t in array array['pharmacy_counters', 'roles', 'users', 'user_roles', 'unlocks', 'storages', 'companies', 'organizations', 'persons', 'pharmacy_products',
    'stock_items', 'stock_movements', 'cash_registers', 'sales', 'sale_records', 'sale_payments', 'register_movements', 'inbox', 'tombstones'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
  end loop;
end $$;

-- A pharmacy sees itself; the platform's accounts see all of them.
alter table pharmacies enable row level security;
alter table pharmacies force row level security;
create policy own_pharmacy on pharmacies using (id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
