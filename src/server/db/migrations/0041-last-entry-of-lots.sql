-- The place in the ledger of the last delivery or initial stock of a lot. A delivery asks for each product which of its
-- lots came last; computed from the movements, the answer would cost more with every lot that was ever delivered. A
-- trigger writes it, so that no way of entering boxes forgets it. Sales do not run it.
alter table stock_items add column entered bigint;
update stock_items i set entered = e.seq
from (select pharmacy_id, stock_item_id, max(seq) as seq from stock_movements
  where cause in ('delivery', 'initial') and quantity > 0 group by 1, 2) e
where i.pharmacy_id = e.pharmacy_id and i.id = e.stock_item_id;

create function note_entry() returns trigger language plpgsql as $$
begin
  update stock_items set entered = new.seq where pharmacy_id = new.pharmacy_id and id = new.stock_item_id;
  return null;
end $$;
create trigger note_entry after insert on stock_movements for each row
  when (new.cause in ('delivery', 'initial') and new.quantity > 0) execute function note_entry();
