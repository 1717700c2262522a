-- What each till said last of what it has not sent yet, and of its clock. Not audited: it changes with every call.
create table till_queues (
  pharmacy_id uuid not null references pharmacies,
  terminal_id uuid not null,
  waiting int not null check (waiting >= 0),
  -- when the oldest of them was done, by the clock of the server
  oldest_at timestamptz,
  -- by how much the clock of the server was ahead
  skew_seconds int not null,
  said_at timestamptz not null,
  primary key (pharmacy_id, terminal_id)
);
grant select, insert, update, delete on till_queues to officine_app;
alter table till_queues enable row level security;
alter table till_queues force row level security;
create policy own_pharmacy on till_queues using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);

-- What is wrong with this server. The key is what it is about, with the pharmacy after a colon when it concerns only one.
create table server_alarms (
  key text not null,
  raised_at timestamptz not null,
  text text not null,
  -- when the e-mail left; null without one
  told_at timestamptz,
  ended_at timestamptz,
  primary key (key, raised_at)
);
create unique index server_alarms_open on server_alarms (key) where ended_at is null;
grant select on server_alarms to officine_app;
alter table server_alarms enable row level security;
alter table server_alarms force row level security;
create policy own_pharmacy on server_alarms
  using (split_part(key, ':', 2) in ('', nullif(current_setting('app.pharmacy_id', true), '')));

do $$
begin
  execute format('create policy platform on till_queues to %I using (true)', current_user);
  execute format('create policy platform on server_alarms to %I using (true)', current_user);
end $$;
