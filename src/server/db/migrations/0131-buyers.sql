-- For whom the invoice of a sale is made, as he was when it was sold: name, tax number, contact, address.
-- Earlier sales name nobody.
alter table sales
  add column buyer jsonb check (jsonb_typeof(buyer) = 'object' and buyer ->> 'name' <> '');
