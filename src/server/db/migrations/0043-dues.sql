-- What was paid and not handed over. Product, packaging and label are those of the sold line, the patient is that of
-- the sale: they follow merges, and a new version of the sale takes its open dues along.
create table dues (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  sale_id uuid not null,
  sale_record_id uuid not null,
  -- units of the sold packaging: when it was noted, and still owed
  quantity int not null check (quantity > 0),
  owed int not null check (owed between 0 and quantity),
  -- when it last owed less: handed over, returned or canceled
  lessened_at timestamptz,
  -- whom to call
  name text not null,
  phone text,
  note text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  -- the last units that were handed over
  handed_over_by uuid references users,
  handed_over_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, sale_id, sale_record_id) references sale_records,
  check (canceled_at is null or owed = 0),
  check (owed > 0 or canceled_at is not null or handed_over_at is not null)
);
create index dues_line on dues (pharmacy_id, sale_id, sale_record_id);
create index dues_open on dues (pharmacy_id, created_at) where owed > 0;

grant select, insert, update on dues to officine_app;
alter table dues enable row level security;
alter table dues force row level security;
create policy own_pharmacy on dues using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on dues to %I using (true)', current_user);
end $$;
