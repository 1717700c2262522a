-- The stamp duty of a sale in cash is a line of its own in the ledger of a register, like the rounding.
alter table register_movements drop constraint register_movements_kind_check;
alter table register_movements add constraint register_movements_kind_check check (kind in ('sale', 'rounding',
  'stamp-duty', 'float', 'disbursement', 'cash-in', 'deposit', 'collection', 'refund'));
