-- The session of a member for unlocks without a network: one per terminal, given at each unlock with the server, until
-- his PIN or his membership ends it.
alter table unlocks add column offline boolean not null default false;
create unique index unlocks_offline on unlocks (pharmacy_id, user_id, terminal_id) where offline and ended_at is null;
