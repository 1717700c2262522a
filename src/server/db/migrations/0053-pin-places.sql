-- The sign-in of the terminal's account under which a right PIN was typed; null for a member's own token, and before
-- this migration.
alter table unlocks add column sign_in_id uuid;
create index unlocks_sign_in on unlocks (pharmacy_id, sign_in_id) where sign_in_id is not null;

-- Only the last hour counts.
delete from pin_guesses;
-- place_id is now the sign-in of the terminal's account, which a caller cannot choose. Where nobody ever typed a right
-- PIN, all places count as one.
alter table pin_guesses add column is_known_place boolean not null;
