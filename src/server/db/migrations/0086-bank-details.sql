-- What bills say of the pharmacy besides its fiscal number: the trade register (RCCM), and where payers send their money.
alter table pharmacies
  add column trade_register text,
  -- a list of {id, kind, name, number, iban}: bank accounts and numbers of mobile money
  add column bank_accounts jsonb not null default '[]';

grant update (trade_register, bank_accounts) on pharmacies to officine_app;
