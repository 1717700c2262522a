-- The journal of the exchanges is read by its days.
create index fiscal_exchanges_at on fiscal_exchanges (pharmacy_id, at desc, seq desc);
