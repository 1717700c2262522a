-- A statement of many movements compared each of its days with all others: 20,000 movements took a minute. The newest day
-- of each product is found once.
create or replace function keep_product_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare late record;
begin
  for late in
    with moved as (
      select c.pharmacy_id, i.pharmacy_product_id as product, i.packaging_id as packaging,
        (c.at at time zone p.time_zone)::date as day, sum(c.quantity)::bigint as moved,
        coalesce(-sum(c.quantity) filter (where c.cause in ('sale', 'sale-canceled', 'return')), 0)::bigint as sold,
        coalesce(-sum(c.quantity) filter (where c.cause = 'unpack' and c.quantity < 0), 0)::bigint as opened
      from changed c join pharmacies p on p.id = c.pharmacy_id
        join stock_items i on i.pharmacy_id = c.pharmacy_id and i.id = c.stock_item_id
      group by 1, 2, 3, 4
    ), written as (
      insert into product_days as d (pharmacy_id, pharmacy_product_id, packaging_id, day, moved, sold, opened,
        stock_before, sold_before, opened_before, squares_before, days_before)
      select m.pharmacy_id, m.product, m.packaging, m.day, m.moved, m.sold, m.opened, coalesce(b.stock, 0),
        coalesce(b.sold, 0), coalesce(b.opened, 0), coalesce(b.squares, 0), coalesce(b.days, 0)
      from moved m left join lateral product_until(m.pharmacy_id, m.product, m.packaging, m.day - 1) b on true
      on conflict (pharmacy_id, pharmacy_product_id, packaging_id, day) do update set moved = d.moved + excluded.moved,
        sold = d.sold + excluded.sold, opened = d.opened + excluded.opened
    ), ordered as (
      select m.*, max(m.day) over (partition by m.pharmacy_id, m.product, m.packaging) as newest from moved m
    )
    select m.pharmacy_id, array_agg(distinct m.product) as products, min(m.day) as day from ordered m
    where m.newest > m.day
      or exists (select from product_days d where d.pharmacy_id = m.pharmacy_id and d.pharmacy_product_id = m.product
        and d.packaging_id = m.packaging and d.day > m.day)
    group by 1
  loop
    perform recount_product_days(late.pharmacy_id, late.products, late.day);
  end loop;
  return null;
end $$;

-- Each lot that followed a merge counted both products anew: 300 lots took minutes. The lots are noted, and their products
-- counted once, at the end of the statement. Noted in a setting of the transaction, because a trigger with a column list,
-- which the sales of a day do not fire, sees no rows of its statement.
create or replace function keep_product_days_of_lot() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare noted text[] := coalesce(nullif(current_setting('app.moved_products', true), ''), '{}')::text[];
begin
  perform set_config('app.moved_products', array(select distinct unnest(noted || array[
    new.pharmacy_id || ' ' || old.pharmacy_product_id, new.pharmacy_id || ' ' || new.pharmacy_product_id]))::text, true);
  return null;
end $$;
create function keep_product_days_of_lots() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare of_pharmacy record;
begin
  for of_pharmacy in
    select split_part(noted, ' ', 1)::uuid as id, array_agg(split_part(noted, ' ', 2)::uuid) as products
    from unnest(nullif(current_setting('app.moved_products', true), '')::text[]) noted group by 1
  loop
    perform recount_product_days(of_pharmacy.id, of_pharmacy.products, '-infinity');
  end loop;
  perform set_config('app.moved_products', '', true);
  return null;
end $$;
revoke execute on function keep_product_days_of_lots() from public;
create trigger product_days_after_merges after update of pharmacy_product_id, packaging_id on stock_items
  for each statement execute function keep_product_days_of_lots();
