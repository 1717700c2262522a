-- Money that was noted as given back to a payer by mistake: the row stays, and its money is ahead again.
alter table bill_payment_returns
  add column undone_at timestamptz,
  add column undone_by uuid references users,
  add column undo_reason text,
  -- Cash of a drawer leaves it by a disbursement at the till, which the return names, as a payment of a supplier does.
  add column disbursement_id uuid,
  add foreign key (pharmacy_id, disbursement_id) references disbursements,
  add check (num_nulls(undone_at, undone_by, undo_reason) in (0, 3)),
  add check (disbursement_id is null or means = 'CASH');
create unique index bill_payment_returns_disbursement on bill_payment_returns (pharmacy_id, disbursement_id)
  where undone_at is null and disbursement_id is not null;

-- What left by the bank or by mobile money is on a line of its statement, as what comes is.
alter table money_line_matches
  add column bill_return_id uuid,
  add foreign key (pharmacy_id, bill_return_id) references bill_payment_returns,
  drop constraint money_line_matches_check,
  add check (num_nonnulls(movement_id, bill_payment_id, bill_return_id) = 1);
create unique index money_matches_return on money_line_matches (pharmacy_id, bill_return_id)
  where bill_return_id is not null;
