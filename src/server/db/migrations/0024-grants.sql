-- A right that a member gave for one gesture by typing his PIN in place. `proven` false: typed without a network, and
-- the server cannot tell that he typed it. The trace of both names, never deleted.
create table grants (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  permission text not null,
  -- the sale, register act or terminal that the gesture is about
  subject_id uuid not null,
  -- the lot, for a price or an expired lot
  item_id uuid,
  -- of a discount its highest percentage, of a price the new price in minor units
  amount bigint check (amount >= 0),
  granted_by uuid not null references users,
  terminal_id uuid not null,
  at timestamptz not null,
  expires_at timestamptz not null check (expires_at > at),
  used_at timestamptz,
  -- the member who made the gesture
  used_by uuid references users,
  -- the gesture, so that a repeat of the same call is no second use
  used_for text,
  proven boolean not null default true,
  primary key (pharmacy_id, id),
  check ((used_at is null) = (used_by is null) and (used_at is null) = (used_for is null))
);
create index grants_subject on grants (pharmacy_id, subject_id);
grant select, insert, update on grants to officine_app;
alter table grants enable row level security;
alter table grants force row level security;
do $$
begin
  create policy own_pharmacy on grants using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on grants to %I using (true)', current_user);
end $$;
