-- When a lot was emptied by its last movement; null while it has boxes, or is below zero. Tills keep no lot that was
-- emptied long ago. `stockMoved` writes it.
alter table stock_items add column emptied_at timestamptz;

-- like the quantity, it is no change that a member made
create or replace function audit_told(line jsonb) returns jsonb language sql immutable as $$
  select line - '{pharmacy_id,rev,searched,epoch,quantity,entered,counted_at,emptied_at}'::text[]
$$;

update stock_items i set emptied_at = m.at
from (select pharmacy_id, stock_item_id, max(at) as at from stock_movements group by 1, 2) m
where i.quantity = 0 and m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id;
