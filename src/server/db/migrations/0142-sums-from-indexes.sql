-- The sums of all sales, and what was sold of a product, are read from these indexes alone: the rows are four times as large.
create index sales_sold on sales (pharmacy_id, sold_at desc) include (id, total, status, register_id);
drop index sales_sold_at;
create index sale_records_lot on sale_records (pharmacy_id, stock_item_id) include (sale_id, id, quantity, price, purchase_price);
drop index sale_records_item;
