-- Whose the token of the fiscal platform is, as the token itself says: the machine (NIM) belongs to one shop, so a token
-- of the sister shop is refused. Null for a token that says nothing, or that was set before.
alter table pharmacies
  add column fiscal_nim text,
  add column fiscal_token_expires_at timestamptz,
  add check (fiscal_token is not null or num_nonnulls(fiscal_nim, fiscal_token_expires_at) = 0);
create unique index pharmacies_fiscal_nim on pharmacies (fiscal_nim);
grant update (fiscal_nim, fiscal_token_expires_at) on pharmacies to officine_app;
