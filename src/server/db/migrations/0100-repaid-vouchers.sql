-- What a client paid back of a voucher before a bill took the rest is on no bill.
alter table bill_settlements
  alter column bill_id drop not null,
  add check (bill_id is not null or movement_id is not null);
