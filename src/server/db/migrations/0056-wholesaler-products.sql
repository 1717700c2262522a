-- What a wholesaler sells, as its last price list says, with the product of the referential that a code means: tied once
-- by the platform, known to all pharmacies.
create table wholesaler_products (
  wholesaler_id uuid not null references wholesalers,
  code text not null,
  label text not null,
  product_id uuid references products,
  pack text,
  availability text not null default 'available' check (availability in ('available', 'limited', 'out')),
  -- of one box without VAT, and to the public, in minor units
  price bigint not null check (price >= 0),
  public_price bigint check (public_price >= 0),
  -- so many free boxes for every `per` paid ones; 0: none
  per int not null default 0 check (per >= 0),
  free int not null default 0 check (free >= 0),
  -- hundredths of a percent
  rebate int not null default 0 check (rebate between 0 and 10000),
  listed_on date not null,
  -- not on the last list
  archived boolean not null default false,
  primary key (wholesaler_id, code)
);
create index wholesaler_products_product on wholesaler_products (product_id, wholesaler_id) where product_id is not null;
create index wholesaler_products_label on wholesaler_products (wholesaler_id, folded(label));
-- What a code cost from a day on: a row for each change.
create table wholesaler_product_prices (
  wholesaler_id uuid not null,
  code text not null,
  from_day date not null,
  price bigint not null,
  public_price bigint,
  per int not null,
  free int not null,
  rebate int not null,
  primary key (wholesaler_id, code, from_day),
  foreign key (wholesaler_id, code) references wholesaler_products
);
-- How the price lists of a wholesaler are read.
create table price_list_profiles (
  wholesaler_id uuid primary key references wholesalers,
  profile jsonb not null
);
grant select on wholesaler_products, wholesaler_product_prices to officine_app;
