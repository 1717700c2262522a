-- Wrong PINs of the last hour: who was guessed, and where. An older row has no effect and is deleted.
create table pin_guesses (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  -- the terminal; the calling member, when a member's own token asks
  place_id uuid not null,
  at timestamptz not null,
  primary key (pharmacy_id, id)
);

-- Series of wrong PINs that had to be slowed down: the trace that the owner reads. Never deleted.
create table pin_alerts (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  terminal_id uuid not null,
  -- as the terminal shows it, to sort by
  terminal_code text not null,
  guesses int not null check (guesses > 0),
  started_at timestamptz not null,
  last_at timestamptz not null,
  primary key (pharmacy_id, id)
);
create index pin_alerts_at on pin_alerts (pharmacy_id, last_at desc);

grant select, insert, update, delete on pin_guesses to officine_app;
grant select, insert, update on pin_alerts to officine_app;
do $$
declare t text;
begin
  foreach t in array array['pin_guesses', 'pin_alerts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;

-- The count of wrong PINs in a row and the lock-out are gone.
alter table users drop column failed_pins, drop column locked_until;

-- A session ends; its row stays, because sales name it.
alter table unlocks
  add column ended_at timestamptz,
  add column end_reason text check (end_reason in ('lock', 'switch', 'pin', 'deactivation', 'age')),
  add check ((ended_at is null) = (end_reason is null));
update unlocks set ended_at = at + interval '16 hours', end_reason = 'age' where at <= now() - interval '16 hours';
create index open_unlocks on unlocks (pharmacy_id, terminal_id) where ended_at is null;
