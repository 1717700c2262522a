-- A sale that a seller made ready and a cashier collected: who, when, and under which unlock (null: it was changed since, his rights did not count).
alter table sales
  add column prepared_by uuid references users,
  add column prepared_at timestamptz,
  add column prepared_session uuid;
-- « his sales » are those that he made ready too
create index sales_prepared_by on sales (pharmacy_id, prepared_by, sold_at desc) where prepared_by is not null;

-- what clients paid back: a small part of the ledger, asked for with every debt
create index register_movements_collected on register_movements (pharmacy_id, client_id) include (amount) where kind = 'collection';
