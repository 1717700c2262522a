-- The token of the fiscal platform: sealed by the server with a key that the database does not have.
alter table pharmacies
  add column fiscal_token text,
  add column fiscal_token_set_at timestamptz,
  add check ((fiscal_token is null) = (fiscal_token_set_at is null));

-- A pharmacy changes what its papers say of it and its own token; whether it may work is the platform's.
grant update (name, address, city, phone, tax_id, fiscal_token, fiscal_token_set_at) on pharmacies to officine_app;
