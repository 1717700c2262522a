-- What a client paid back at a till settles the lines of his bills.
alter table bill_settlements
  add column movement_id uuid,
  add foreign key (pharmacy_id, movement_id) references register_movements,
  add check (movement_id is null or (kind = 'paid' and bill_payment_id is null));
create index bill_settlements_movement on bill_settlements (pharmacy_id, movement_id) where movement_id is not null;
create index register_movements_collections on register_movements (pharmacy_id, client_id) where kind = 'collection';
