-- The bordereau of a bill as a file. It is deleted with its job.
create table bill_files (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  bill_id uuid not null,
  format text not null check (format in ('pdf', 'csv', 'xlsx')),
  row_count int,
  content bytea,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, id) references jobs on delete cascade,
  foreign key (pharmacy_id, bill_id) references bills
);
create index bill_files_bill on bill_files (pharmacy_id, bill_id);

grant select, insert, update on bill_files to officine_app;
alter table bill_files enable row level security;
alter table bill_files force row level security;
create policy own_pharmacy on bill_files using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$
begin
  execute format('create policy platform on bill_files to %I using (true)', current_user);
end $$;

alter table exports drop constraint exports_format_check, add check (format in ('csv', 'xlsx', 'json', 'pdf'));
