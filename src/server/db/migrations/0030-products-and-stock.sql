-- The shared referential: what an admin edits beside the products themselves.
create table product_categories (
  id uuid primary key, label text not null unique, archived boolean not null default false
);
create table units (id uuid primary key, label text not null unique, archived boolean not null default false);
alter table forms add column archived boolean not null default false;
alter table brands add column archived boolean not null default false;
alter table inns add column archived boolean not null default false;
alter table packagings add column archived boolean not null default false;
alter table atcs add column archived boolean not null default false;

alter table products
  add column category_id uuid references product_categories,
  add column unit_id uuid references units,
  -- code of a regulatory section; each country says its VAT group and price coefficient (`countries.sections`)
  add column section text,
  -- the product that this one was merged into; a merged product is archived
  add column merged_into uuid references products;
create index products_merged on products (merged_into) where merged_into is not null;
create table product_texts (
  product_id uuid not null references products on delete cascade,
  kind text not null check (kind in ('notice', 'spc')),
  text text not null,
  primary key (product_id, kind)
);
grant select, insert, update, delete on product_categories, units, product_texts to officine_app;
grant update (sections) on countries to officine_app;

-- Suppliers of one pharmacy. `return_days`: the supplier takes a lot back until so many days before its expiry; null:
-- never.
create table suppliers (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  name text not null,
  return_days int check (return_days >= 0),
  archived boolean not null default false,
  primary key (pharmacy_id, id)
);
create unique index suppliers_name on suppliers (pharmacy_id, lower(name)) where not archived;

-- A product of the pharmacy: its own category and section win over those of the referential.
alter table storages add column archived boolean not null default false;
alter table pharmacy_products
  add column category_id uuid references product_categories,
  add column section text,
  -- how a sale price follows from a cost: typed by hand, by the coefficient of the section, or by an own one
  add column price_mode text not null default 'free' check (price_mode in ('free', 'section', 'coefficient')),
  -- thousandths: 1320 is a coefficient of 1.32
  add column coefficient int check (coefficient between 1 and 100000),
  -- prices are rounded up to a multiple of this many minor units
  add column rounding_step int check (rounding_step > 0);
-- Codes of a private product; those of a product of the referential are in `product_codes`.
create table pharmacy_product_codes (
  pharmacy_id uuid not null references pharmacies,
  pharmacy_product_id uuid not null,
  code text not null,
  primary key (pharmacy_id, pharmacy_product_id, code),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create table pharmacy_product_tags (
  pharmacy_id uuid not null references pharmacies,
  pharmacy_product_id uuid not null,
  tag_id uuid not null,
  primary key (pharmacy_id, pharmacy_product_id, tag_id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
-- Lots that may not be sold, by product and lot number, also those that the pharmacy does not hold (yet).
create table recalls (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  pharmacy_product_id uuid not null,
  lot text not null,
  reason text not null,
  -- reference of the notice of the authority or the maker
  reference text,
  opened_by uuid not null references users,
  opened_at timestamptz not null,
  closed_by uuid references users,
  closed_at timestamptz,
  closing_note text,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index recalls_product on recalls (pharmacy_id, pharmacy_product_id);

alter table stock_items
  -- null: where its product is kept
  add column storage_id uuid,
  -- set aside: no till sells it
  add column blocked text check (blocked in ('quarantine', 'recall')),
  -- a discount that the counter proposes, because the lot expires soon
  add column discount_percent int check (discount_percent between 1 and 100),
  add column supplier_id uuid,
  add foreign key (pharmacy_id, storage_id) references storages,
  add foreign key (pharmacy_id, supplier_id) references suppliers;
create index stock_items_expiry on stock_items (pharmacy_id, expires_on) where not archived;

alter table stock_movements
  -- the order in which the ledger was written
  add column seq bigint generated always as identity,
  -- code of the reason of an adjustment, a destruction or a return
  add column reason text,
  add column note text,
  -- what the movement belongs to, other than a sale: a destruction report, an unpacking …
  add column link_kind text,
  add column link_id uuid,
  drop constraint stock_movements_cause_check,
  add constraint stock_movements_cause_check check (cause in ('initial', 'delivery', 'sale', 'sale-canceled',
    'inventory', 'adjustment', 'unpack', 'return', 'destruction', 'transfer', 'supplier-return')),
  add check ((link_kind is null) = (link_id is null));
create index stock_movements_link on stock_movements (pharmacy_id, link_id) where link_id is not null;
-- The stock at a past moment is the stock of today less the movements since.
create index stock_movements_at on stock_movements (pharmacy_id, at) include (stock_item_id, quantity);

grant select, insert, update, delete on suppliers, pharmacy_product_codes, pharmacy_product_tags to officine_app;
grant select, insert, update on recalls to officine_app;
do $$
declare t text;
begin
  foreach t in array array['suppliers', 'pharmacy_product_codes', 'pharmacy_product_tags', 'recalls'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;

-- The rows of the products list have new fields: every till reads it again.
update pharmacies set epoch = gen_random_uuid();
