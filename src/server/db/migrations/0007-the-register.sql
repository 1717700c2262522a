-- The cash register: a ledger that says when, by which means and for whom; hand-overs and closings with their counts; money paid out with its
-- reason and receipt; and closings that wait for what a terminal has not sent yet.

-- ── the ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- `at` is when the server wrote it, `occurred_at` when it happened at the counter; `seq` is the order of writing, for cursors.
alter table register_movements
  add column seq bigint generated always as identity,
  add column occurred_at timestamptz,
  -- the phone operator of mobile money
  add column operator text,
  -- who paid or owes; the patient where a payment names nobody
  add column client_id uuid,
  add column note text;

-- What a sale brought happened when it was sold; what was given back, when it was written.
update register_movements m set occurred_at = case when m.kind = 'sale' or m.kind = 'rounding' and m.at = s.received_at then s.sold_at else m.at end, client_id = s.patient_id
  from sales s where s.pharmacy_id = m.pharmacy_id and s.id = m.sale_id;
update register_movements set occurred_at = at where occurred_at is null;
-- Only where the sale has one payment of that kind: an older ledger does not say which of two it was.
update register_movements m set operator = y.operator, client_id = coalesce(y.client_id, m.client_id)
  from (select pharmacy_id, sale_id, type, min(nullif(trim(data ->> 'phoneOperator'), '')) as operator, (array_agg(client_id))[1] as client_id from sale_payments group by 1, 2, 3 having count(*) = 1) y
  where m.kind in ('sale', 'refund') and y.pharmacy_id = m.pharmacy_id and y.sale_id = m.sale_id and y.type = m.type;

alter table register_movements alter column occurred_at set not null;
-- A month is one range of it, however many years stand beside; its sums are read from the index alone.
create index register_movements_occurred on register_movements (pharmacy_id, occurred_at, seq) include (kind, type, amount, user_id, register_id);
create index register_movements_client on register_movements (pharmacy_id, client_id, occurred_at, seq) where client_id is not null;
create index register_movements_sale on register_movements (pharmacy_id, sale_id) where sale_id is not null;

-- ── the register ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- `held_by`: who took it over; null while it is with who opened it. `closing_id`: a closing that waits.
alter table cash_registers
  add column terminal_id uuid,
  add column held_by uuid references users,
  add column closing_id uuid;
create index cash_registers_open on cash_registers (pharmacy_id) where closed_at is null;
-- a register says how many sales it took
create index sales_register on sales (pharmacy_id, register_id);
create index cash_registers_opened_at on cash_registers (pharmacy_id, opened_at desc);

alter table pharmacy_counters
  add column count_number bigint not null default 0,
  add column disbursement_number bigint not null default 0;

-- A counted drawer, for good: what was expected then, what was counted, what waited. One series of numbers without gaps for both kinds. Append-only.
create table register_counts (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  register_id uuid not null,
  number bigint not null,
  kind text not null check (kind in ('hand-over', 'closing')),
  user_id uuid not null references users,
  -- who takes it over
  received_by uuid references users,
  counted_at timestamptz not null,
  recorded_at timestamptz not null,
  -- counted − expected
  gap bigint not null,
  report jsonb not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, register_id) references cash_registers,
  check ((kind = 'hand-over') = (received_by is not null))
);
create index register_counts_register on register_counts (pharmacy_id, register_id, number);

-- What happened to a register and is told by no movement and no count; append-only.
create table register_events (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  register_id uuid not null,
  kind text not null check (kind in ('counted', 'reopened', 'closed-over', 'refused-later')),
  user_id uuid not null references users,
  at timestamptz not null,
  details jsonb not null default '{}',
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, register_id) references cash_registers
);
create index register_events_register on register_events (pharmacy_id, register_id, at);

-- A closing that came before what it counts. It takes its number when the last of that was answered; then its rows here go.
create table waiting_closings (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  register_id uuid not null,
  user_id uuid not null references users,
  body jsonb not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, register_id) references cash_registers
);
create table awaited_parcels (
  pharmacy_id uuid not null,
  id uuid not null,
  closing_id uuid not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, closing_id) references waiting_closings on delete cascade
);
create index awaited_parcels_closing on awaited_parcels (pharmacy_id, closing_id);

-- ── money paid out ────────────────────────────────────────────────────────────────────────────────────────────────────
create table disbursement_reasons (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  label text not null,
  archived boolean not null default false,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, label)
);
insert into disbursement_reasons (pharmacy_id, id, label)
  select p.id, gen_random_uuid(), l.label from pharmacies p, unnest(array['Achat de fournitures', 'Transport', 'Entretien', 'Avance sur salaire', 'Autre']) l (label);

-- Append-only; its franc is the movement of the same id.
create table disbursements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  register_id uuid not null,
  reason_id uuid not null,
  beneficiary text,
  note text,
  amount bigint not null check (amount > 0),
  user_id uuid not null references users,
  spent_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, register_id) references cash_registers,
  foreign key (pharmacy_id, reason_id) references disbursement_reasons,
  foreign key (pharmacy_id, id) references register_movements
);
create index disbursements_spent_at on disbursements (pharmacy_id, spent_at desc);

-- its receipt; append-only
create table disbursement_photos (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  disbursement_id uuid not null,
  mime text not null check (mime in ('image/jpeg', 'image/webp')),
  bytes bytea not null,
  user_id uuid not null references users,
  taken_at timestamptz not null,
  received_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, disbursement_id) references disbursements
);
create index disbursement_photos_disbursement on disbursement_photos (pharmacy_id, disbursement_id);

-- ── who may touch what ────────────────────────────────────────────────────────────────────────────────────────────────
grant select, insert on register_counts, register_events, disbursements, disbursement_photos to officine_app;
grant select, insert, update, delete on waiting_closings, awaited_parcels, disbursement_reasons to officine_app;

do $$
declare t text;
begin
  foreach t in array array['register_counts', 'register_events', 'waiting_closings', 'awaited_parcels', 'disbursement_reasons', 'disbursements', 'disbursement_photos'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
