-- An archived lot is empty, and so is every lot of an archived product: what is on the shelf can be sold and counted.
-- The writer of the ledger takes a lot that moves, and its product, back into use.
with lots as (update stock_items set archived = false where archived and quantity <> 0 returning pharmacy_id),
products as (
  update pharmacy_products o set archived = false where o.archived and exists (select from stock_items i
    where i.pharmacy_id = o.pharmacy_id and i.pharmacy_product_id = o.id and i.quantity <> 0)
  returning o.pharmacy_id)
-- every till of these pharmacies reads the list again
update pharmacies set epoch = gen_random_uuid()
  where id in (select pharmacy_id from lots union select pharmacy_id from products);
-- a table with pending events of deferred triggers cannot be altered
set constraints all immediate;
set constraints all deferred;

alter table stock_items add constraint archived_lots_are_empty check (not archived or quantity = 0);

-- Deferred: a merge moves lots to a product before it takes this product back into use.
create function refuse_archived_stock() returns trigger language plpgsql as $$
begin
  if exists (select from stock_items i
    join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id and o.archived
    where i.pharmacy_id = new.pharmacy_id and i.quantity <> 0
      and i.pharmacy_product_id = (to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise 'an archived product has stock' using errcode = 'check_violation', constraint = 'archived_products_are_empty';
  end if;
  return null;
end $$;
create constraint trigger archived_products_are_empty after insert or update of archived on pharmacy_products
  deferrable initially deferred for each row when (new.archived) execute function refuse_archived_stock('id');
create constraint trigger archived_products_are_empty after insert on stock_items
  deferrable initially deferred for each row when (new.quantity <> 0)
  execute function refuse_archived_stock('pharmacy_product_id');
create constraint trigger archived_products_stay_empty after update of quantity, pharmacy_product_id on stock_items
  deferrable initially deferred for each row
  when (new.quantity <> 0 and (old.quantity = 0 or old.pharmacy_product_id <> new.pharmacy_product_id))
  execute function refuse_archived_stock('pharmacy_product_id');
