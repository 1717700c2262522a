-- Who buys and who pays: persons and organizations with their words to search by, insurers with contracts and policies, the national
-- scheme's list, credit, and the smallest form of bills and parked sales, so that what is not closed can be counted.

-- Names as a search compares them: beyond `folded`, no mark of any Latin letter, composed or not (« Ọlá »), none of Arabic or Hebrew, and the
-- capitals of the letters that the languages of the coast add.
create function folded_name(text) returns text language sql immutable strict parallel safe
return translate(folded(regexp_replace(normalize($1, NFD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u065f\u0670]', '', 'g')), 'ƉƐƆŊƁƊƘƳƔƖŁØĐ', 'ɖɛɔŋɓɗƙƴɣɩłøđ');

-- ── clients ───────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table companies
  -- the body of social security pays before every insurer, by the list of its products
  add column kind text not null default 'insurer' check (kind in ('insurer', 'social-security')),
  add column tax_id text,
  add column phone text,
  add column email text,
  add column searched text not null generated always as (folded_name(name)) stored;

alter table organizations
  add column email text,
  add column address text,
  add column tag_ids uuid[] not null default '{}',
  add column searched text not null generated always as (folded_name(name || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(tax_id, ''))) stored;

alter table persons
  add column email text,
  add column address text,
  add column note text,
  add column tag_ids uuid[] not null default '{}',
  -- the person this one turned out to be; always one that is not merged itself
  add column merged_into uuid,
  add column created_at timestamptz not null default now(),
  add column searched text not null generated always as (folded_name(last_name || ' ' || first_name || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(social_security_id, ''))) stored,
  add foreign key (pharmacy_id, merged_into) references persons;
create index persons_rev on persons (pharmacy_id, rev, id);
create index persons_name on persons (pharmacy_id, last_name, first_name, id);
create index persons_phone on persons (pharmacy_id, phone) where phone is not null;
create index persons_merged on persons (pharmacy_id, merged_into) where merged_into is not null;
create index organizations_rev on organizations (pharmacy_id, rev, id);
create index companies_rev on companies (pharmacy_id, rev, id);

create table relationships (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  person_id uuid not null,
  relative_id uuid not null,
  -- what the relative is to the person; the other way round is the domain's inverse
  kind text not null check (kind in ('spouse', 'child', 'parent', 'sibling', 'guardian', 'ward', 'other')),
  primary key (pharmacy_id, id),
  unique (pharmacy_id, person_id, relative_id),
  foreign key (pharmacy_id, person_id) references persons,
  foreign key (pharmacy_id, relative_id) references persons,
  check (person_id <> relative_id)
);
create index relationships_relative on relationships (pharmacy_id, relative_id);

create table tags (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  type text not null check (type in ('person', 'organization', 'contract-policy', 'pharmacy-product')),
  label text not null,
  color text not null,
  primary key (pharmacy_id, id)
);
create unique index tags_label on tags (pharmacy_id, type, folded(label));

create table banks (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  name text not null,
  archived boolean not null default false,
  primary key (pharmacy_id, id)
);
create unique index banks_name on banks (pharmacy_id, folded(name));

-- ── who pays ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Without a company the owner, an organization, pays itself, on credit.
create table contracts (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  company_id uuid,
  owner_organization_id uuid,
  owner_person_id uuid,
  label text not null,
  number text,
  default_coverage int not null check (default_coverage between 0 and 100),
  -- what all policies of the contract may use together, in minor units
  ceiling_per_sale bigint check (ceiling_per_sale >= 0),
  ceiling_per_day bigint check (ceiling_per_day >= 0),
  ceiling_per_month bigint check (ceiling_per_month >= 0),
  valid_from date,
  valid_until date,
  archived boolean not null default false,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, company_id) references companies,
  foreign key (pharmacy_id, owner_organization_id) references organizations,
  foreign key (pharmacy_id, owner_person_id) references persons,
  check (owner_organization_id is null or owner_person_id is null),
  check (company_id is not null or owner_organization_id is not null),
  check (valid_from <= valid_until)
);
create index contracts_company on contracts (pharmacy_id, company_id);
create index contracts_organization on contracts (pharmacy_id, owner_organization_id);

-- what a contract says of one product, beside its default
create table contract_products (
  pharmacy_id uuid not null,
  contract_id uuid not null,
  pharmacy_product_id uuid not null,
  excluded boolean not null default false,
  coverage int check (coverage between 0 and 100),
  reference_price bigint check (reference_price >= 0),
  primary key (pharmacy_id, contract_id, pharmacy_product_id),
  foreign key (pharmacy_id, contract_id) references contracts,
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);

create table contract_policies (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  contract_id uuid not null,
  beneficiary_id uuid not null,
  -- the insured whose dependant the beneficiary is; null: the beneficiary himself
  holder_id uuid,
  number text not null,
  -- null: the contract's
  coverage int check (coverage between 0 and 100),
  rank int not null default 1 check (rank between 1 and 9),
  ceiling_per_sale bigint check (ceiling_per_sale >= 0),
  ceiling_per_day bigint check (ceiling_per_day >= 0),
  ceiling_per_month bigint check (ceiling_per_month >= 0),
  valid_from date,
  valid_until date,
  tag_ids uuid[] not null default '{}',
  archived boolean not null default false,
  searched text not null generated always as (folded(number)) stored,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, contract_id) references contracts,
  foreign key (pharmacy_id, beneficiary_id) references persons,
  foreign key (pharmacy_id, holder_id) references persons,
  check (valid_from <= valid_until)
);
create index contract_policies_beneficiary on contract_policies (pharmacy_id, beneficiary_id);
create index contract_policies_contract on contract_policies (pharmacy_id, contract_id);
-- one card is one policy; a dependant may carry the number of the insured
create unique index contract_policies_number on contract_policies (pharmacy_id, contract_id, beneficiary_id, number) where not archived;

-- How the columns of a payer's members file are read; a payer is a company, or an organization that pays itself.
create table member_import_mappings (
  pharmacy_id uuid not null references pharmacies,
  payer_id uuid not null,
  mapping jsonb not null,
  primary key (pharmacy_id, payer_id)
);

-- The list of the national scheme: what it pays for, at which price, and which product of the referential that is.
create table product_health_insurances (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  code text,
  label text not null,
  inn text,
  dosage text,
  form text,
  base_price bigint not null check (base_price >= 0),
  rate int not null check (rate between 0 and 100),
  product_id uuid references products,
  archived boolean not null default false,
  rev bigint not null default 0,
  searched text not null generated always as (folded(label || ' ' || coalesce(inn, '') || ' ' || coalesce(code, ''))) stored,
  primary key (pharmacy_id, id)
);
create unique index product_health_insurances_code on product_health_insurances (pharmacy_id, code) where code is not null;
-- a product is paid for by one line of the list
create unique index product_health_insurances_product on product_health_insurances (pharmacy_id, product_id) where product_id is not null and not archived;
create index product_health_insurances_rev on product_health_insurances (pharmacy_id, rev, id);

-- ── what is not closed ────────────────────────────────────────────────────────────────────────────────────────────────
-- The policy that a payment went by, so that a ceiling is one indexed sum.
alter table sale_payments add column policy_id uuid;
create index sale_payments_policy on sale_payments (pharmacy_id, policy_id) where policy_id is not null;
create index sales_patient on sales (pharmacy_id, patient_id, sold_at desc) where patient_id is not null;

create table bills (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number text not null,
  -- whom it is for: exactly one
  person_id uuid,
  organization_id uuid,
  company_id uuid,
  status text not null default 'open' check (status in ('open', 'closed', 'canceled')),
  amount bigint not null,
  issued_on date not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, person_id) references persons,
  foreign key (pharmacy_id, organization_id) references organizations,
  foreign key (pharmacy_id, company_id) references companies,
  check (num_nonnulls(person_id, organization_id, company_id) = 1)
);
create index bills_person on bills (pharmacy_id, person_id) where person_id is not null;
create index bills_organization on bills (pharmacy_id, organization_id) where organization_id is not null;

