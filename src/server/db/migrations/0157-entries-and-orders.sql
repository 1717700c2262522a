-- What came into a lot is found without what was sold of it.
create index stock_movements_entries on stock_movements (pharmacy_id, stock_item_id, at desc)
  where quantity > 0 and cause in ('initial', 'delivery', 'transfer');
-- What was ordered of a supplier around the period of his statement.
create index orders_supplier on orders (pharmacy_id, supplier_id, created_at);
