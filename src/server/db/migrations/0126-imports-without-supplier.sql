-- The file of an opening stock comes from no supplier.
alter table delivery_imports alter column supplier_id drop not null;
