-- Tries of the backup: it was restored beside the shop and its ledgers were compared. Of the server, not of a pharmacy.
create table backup_drills (
  id uuid primary key,
  -- the moment whose ledgers are compared, by the clock of the server
  began_at timestamptz not null,
  -- null while it runs
  ended_at timestamptz,
  -- when the base was complete that was restored
  base_at timestamptz,
  restored_ms int check (restored_ms >= 0),
  -- from the mark in the database until the medium had it
  loss_ms int check (loss_ms >= 0),
  -- how many ledgers were compared in each pharmacy
  ledgers int check (ledgers > 0),
  -- why the backup is not proved; null: every ledger was equal
  fault text,
  -- ledgers that differ, with their figures, of every pharmacy: only the server reads them
  differences jsonb,
  check (ended_at is not null or num_nonnulls(fault, restored_ms) = 0),
  check (ended_at is null or fault is not null or num_nulls(base_at, restored_ms, loss_ms, ledgers) = 0)
);
create index backup_drills_began on backup_drills (began_at);
grant select (id, began_at, ended_at, base_at, restored_ms, loss_ms, ledgers, fault) on backup_drills to officine_app;
