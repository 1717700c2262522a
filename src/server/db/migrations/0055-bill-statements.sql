-- What a supplier bills for a period, line by line, and what a member decided about each line. While it is a draft, its
-- matches are computed when they are read; validating freezes them.
alter table pharmacy_counters
  add column bill_statement_number bigint not null default 0,
  add column wholesaler_claim_number bigint not null default 0,
  add column supplier_payment_number bigint not null default 0;

create table bill_statements (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  -- the supplier's own number of it
  reference text not null,
  from_day date not null,
  to_day date not null,
  due_on date not null,
  -- as the supplier wrote it, with VAT, in minor units; negative when credits exceed the goods
  total bigint not null,
  state text not null default 'draft' check (state in ('draft', 'validated', 'canceled')),
  file_name text,
  note text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  validated_by uuid references users,
  validated_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  check (from_day <= to_day),
  foreign key (pharmacy_id, supplier_id) references suppliers
);
-- One statement is entered once, however its number is written.
create unique index bill_statements_reference on bill_statements (pharmacy_id, supplier_id, plain_lot(reference))
  where state <> 'canceled';

create table bill_statement_lines (
  pharmacy_id uuid not null,
  statement_id uuid not null,
  position int not null,
  kind text not null check (kind in ('goods', 'note', 'credit')),
  note_number text,
  day date,
  code text,
  label text not null,
  pharmacy_product_id uuid,
  quantity int not null default 0 check (quantity >= 0),
  free int not null default 0 check (free >= 0),
  price bigint not null default 0 check (price >= 0),
  rebate bigint not null default 0 check (rebate >= 0),
  -- hundredths of a percent
  vat int not null default 0,
  -- with VAT
  amount bigint not null check (amount >= 0),
  decision text check (decision in ('match', 'pay', 'claim')),
  decided_by uuid references users,
  decided_at timestamptz,
  -- what validating froze
  match_kind text,
  match_id uuid,
  match_product_id uuid,
  matched bigint,
  claimed bigint,
  judgement jsonb,
  primary key (pharmacy_id, statement_id, position),
  foreign key (pharmacy_id, statement_id) references bill_statements,
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index bill_statement_lines_product on bill_statement_lines (pharmacy_id, pharmacy_product_id)
  where pharmacy_product_id is not null;
create index bill_statement_lines_match on bill_statement_lines (pharmacy_id, match_id) where match_id is not null;
alter table deliveries add foreign key (pharmacy_id, validated_statement_id) references bill_statements;
create index deliveries_statement on deliveries (pharmacy_id, validated_statement_id)
  where validated_statement_id is not null;
-- How the statements of a supplier are read.
create table statement_profiles (
  pharmacy_id uuid not null,
  supplier_id uuid not null,
  profile jsonb not null,
  primary key (pharmacy_id, supplier_id),
  foreign key (pharmacy_id, supplier_id) references suppliers
);

-- What the pharmacy asks back from a supplier. What came of it follows from the answers of its lines and its credits.
create table wholesaler_claims (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  statement_id uuid,
  step text not null default 'draft' check (step in ('draft', 'sent', 'canceled')),
  note text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  sent_by uuid references users,
  sent_at timestamptz,
  reminders int not null default 0,
  reminded_at timestamptz,
  answered_at timestamptz,
  answer text,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, supplier_id) references suppliers,
  foreign key (pharmacy_id, statement_id) references bill_statements
);
create unique index wholesaler_claims_statement on wholesaler_claims (pharmacy_id, statement_id) where step <> 'canceled';
create table wholesaler_claim_lines (
  pharmacy_id uuid not null,
  claim_id uuid not null,
  position int not null,
  reason text not null,
  label text not null,
  note_number text,
  delivery_id uuid,
  -- what proves it, in one sentence
  evidence text,
  amount bigint not null check (amount > 0),
  accepted bigint check (accepted between 0 and amount),
  primary key (pharmacy_id, claim_id, position),
  foreign key (pharmacy_id, claim_id) references wholesaler_claims,
  foreign key (pharmacy_id, delivery_id) references deliveries
);
create index wholesaler_claim_lines_delivery on wholesaler_claim_lines (pharmacy_id, delivery_id)
  where delivery_id is not null;
create table wholesaler_claim_credits (
  pharmacy_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  number text,
  day date not null,
  amount bigint not null check (amount > 0),
  -- the statement that contains this credit; null: a paper of its own
  statement_id uuid,
  noted_by uuid not null references users,
  noted_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, claim_id) references wholesaler_claims,
  foreign key (pharmacy_id, statement_id) references bill_statements
);
create index wholesaler_claim_credits_claim on wholesaler_claim_credits (pharmacy_id, claim_id);

-- What was paid to a supplier. Cash of a drawer leaves it by a disbursement at the till, which the payment names.
create table supplier_payments (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  means text not null check (means in ('CASH', 'CHEQUE', 'TRANSFER', 'MOBILE_MONEY')),
  amount bigint not null check (amount > 0),
  paid_on date not null,
  reference text,
  note text,
  disbursement_id uuid,
  created_by uuid not null references users,
  created_at timestamptz not null,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  check (disbursement_id is null or means = 'CASH'),
  foreign key (pharmacy_id, supplier_id) references suppliers
);
create unique index supplier_payments_disbursement on supplier_payments (pharmacy_id, disbursement_id)
  where canceled_at is null and disbursement_id is not null;

grant select, insert, update on bill_statements, wholesaler_claims, supplier_payments, statement_profiles to officine_app;
grant select, insert, update, delete on bill_statement_lines, wholesaler_claim_lines, wholesaler_claim_credits to officine_app;
do $$
declare t record;
begin
  for t in
    select * from (values
      ('bill_statements', 'bill_statements', 'id'), ('bill_statement_lines', 'bill_statements', 'statement_id'),
      ('statement_profiles', null, null), ('wholesaler_claims', 'wholesaler_claims', 'id'),
      ('wholesaler_claim_lines', 'wholesaler_claims', 'claim_id'),
      ('wholesaler_claim_credits', 'wholesaler_claims', 'claim_id'),
      ('supplier_payments', 'supplier_payments', 'id')) as x (name, thing, record)
  loop
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t.name);
    execute format('create policy platform on %I to %I using (true)', t.name, current_user);
    continue when t.thing is null;
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(%L, %L, ''pharmacy_id'')', t.name, t.thing, t.record);
    -- the lines of a statement come by hundreds from its file: its own entry tells that it came
    execute format('create constraint trigger audited_existence after %s on %I deferrable initially deferred
      for each row execute function audit_change(%L, %L, ''pharmacy_id'')',
      case t.name when 'bill_statement_lines' then 'delete' else 'insert or delete' end, t.name, t.thing, t.record);
  end loop;
end $$;
