-- When a lot was emptied by its last movement; null while it has boxes, or is below zero. Tills keep no lot that was
-- emptied long ago. `stockMoved` writes it.
alter table stock_items add column emptied_at timestamptz;

-- like the quantity, it is no change that a member made
create or replace function audit_told(line jsonb) returns jsonb language sql immutable as $$
  select line - '{pharmacy_id,rev,searched,epoch,quantity,has_stock,awaited,ahead,entered,counted_at,emptied_at}'::text[]
$$;

update stock_items i set emptied_at = m.at
from (select pharmacy_id, stock_item_id, max(at) as at from stock_movements group by 1, 2) m
where i.quantity = 0 and m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id;

-- The bytes of the photos of a pharmacy: they have a budget of their own (docs/retention.md).
alter table pharmacy_counters add column photo_bytes bigint not null default 0;
insert into pharmacy_counters (pharmacy_id, photo_bytes)
select pharmacy_id, sum(bytes) from (
  select pharmacy_id, octet_length(bytes) as bytes from sale_photos
  union all select pharmacy_id, octet_length(bytes) from disbursement_photos
  union all select pharmacy_id, octet_length(bytes) from wholesaler_claim_photos
) photos group by pharmacy_id
on conflict (pharmacy_id) do update set photo_bytes = excluded.photo_bytes;

create function count_photo_bytes() returns trigger language plpgsql as $$
declare photo record := coalesce(new, old);
begin
  insert into pharmacy_counters (pharmacy_id, photo_bytes)
  values (photo.pharmacy_id, case tg_op when 'INSERT' then octet_length(photo.bytes) else 0 end)
  on conflict (pharmacy_id) do update set photo_bytes = pharmacy_counters.photo_bytes
    + case tg_op when 'INSERT' then octet_length(photo.bytes) else -octet_length(photo.bytes) end;
  return null;
end $$;
create trigger count_photo_bytes after insert or delete on sale_photos for each row execute function count_photo_bytes();
create trigger count_photo_bytes after insert or delete on disbursement_photos for each row
  execute function count_photo_bytes();
create trigger count_photo_bytes after insert or delete on wholesaler_claim_photos for each row
  execute function count_photo_bytes();
