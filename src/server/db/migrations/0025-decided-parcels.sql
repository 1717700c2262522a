-- Unproven parcels that were discarded. One that was confirmed has an accepted answer in the inbox, sent by the member who
-- confirmed it.
create table discarded_parcels (
  pharmacy_id uuid not null,
  parcel_id uuid not null,
  revision int not null,
  reason text not null,
  discarded_by uuid not null references users,
  discarded_at timestamptz not null,
  primary key (pharmacy_id, parcel_id, revision),
  foreign key (pharmacy_id, parcel_id, revision) references inbox
);
grant select, insert on discarded_parcels to officine_app;
alter table discarded_parcels enable row level security;
alter table discarded_parcels force row level security;
do $$
begin
  create policy own_pharmacy on discarded_parcels
    using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
  execute format('create policy platform on discarded_parcels to %I using (true)', current_user);
end $$;

-- An act that a member confirmed in the name of another one; a collection above the debt that came late.
alter table register_events drop constraint register_events_kind_check;
alter table register_events add constraint register_events_kind_check
  check (kind in ('counted', 'reopened', 'closed-over', 'refused-later', 'confirmed', 'collected-beyond'));
