-- An import of a register can be undone: what it wrote is kept beside it, for the last imports of each register.
alter table register_imports
  -- its place among all imports, in the order in which they were written; null until it is written
  add column applied int,
  -- what it wrote is kept
  add column is_kept boolean not null default false,
  -- how the files of the register were read before it
  add column former_profile jsonb,
  -- the job that undoes it
  add column undo_id uuid unique references platform_jobs on delete set null,
  -- what the undo did, and the products that it did not take back; null: the import stands
  add column undo_result jsonb;

-- The products that an import made, changed, or found without changing them.
create table register_import_products (
  import_id uuid not null references register_imports on delete cascade,
  product_id uuid not null references products on delete cascade,
  kind text not null check (kind in ('made', 'changed', 'found')),
  -- the version of the product that the import left
  version int,
  -- what the import may change of a product, as it was before
  former jsonb,
  -- the keys of the register that the import added to the product; of a made product they go with it
  keys text[] not null default '{}',
  primary key (import_id, product_id),
  check ((kind = 'changed') = (former is not null)),
  check ((kind = 'found') = (version is null))
);
create index register_import_products_product on register_import_products (product_id);

-- The forms, laboratories … that an import added.
create table register_import_names (
  import_id uuid not null references register_imports on delete cascade,
  kind text not null check (kind in ('forms', 'brands', 'inns', 'packagings')),
  name_id uuid not null,
  primary key (import_id, kind, name_id)
);

-- Whether a pharmacy uses a product of the referential: asked for each product that an undo deletes.
create index pharmacy_products_product on pharmacy_products (product_id) where product_id is not null;
create index product_health_insurances_named on product_health_insurances (product_id) where product_id is not null;
-- and whether its packaging is used, before it is deleted
create index stock_items_packaging on stock_items (packaging_id);
create index delivery_lines_packaging on delivery_lines (packaging_id) where packaging_id is not null;
