-- The cash that a refused parcel says is in a drawer: it is there, although no ledger has it.
alter table inbox add column register_id uuid, add column cash bigint;
create index inbox_refused_cash on inbox (pharmacy_id, register_id) where register_id is not null;
