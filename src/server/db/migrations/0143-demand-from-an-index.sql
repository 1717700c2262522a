-- What was sold on each day, for what to order, is read from the index alone.
create index stock_movements_moved on stock_movements (pharmacy_id, at) include (stock_item_id, quantity, cause);
drop index stock_movements_at;
