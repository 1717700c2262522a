-- What the supplier's invoice of a delivery adds as AIB, on account of the pharmacy's income tax.
alter table deliveries add column aib_amount bigint check (aib_amount >= 0);
