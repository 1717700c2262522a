-- E-mails that the server sends for a pharmacy, with the files that were attached: what a supplier or payer was told.
-- A job sends each one; `sent_at` is set when the mail server has taken it.
create table mails (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  about text not null check (about in ('order', 'claim')),
  about_id uuid not null,
  recipient text not null,
  subject text not null,
  body text not null,
  reply_to text,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  sent_at timestamptz,
  primary key (pharmacy_id, id)
);
create index mails_about on mails (pharmacy_id, about, about_id);
create index mails_asked on mails (pharmacy_id, asked_at);
create table mail_attachments (
  pharmacy_id uuid not null,
  mail_id uuid not null,
  position int not null,
  name text not null,
  mime text not null,
  content bytea not null,
  primary key (pharmacy_id, mail_id, position),
  foreign key (pharmacy_id, mail_id) references mails
);

-- A photo that proves a line of a claim.
create table wholesaler_claim_photos (
  pharmacy_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  position int not null,
  mime text not null check (mime in ('image/jpeg', 'image/webp')),
  bytes bytea not null,
  user_id uuid not null references users,
  added_at timestamptz not null,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, claim_id, position) references wholesaler_claim_lines
);
create index wholesaler_claim_photos_claim on wholesaler_claim_photos (pharmacy_id, claim_id);

grant select, insert, update on mails to officine_app;
grant select, insert on mail_attachments to officine_app;
grant select, insert, update, delete on wholesaler_claim_photos to officine_app;
do $$
declare t text;
begin
  foreach t in array array['mails', 'mail_attachments', 'wholesaler_claim_photos'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
