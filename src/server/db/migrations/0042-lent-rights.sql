-- The list of rights that were given in place, the latest first.
create index grants_used on grants (pharmacy_id, used_at desc) where used_at is not null;
