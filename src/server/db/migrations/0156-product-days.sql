-- What of a product in a packaging moved on each day of the pharmacy, kept beside the ledger of the stock (decision 0075).
-- One row for a day on which it moved. `sold`: sales less cancellations and what came back to the shelf; `opened`: boxes
-- that were opened to sell units. `…_before`: up to the start of the day, since the first movement: what a period of any
-- length sold is the difference of two rows. `days_before`: days on which there was stock at their start or end, or
-- something was sold; `squares_before`: of what was sold and opened on a day.
create table product_days (
  pharmacy_id uuid not null references pharmacies,
  pharmacy_product_id uuid not null,
  packaging_id uuid not null,
  day date not null,
  moved bigint not null,
  sold bigint not null,
  opened bigint not null,
  stock_before bigint not null,
  sold_before bigint not null,
  opened_before bigint not null,
  squares_before numeric not null,
  days_before int not null,
  primary key (pharmacy_id, pharmacy_product_id, packaging_id, day)
);
alter table product_days enable row level security;
alter table product_days force row level security;
create policy own_pharmacy on product_days
  using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid);
do $$ begin execute format('create policy platform on product_days to %I using (true)', current_user); end $$;
grant select on product_days to officine_app;

-- The sums from the first movement up to the end of a day; no row when nothing moved. Without settings of its own, so that
-- PostgreSQL takes it into the statement that asks.
create function product_until(of_pharmacy uuid, product uuid, packaging uuid, until date)
returns table (stock bigint, sold bigint, opened bigint, squares numeric, days int, day date) language sql stable as $$
  select d.stock_before + d.moved, d.sold_before + d.sold, d.opened_before + d.opened,
    d.squares_before + (d.sold + d.opened)::numeric * (d.sold + d.opened),
    d.days_before + (d.stock_before > 0 or d.stock_before + d.moved > 0 or d.sold + d.opened > 0)::int
      + case when d.stock_before + d.moved > 0 then until - d.day else 0 end, d.day
  from product_days d
  where d.pharmacy_id = of_pharmacy and d.pharmacy_product_id = product and d.packaging_id = packaging and d.day <= until
  order by d.day desc limit 1
$$;

-- The days of products (null: of all) from a day on, anew from the ledger.
create function recount_product_days(of_pharmacy uuid, products uuid[], since date) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  delete from product_days d where d.pharmacy_id = of_pharmacy and d.day >= since
    and (products is null or d.pharmacy_product_id = any(products));
  insert into product_days (pharmacy_id, pharmacy_product_id, packaging_id, day, moved, sold, opened, stock_before,
    sold_before, opened_before, squares_before, days_before)
  with moved as (
    select i.pharmacy_product_id as product, i.packaging_id as packaging, (m.at at time zone p.time_zone)::date as day,
      sum(m.quantity)::bigint as moved,
      coalesce(-sum(m.quantity) filter (where m.cause in ('sale', 'sale-canceled', 'return')), 0)::bigint as sold,
      coalesce(-sum(m.quantity) filter (where m.cause = 'unpack' and m.quantity < 0), 0)::bigint as opened
    from pharmacies p
      join stock_items i on i.pharmacy_id = p.id and (products is null or i.pharmacy_product_id = any(products))
      join stock_movements m on m.pharmacy_id = p.id and m.stock_item_id = i.id
        and m.at >= since::timestamp at time zone p.time_zone
    where p.id = of_pharmacy group by 1, 2, 3
  ), level as (
    select m.*, b.stock as base_stock, b.sold as base_sold, b.opened as base_opened, b.squares as base_squares,
      b.days as base_days, coalesce(b.stock, 0) + coalesce(sum(m.moved) over earlier, 0) as stock
    from moved m left join lateral product_until(of_pharmacy, m.product, m.packaging, since - 1) b on true
    window earlier as (partition by m.product, m.packaging order by m.day rows between unbounded preceding and 1 preceding)
  ), counted as (
    select l.*, (stock > 0 or stock + moved > 0 or sold + opened > 0)::int
      + case when stock + moved > 0 then coalesce(lead(day) over each - day - 1, 0) else 0 end as days,
      case when base_stock > 0 then first_value(day) over each - since else 0 end as first_days
    from level l window each as (partition by product, packaging order by day)
  )
  select of_pharmacy, product, packaging, day, moved, sold, opened, stock,
    coalesce(base_sold, 0) + coalesce(sum(sold) over earlier, 0),
    coalesce(base_opened, 0) + coalesce(sum(opened) over earlier, 0),
    coalesce(base_squares, 0) + coalesce(sum((sold + opened)::numeric * (sold + opened)) over earlier, 0),
    coalesce(base_days, 0) + first_days + coalesce(sum(days) over earlier, 0)
  from counted
  window earlier as (partition by product, packaging order by day rows between unbounded preceding and 1 preceding);
end $$;

-- The ledger is only added to, nearly always on the newest day: that day is counted up. What is written on a day that has
-- later ones is counted anew from there.
create function keep_product_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
    )
    select m.pharmacy_id, array_agg(distinct m.product) as products, min(m.day) as day from moved m
    where exists (select from product_days d where d.pharmacy_id = m.pharmacy_id and d.pharmacy_product_id = m.product
        and d.packaging_id = m.packaging and d.day > m.day)
      or exists (select from moved o where o.pharmacy_id = m.pharmacy_id and o.product = m.product
        and o.packaging = m.packaging and o.day > m.day)
    group by 1
  loop
    perform recount_product_days(late.pharmacy_id, late.products, late.day);
  end loop;
  return null;
end $$;
create function keep_product_days_again() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare of_pharmacy record;
begin
  for of_pharmacy in select c.pharmacy_id as id, array_agg(distinct i.pharmacy_product_id) as products
    from removed c join stock_items i on i.pharmacy_id = c.pharmacy_id and i.id = c.stock_item_id group by 1
  loop
    perform recount_product_days(of_pharmacy.id, of_pharmacy.products, '-infinity');
  end loop;
  if tg_op = 'DELETE' then return null; end if;
  for of_pharmacy in select c.pharmacy_id as id, array_agg(distinct i.pharmacy_product_id) as products
    from changed c join stock_items i on i.pharmacy_id = c.pharmacy_id and i.id = c.stock_item_id group by 1
  loop
    perform recount_product_days(of_pharmacy.id, of_pharmacy.products, '-infinity');
  end loop;
  return null;
end $$;
-- A lot that follows to another product takes its movements with it.
create function keep_product_days_of_lot() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform recount_product_days(new.pharmacy_id, array[old.pharmacy_product_id, new.pharmacy_product_id], '-infinity');
  return null;
end $$;
revoke execute on function recount_product_days(uuid, uuid[], date), keep_product_days(), keep_product_days_again(),
  keep_product_days_of_lot() from public;

create trigger product_days_after_insert after insert on stock_movements referencing new table as changed
  for each statement execute function keep_product_days();
create trigger product_days_after_update after update on stock_movements referencing old table as removed new table as changed
  for each statement execute function keep_product_days_again();
create trigger product_days_after_delete after delete on stock_movements referencing old table as removed
  for each statement execute function keep_product_days_again();
create trigger product_days_after_merge after update on stock_items for each row
  when (old.pharmacy_product_id is distinct from new.pharmacy_product_id or old.packaging_id is distinct from new.packaging_id)
  execute function keep_product_days_of_lot();

select recount_product_days(id, null, '-infinity') from pharmacies;
