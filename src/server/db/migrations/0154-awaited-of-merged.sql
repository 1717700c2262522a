-- A merge of products moves the lines of orders to the kept product, after the lines of deliveries: `awaited` (0148) must be
-- computed again for the product that the line names then. What earlier merges left wrong is put right.
drop trigger awaited_at_first on order_lines;
create trigger awaited_at_first before insert or update of order_id, pharmacy_product_id, quantity, given_up on order_lines
  for each row execute function keep_awaited_of_line();
update order_lines l set awaited = awaited_of(l) where l.awaited <> awaited_of(l);
