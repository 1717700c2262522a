-- Who changed a product of the referential last. A change names the version that it was made on.
alter table products
  add column version int not null default 1,
  add column changed_by uuid references users,
  add column changed_at timestamptz;

-- How many products use a form, a brand …: counted for each row of its list.
create index products_form on products (form_id);
create index products_brand on products (brand_id);
create index products_category on products (category_id);
create index products_unit on products (unit_id);
create index products_atc on products (atc_code text_pattern_ops);
create index product_packagings_packaging on product_packagings (packaging_id);
