-- Bills that were ticked to be printed, exported, sent or noted as sent together. Deleted with its job.
create table bill_batches (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  kind text not null check (kind in ('print', 'export', 'mail', 'mark')),
  -- of the files of an export
  format text check (format in ('pdf', 'csv', 'xlsx')),
  -- the papers with their cover sheet
  content bytea,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, id) references jobs on delete cascade,
  check ((kind = 'export') = (format is not null))
);
-- How far each bill is: not yet, done, or refused with the error of a call.
create table bill_batch_items (
  pharmacy_id uuid not null references pharmacies,
  batch_id uuid not null,
  bill_id uuid not null,
  position int not null,
  done_at timestamptz,
  error jsonb,
  -- the e-mail that takes it
  mail_id uuid,
  primary key (pharmacy_id, batch_id, bill_id),
  foreign key (pharmacy_id, batch_id) references bill_batches on delete cascade,
  foreign key (pharmacy_id, bill_id) references bills,
  check (done_at is null or error is null)
);

grant select, insert, update on bill_batches, bill_batch_items to officine_app;
do $$
declare t text;
begin
  foreach t in array array['bill_batches', 'bill_batch_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;

alter table exports drop constraint exports_format_check,
  add check (format in ('csv', 'xlsx', 'json', 'pdf', 'zip'));
