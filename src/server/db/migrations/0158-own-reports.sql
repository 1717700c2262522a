-- Reports that members built from the vocabulary. The names of measures and dimensions in `question` are words, not
-- references: one that no longer exists is said on the screen.
create table own_reports (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  shared boolean not null default false,
  pinned boolean not null default false,
  name text not null,
  question jsonb not null,
  primary key (pharmacy_id, id)
);
-- A member sees his own reports and the shared ones.
create unique index own_reports_name on own_reports (pharmacy_id, (case when not shared then user_id end), folded(name))
  nulls not distinct;

-- When a report is sent by e-mail, and with whose rights.
create table report_schedules (
  pharmacy_id uuid not null references pharmacies,
  report_id uuid not null,
  user_id uuid not null references users,
  rhythm text not null check (rhythm in ('daily', 'mondays', 'month-start')),
  -- of the pharmacy
  hour int not null check (hour between 0 and 23),
  recipients text[] not null,
  format text not null check (format in ('xlsx', 'csv')),
  set_at timestamptz not null,
  primary key (pharmacy_id, report_id),
  foreign key (pharmacy_id, report_id) references own_reports on delete cascade
);

-- One for each day of the pharmacy on which a report was due: restarts, other processes and clocks that jump find it.
create table report_sendings (
  pharmacy_id uuid not null references pharmacies,
  report_id uuid not null,
  day date not null,
  -- of the job that makes the e-mails
  id uuid not null,
  at timestamptz not null,
  -- why nothing was sent
  problem text check (problem in ('gone', 'rights', 'words', 'off')),
  primary key (pharmacy_id, report_id, day),
  foreign key (pharmacy_id, report_id) references own_reports on delete cascade
);

alter table mails drop constraint mails_about_check,
  add constraint mails_about_check check (about in ('order', 'claim', 'bill', 'invitation', 'report'));

grant select, insert, update, delete on own_reports, report_schedules to officine_app;
grant select, insert, update on report_sendings to officine_app;
do $$
declare t text;
begin
  foreach t in array array['own_reports', 'report_schedules', 'report_sendings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
  foreach t in array array['own_reports', 'report_schedules'] loop
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(''own_reports'', %L, ''pharmacy_id'')', t, case t when 'own_reports' then 'id' else 'report_id' end);
    execute format('create constraint trigger audited_existence after insert or delete on %I deferrable initially deferred
      for each row execute function audit_change(''own_reports'', %L, ''pharmacy_id'')', t, case t when 'own_reports' then 'id' else 'report_id' end);
  end loop;
end $$;
