-- Products, suppliers, orders, deliveries and the lots that they brought.
insert into products (id, label, source, prescription_list) select medicine_id, label, 'years', case when p % 5 = 0 then 'list-1' else 'none' end from years.product;
insert into product_codes (code, product_id, kind) select lpad((7000000000000 + p)::text, 13, '0'), years.id('medicine', p), 'ean13' from generate_series(0, :products - 1) p;
insert into storages (pharmacy_id, id, label) select :pharmacy, years.id('storage', n), 'Rayonnage ' || n from generate_series(0, 9) n;
insert into pharmacy_products (pharmacy_id, id, product_id, storage_id, minimum, maximum, rev)
select :pharmacy, years.id('product', p), years.id('medicine', p), years.id('storage', p % 10), p % 4, 10 + p % 20, c.rev + 1 + p
from generate_series(0, :products - 1) p, pharmacy_counters c where c.pharmacy_id = :pharmacy;
insert into suppliers (pharmacy_id, id, name) select :pharmacy, years.id('supplier', n), 'Grossiste ' || n from generate_series(0, 3) n;

create unlogged table years.delivery as
select day, p / 30 % 4 as supplier, day * 10 + p / 30 % 4 as n, years.id('delivery', day * 10 + p / 30 % 4) as id, sum(received * 3 * (100 + p * 37 % 900))::bigint as total,
  row_number() over (order by day, p / 30 % 4) as nth, years.midnight(day) + interval '6 hours' as at
from years.lot group by day, p / 30 % 4;
insert into orders (pharmacy_id, id, number, supplier_id, step, created_by, created_at, sent_by, sent_at, confirmed_at)
select :pharmacy, years.id('order', n), nth + (select coalesce(max(number), 0) from orders where pharmacy_id = :pharmacy), years.id('supplier', supplier), 'confirmed',
  (:users)[3], at - interval '1 day', (:users)[3], at - interval '23 hours', at - interval '22 hours' from years.delivery order by nth;
insert into order_lines (pharmacy_id, order_id, pharmacy_product_id, position, quantity, price)
select :pharmacy, years.id('order', day * 10 + p / 30 % 4), years.id('product', p), row_number() over (partition by day, p / 30 % 4 order by p), received, 3 * (100 + p * 37 % 900) from years.lot;
insert into deliveries (pharmacy_id, id, number, supplier_id, bl, note_day, received_on, state, note_total, created_by, created_at, closed_by, closed_at, order_id)
select :pharmacy, id, nth + (select coalesce(max(number), 0) from deliveries where pharmacy_id = :pharmacy), years.id('supplier', supplier), 'BLY-' || nth, at::date, at::date, 'closed', total,
  (:users)[3], at, (:users)[3], at, years.id('order', n) from years.delivery order by nth;
insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity, purchase_price, sale_price, storage_id, supplier_id, delivery_id)
select :pharmacy, id, years.id('product', p), :packaging, 'Y' || p || '-' || wave, years.midnight(day + 400)::date, rest, 3 * (100 + p * 37 % 900), 5 * (100 + p * 37 % 900),
  years.id('storage', p % 10), years.id('supplier', p / 30 % 4), years.id('delivery', day * 10 + p / 30 % 4) from years.lot order by wave, p;
insert into stock_item_prices (pharmacy_id, stock_item_id, price, since) select :pharmacy, id, 5 * (100 + p * 37 % 900), years.midnight(day) + interval '6 hours' from years.lot;
insert into delivery_lines (pharmacy_id, id, delivery_id, position, code, label, pharmacy_product_id, packaging_id, ordered, noted, received, purchase_price, note_price, sale_price, lot, expires_on,
  checked, changed_by, changed_at, stock_item_id, cost)
select :pharmacy, years.id('delivery line', wave * 100000 + p), years.id('delivery', day * 10 + p / 30 % 4), row_number() over (partition by day, p / 30 % 4 order by p), (7000000000000 + p)::text, m.label,
  years.id('product', p), :packaging, received, received, received, 3 * (100 + p * 37 % 900), 3 * (100 + p * 37 % 900), 5 * (100 + p * 37 % 900), 'Y' || p || '-' || wave, years.midnight(day + 400)::date,
  true, (:users)[3], years.midnight(day) + interval '6 hours', l.id, 3 * (100 + p * 37 % 900) from years.lot l join years.product m using (p);
