-- `stock_items.entered` (0041) is the last entry of a lot. The entry of a delivery that was canceled does not count: its
-- boxes went back, and the lot that they had joined is not the newest one because of them.
create function last_entry(of_pharmacy uuid, lot_id uuid, without_delivery uuid) returns bigint language sql stable as $$
  select max(m.seq) from stock_movements m
  where m.pharmacy_id = of_pharmacy and m.stock_item_id = lot_id and m.cause in ('delivery', 'initial')
    and m.quantity > 0 and not coalesce(m.link_kind = 'delivery' and (m.link_id = without_delivery or exists (
      select from deliveries d where d.pharmacy_id = m.pharmacy_id and d.id = m.link_id and d.state = 'canceled')), false)
$$;

create function forget_entry() returns trigger language plpgsql as $$
begin
  update stock_items set entered = last_entry(new.pharmacy_id, new.stock_item_id, new.link_id)
  where pharmacy_id = new.pharmacy_id and id = new.stock_item_id;
  return null;
end $$;
create trigger forget_entry after insert on stock_movements for each row
  when (new.link_kind = 'delivery-canceled') execute function forget_entry();

update stock_items i set entered = last_entry(i.pharmacy_id, i.id, null)
where exists (select from stock_movements m where m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id
  and m.link_kind = 'delivery-canceled');
