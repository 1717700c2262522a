-- Work that the server does after it has answered. A process takes a job, and says every few seconds that it still works
-- on it; a running job whose process has been silent for a minute is taken again.
create table jobs (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  kind text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- percent
  progress int not null default 0 check (progress between 0 and 100),
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  -- how often it was taken; a process whose job was taken again keeps an older number, and its result is dropped
  attempt int not null default 0,
  started_at timestamptz,
  alive_at timestamptz,
  finished_at timestamptz,
  -- message and details of the refusal
  error jsonb,
  primary key (pharmacy_id, id)
);
create index jobs_open on jobs (asked_at) where status in ('queued', 'running');
create index jobs_finished on jobs (finished_at) where finished_at is not null;

-- The stock at a moment, valued, as a file. It is deleted with its job.
create table stock_exports (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  at timestamptz not null,
  format text not null check (format in ('csv', 'xlsx')),
  group_by text not null check (group_by in ('category', 'storage', 'product', 'lot')),
  -- false: the member may not see costs, and the file has none
  with_cost boolean not null,
  row_count int,
  cost_value bigint,
  price_value bigint,
  content bytea,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, id) references jobs on delete cascade
);

-- The price of a lot at a past moment is the price before its next change.
create index price_changes_at on price_changes (pharmacy_id, at) include (stock_item_id, before);

grant select, insert, update on jobs, stock_exports to officine_app;
do $$
declare t text;
begin
  foreach t in array array['jobs', 'stock_exports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
