-- A payer accepts a voucher for so many days after its sale; null: without a limit.
alter table bill_rules add column foreclosure_days int check (foreclosure_days between 1 and 1000);
-- Whether a run takes the vouchers before its period that no bill holds. A run that waits during the update keeps what
-- was asked.
alter table bill_runs add column with_earlier boolean not null default false;
-- What no bill holds is looked for in all sales.
create index sale_payments_billed on sale_payments (pharmacy_id, sale_id, id)
  where type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG');
