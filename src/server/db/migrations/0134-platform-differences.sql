-- Where the rates and codes of the fiscal platform differ from ours, and when it was last asked.
alter table fiscal_queues
  add column checked_at timestamptz,
  add column differences jsonb not null default '[]';
