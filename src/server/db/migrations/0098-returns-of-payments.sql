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
