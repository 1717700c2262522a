-- Months that were given to the accountant, and what was booked then: an export is numbered, closes its month and is
-- never changed. Each month once, one after the other: the foreign key says that the month before is the export before.
create table accounting_exports (
  pharmacy_id uuid not null references pharmacies,
  number int not null check (number > 0),
  id uuid not null,
  -- its first day
  month date not null check (extract(day from month) = 1),
  former_number int generated always as (nullif(number - 1, 0)) stored,
  former_month date generated always as ((month - interval '1 month')::date) stored,
  -- what it holds: pieces, those of closed months among them, and the sum of all debits
  pieces int not null,
  corrections int not null,
  debit bigint not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  primary key (pharmacy_id, number),
  unique (pharmacy_id, id),
  unique (pharmacy_id, month),
  unique (pharmacy_id, number, month),
  foreign key (pharmacy_id, former_number, former_month) references accounting_exports (pharmacy_id, number, month)
);

-- A fact of a ledger as it was booked; `hash` is what the ledger said. What it says later is compared with it.
create table accounting_pieces (
  pharmacy_id uuid not null references pharmacies,
  export_number int not null,
  position int not null,
  -- of the fact: the same in every export
  key text not null,
  way text not null check (way in ('new', 'late', 'reversal')),
  -- null: it is reversed
  hash text,
  day date not null,
  journal text not null,
  number text not null,
  label text not null,
  -- account, name, third, name of the third, debit, credit
  lines jsonb not null,
  primary key (pharmacy_id, export_number, position),
  foreign key (pharmacy_id, export_number) references accounting_exports,
  check ((way = 'reversal') = (hash is null))
);
create index accounting_pieces_key on accounting_pieces (pharmacy_id, key, export_number desc, position desc);

-- Every piece that is kept is balanced.
create function accounting_piece_is_balanced() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select coalesce(sum((l ->> 'debit')::bigint - (l ->> 'credit')::bigint), 0) from jsonb_array_elements(new.lines) l) <> 0
  then
    raise exception 'the piece % is not balanced', new.key;
  end if;
  return new;
end $$;
create trigger accounting_piece_is_balanced before insert on accounting_pieces
  for each row execute function accounting_piece_is_balanced();

-- A closed month takes no sale in and lets none out.
create function sale_date_is_closed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from accounting_exports e join pharmacies p on p.id = e.pharmacy_id
      where e.pharmacy_id = new.pharmacy_id and e.month in (
        date_trunc('month', old.sold_at at time zone p.time_zone)::date,
        date_trunc('month', new.sold_at at time zone p.time_zone)::date)
      and date_trunc('month', old.sold_at at time zone p.time_zone)
        <> date_trunc('month', new.sold_at at time zone p.time_zone)) then
    raise exception 'the month of the sale % is closed', new.id;
  end if;
  return new;
end $$;
create trigger sale_date_is_closed before update of sold_at on sales for each row
  when (old.sold_at is distinct from new.sold_at) execute function sale_date_is_closed();

grant select, insert on accounting_exports, accounting_pieces to officine_app;
do $$
declare t text;
begin
  foreach t in array array['accounting_exports', 'accounting_pieces'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;

-- Whether a credit of a return counts beside the statements of its supplier. One from before the first statement belongs
-- to bills that were never entered; one that a statement contains is counted by it: of several, that of its number or
-- amount.
create function is_credit_apart(k supplier_return_credits, zone text) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select k.amount > 0 and (k.noted_at at time zone zone)::date >= (
      select min(b.from_day) from supplier_returns r join bill_statements b
        on b.pharmacy_id = r.pharmacy_id and b.supplier_id = r.supplier_id and b.state = 'validated'
      where r.pharmacy_id = k.pharmacy_id and r.id = k.return_id)
    and not exists (select from bill_statement_lines l where l.pharmacy_id = k.pharmacy_id and l.match_id = k.return_id
      and (l.note_number = k.number or l.amount = k.amount or not exists (
        select from supplier_return_credits o where o.pharmacy_id = k.pharmacy_id and o.return_id = k.return_id
          and o.id <> k.id)))
$$;
