-- Tokens with which an owner's assistant asks reports. Only a hash of each is kept.
create table assistant_tokens (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  user_id uuid not null references users,
  name text not null,
  secret_hash text not null unique,
  created_at timestamptz not null,
  -- the last day of the pharmacy on which it holds
  last_day date not null,
  revoked_at timestamptz,
  revoked_by uuid references users,
  primary key (pharmacy_id, id),
  check ((revoked_at is null) = (revoked_by is null))
);

-- What an assistant asked; each call is an entry of the audit.
create table assistant_calls (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  token_id uuid not null,
  at timestamptz not null,
  -- null: it read the vocabulary
  question jsonb,
  primary key (pharmacy_id, id),
  foreign key (pharmacy_id, token_id) references assistant_tokens
);
create index assistant_calls_token on assistant_calls (pharmacy_id, token_id, at desc);

grant select, insert, update on assistant_tokens to officine_app;
grant select, insert on assistant_calls to officine_app;
do $$
declare t text;
begin
  foreach t in array array['assistant_tokens', 'assistant_calls'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
end $$;
create constraint trigger audited_update after update on assistant_tokens deferrable initially deferred
  for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
  execute function audit_change('assistant_tokens', 'id', 'pharmacy_id');
create constraint trigger audited_existence after insert or delete on assistant_tokens deferrable initially deferred
  for each row execute function audit_change('assistant_tokens', 'id', 'pharmacy_id');
create constraint trigger audited_existence after insert on assistant_calls deferrable initially deferred
  for each row execute function audit_change('assistant_tokens', 'token_id', 'pharmacy_id');
