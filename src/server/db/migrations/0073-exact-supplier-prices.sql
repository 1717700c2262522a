-- The unit price of a supplier is the exact decimal of its paper (domain/supplier-price). What stands is the same number.
alter table delivery_lines alter column purchase_price type numeric;
alter table bill_statement_lines alter column price type numeric;
alter table wholesaler_products alter column price type numeric;
alter table wholesaler_product_prices alter column price type numeric;

-- What a price list changed is compared with the codes of today before it is undone: there a price is text now.
update import_changes c set
  before = case when c.before is null then null else c.before
    || jsonb_build_object('price', c.before ->> 'price', 'dayPrice', c.before ->> 'dayPrice') end,
  after = c.after || jsonb_build_object('price', c.after ->> 'price', 'dayPrice', c.after ->> 'dayPrice')
where c.part = 'codes';
