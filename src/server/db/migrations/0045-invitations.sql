-- One person may be a member of several pharmacies with one account of the sign-in service.
alter table users drop constraint users_firebase_uid_key;
create unique index users_account on users (firebase_uid, pharmacy_id) nulls not distinct where firebase_uid is not null;

-- A member who is invited chooses his PIN himself; until then he has none, and opens no terminal.
alter table users drop constraint users_check1;

-- A member is invited to make an account of his own. Only a hash of the secret in the link is kept.
create table invitations (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  email text not null,
  secret_hash text not null unique,
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (pharmacy_id, id)
);
-- A new link of a member replaces the former one.
create unique index open_invitations on invitations (pharmacy_id, user_id)
  where accepted_at is null and withdrawn_at is null;

grant select, insert, update on invitations to officine_app;
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_pharmacy on invitations using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on invitations to %I using (true)', current_user);
end $$;

-- « vu pour la dernière fois »
create index unlocks_of_user on unlocks (pharmacy_id, user_id, at desc) where not offline;
