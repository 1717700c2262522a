-- Work in the background that belongs to no pharmacy; the columns of `jobs`.
create table platform_jobs (
  id uuid primary key,
  kind text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- percent
  progress int not null default 0 check (progress between 0 and 100),
  -- null: the command line
  asked_by uuid references users,
  asked_at timestamptz not null,
  attempt int not null default 0,
  started_at timestamptz,
  alive_at timestamptz,
  finished_at timestamptz,
  error jsonb
);
create index platform_jobs_open on platform_jobs (asked_at) where status in ('queued', 'running');

-- By which an import of a country's register finds again the product of a row: its codes (`c:`), its registration number
-- (`r:`), or its names (`n:`).
create table register_products (
  country_code text not null references countries,
  key text not null,
  product_id uuid not null references products on delete cascade,
  primary key (country_code, key)
);
create index register_products_product on register_products (product_id);

-- How the last file of a country's register was read.
create table register_profiles (
  country_code text primary key references countries,
  profile jsonb not null
);

-- An import of a register, deleted with its job.
create table register_imports (
  id uuid primary key references platform_jobs on delete cascade,
  country_code text not null references countries,
  file_name text not null,
  -- the rows of the file and the decisions of the admin; null once it is done
  content jsonb,
  -- the counts, and the rows that were set aside with their reasons
  result jsonb
);