-- one payment of one sale, asked for by a bill; in a closed bill it is paid
create table bill_lines (
  pharmacy_id uuid not null,
  bill_id uuid not null,
  sale_id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  primary key (pharmacy_id, bill_id, sale_id, payment_id),
  foreign key (pharmacy_id, bill_id) references bills,
  foreign key (pharmacy_id, sale_id, payment_id) references sale_payments
);
create index bill_lines_payment on bill_lines (pharmacy_id, sale_id, payment_id);

-- A sale put on the server for a colleague of another terminal; nothing of the stock is reserved.
create table parked_sales (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  version int not null default 1,
  content jsonb not null,
  patient_id uuid,
  -- whose credit it would use
  client_id uuid,
  parked_by uuid not null references users,
  parked_at timestamptz not null,
  lease_until timestamptz,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, patient_id) references persons
);
create index parked_sales_patient on parked_sales (pharmacy_id, patient_id) where patient_id is not null;
create index parked_sales_client on parked_sales (pharmacy_id, client_id) where client_id is not null;

-- ── who may touch what ────────────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on relationships, tags, banks, contracts, contract_products, contract_policies, member_import_mappings, product_health_insurances,
  bills, bill_lines, parked_sales to officine_app;

do $$
declare t text;
begin
  foreach t in array array['relationships', 'tags', 'banks', 'contracts', 'contract_products', 'contract_policies', 'member_import_mappings', 'product_health_insurances',
    'bills', 'bill_lines', 'parked_sales'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
