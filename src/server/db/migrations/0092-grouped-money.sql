-- One line of a statement may answer several movements: the cards of a day less a commission, a batch of cheques.
create table money_line_matches (
  pharmacy_id uuid not null references pharmacies,
  statement_id uuid not null,
  position int not null,
  ordinal int not null,
  movement_id uuid,
  bill_payment_id uuid,
  primary key (pharmacy_id, statement_id, position, ordinal),
  foreign key (pharmacy_id, statement_id, position) references money_statement_lines on delete cascade,
  foreign key (pharmacy_id, movement_id) references register_movements,
  foreign key (pharmacy_id, bill_payment_id) references bill_payments,
  check (num_nonnulls(movement_id, bill_payment_id) = 1)
);
-- Money is on one line of all statements.
create unique index money_matches_movement on money_line_matches (pharmacy_id, movement_id) where movement_id is not null;
create unique index money_matches_payment on money_line_matches (pharmacy_id, bill_payment_id)
  where bill_payment_id is not null;

grant select, insert, update, delete on money_line_matches to officine_app;
do $$
begin
  alter table money_line_matches enable row level security;
  alter table money_line_matches force row level security;
  create policy own_pharmacy on money_line_matches
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on money_line_matches to %I using (true)', current_user);
end $$;

insert into money_line_matches (pharmacy_id, statement_id, position, ordinal, movement_id, bill_payment_id)
  select pharmacy_id, statement_id, position, 1, movement_id, bill_payment_id from money_statement_lines
  where way is not null;

-- The checks and indexes of these columns go with them.
alter table money_statement_lines drop column movement_id, drop column bill_payment_id,
  -- what the operator kept, as its file says
  add column fee bigint not null default 0 check (fee >= 0),
  -- what the bank kept of the matched movements, and where it is booked
  add column commission bigint not null default 0 check (commission >= 0),
  add column fee_account text check (fee_account in ('6315', '6317', '6318'));
