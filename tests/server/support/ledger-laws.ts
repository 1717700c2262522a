import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/**
 * The violated laws of the ledgers in a pharmacy, after any mix of sales, new versions, cancellations, openings and
 * returns; empty when all hold.
 */
export async function brokenLedgers(database: Database, pharmacyId: string): Promise<string[]> {
  return database.read(pharmacyId, async (tx) => {
    // A new database has no statistics: its planner would compare every sum with every sale.
    await sql`set local enable_nestloop = off`.execute(tx)
    // Compiling a statement of this length takes longer than running it.
    await sql`set local jit = off`.execute(tx)
    const broken = await sql<{
      what: string
    }>`with ${sums} ${ofSales} union all ${ofTheCounter} union all ${ofReturns} union all ${ofDues} union all ${ofRegisters} union all ${ofStockActs} union all ${ofOrders} union all ${ofProductDays} union all ${ofAhead} union all ${ofDeliveries} union all ${ofInventories} union all ${ofMoney}`.execute(
      tx,
    )
    return broken.rows.map(({ what }) => what)
  })
}

/** Each ledger is summed once: summed sale by sale, a shop of six thousand sales takes half a minute. */
const sums = sql`
  shelf as materialized (select pharmacy_id, stock_item_id, sum(quantity) as quantity from stock_movements group by pharmacy_id, stock_item_id),
  lines as materialized (
    select pharmacy_id, sale_id, sum(price * quantity) as total, sum(quantity) filter (where stock_item_id is not null) as stocked, sum(opened_boxes) as opened from sale_records group by pharmacy_id, sale_id
  ),
  moved as materialized (
    select pharmacy_id, sale_id, -sum(quantity) filter (where cause = 'sale') as sold, -sum(quantity) filter (where cause = 'unpack' and quantity < 0) as opened, sum(quantity) filter (where cause = 'return') as back
    from stock_movements where sale_id is not null group by pharmacy_id, sale_id
  ),
  tills as materialized (
    select pharmacy_id, sale_id, sum(amount) filter (where kind <> 'stamp-duty') as amount, sum(amount) filter (where kind = 'stamp-duty') as duty, sum(amount) filter (where kind = 'sale') as paid, sum(amount) filter (where kind = 'rounding') as rounding
    from register_movements where sale_id is not null group by pharmacy_id, sale_id
  ),
  paid as materialized (select pharmacy_id, sale_id, sum(amount) as amount, sum((data ->> 'stampDuty')::bigint) as duty from sale_payments group by pharmacy_id, sale_id),
  refunded as materialized (select pharmacy_id, sale_id, payment_id, sum(amount) as amount from sale_refunds group by pharmacy_id, sale_id, payment_id),
  settled as materialized (
    select pharmacy_id, sale_id, payment_id, sum(amount) as amount from bill_settlements where undone_at is null and kind <> 'presented-again' group by pharmacy_id, sale_id, payment_id
  ),
  returned as materialized (select pharmacy_id, sale_id, sum(total) as total, sum(rounding) as rounding from sale_returns group by pharmacy_id, sale_id),
  back as materialized (
    select r.pharmacy_id, r.sale_id, t.line_id, sum(t.quantity) as quantity, sum(t.quantity) filter (where t.to_stock) as shelved
    from sale_returns r join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id group by r.pharmacy_id, r.sale_id, t.line_id
  )`

/** Laws of stock, registers, numbers and accepted parcels. */
const ofSales = sql`
  select 'stock item ' || i.id || ' is not the sum of its movements' as what from stock_items i left join shelf m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id
    where i.quantity <> coalesce(m.quantity, 0)
  union all
  select 'sale ' || s.number || ' moved other stock than it sold' from sales s left join lines l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    left join moved m on m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id where coalesce(l.stocked, 0) <> coalesce(m.sold, 0)
  union all
  select 'the register of sale ' || s.number || ' is not its payments and rounding' from sales s left join tills r on r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id
    left join paid y on y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id left join returned b on b.pharmacy_id = s.pharmacy_id and b.sale_id = s.id
    where coalesce(r.amount, 0) <> case when s.canceled_at is null then s.total - coalesce(b.total, 0) else 0 end
      or coalesce(r.paid, 0) <> coalesce(y.amount, 0)
      or coalesce(r.duty, 0) <> case when s.canceled_at is null then coalesce(y.duty, 0) else 0 end
      or coalesce(r.rounding, 0) <> case when s.canceled_at is null then s.rounding - coalesce(b.rounding, 0) else 0 end
  union all
  select 'the payment ' || y.id || ' is not noted as its bills hold it' from sale_payments y
    left join bill_lines h on h.pharmacy_id = y.pharmacy_id and h.sale_id = y.sale_id and h.payment_id = y.id and h.holds
    where y.billed <> (h.bill_id is not null)
  union all
  select 'the payment ' || y.id || ' is kept as owing ' || y.owed || ' and owes ' || o.owed from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
    left join refunded d on d.pharmacy_id = y.pharmacy_id and d.sale_id = y.sale_id and d.payment_id = y.id
    left join settled z on z.pharmacy_id = y.pharmacy_id and z.sale_id = y.sale_id and z.payment_id = y.id
    cross join lateral (select case when s.status = 'CANCELED' or y.type not in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG') then 0
      else y.amount - coalesce(d.amount, 0) - coalesce(z.amount, 0) end as owed) o
    where y.owed <> o.owed
  union all
  select 'the total of sale ' || s.number || ' is not its lines' from sales s left join lines l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id where s.total <> coalesce(l.total, 0)
  union all
  select 'numbers have gaps: ' || count(*) || ' sales up to ' || max(number) from sales having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counter stands at ' || sale_number from pharmacy_counters where sale_number <> (select coalesce(max(number), 0) from sales)
  union all
  select 'sale ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'sale' and not exists (select from sales s where s.pharmacy_id = b.pharmacy_id and s.id = b.id)
  union all
  select 'payment ' || y.id || ' goes by another policy or to another client than it says' from sale_payments y
    where y.policy_id::text is distinct from coalesce(y.data #>> '{insuranceMetadata,contractPolicy}', y.data #>> '{socialSecurityMetadata,contractPolicy}', y.data #>> '{creditMetadata,contractPolicy}')
      or y.client_id::text is distinct from coalesce(y.data #>> '{creditMetadata,person}', y.data #>> '{creditMetadata,organization}')
  union all
  select 'patient ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'patient' and not exists (select from persons f where f.pharmacy_id = b.pharmacy_id and f.id = b.id)`

/** Laws of versions, cancellations, opened boxes and the register of listed medicines. */
const ofTheCounter = sql`
  select 'sale ' || s.number || ' is ' || s.status || ' and left ' || sum(m.quantity) || ' moved of ' || m.stock_item_id as what
    from sales s join stock_movements m on m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id and m.cause in ('sale', 'sale-canceled')
    group by s.number, s.status, m.stock_item_id having (s.status = 'CANCELED') <> (sum(m.quantity) = 0)
  union all
  -- a path from nothing to what is there: every value is left as often as it is reached
  select 'movements of ' || item || ' do not follow each other' from (
    select stock_item_id as item, before as stands, 1 as way from stock_movements union all select stock_item_id, after, -1 from stock_movements
    union all select id, 0, -1 from stock_items union all select id, quantity, 1 from stock_items
  ) x group by item, stands having sum(way) <> 0
  union all
  select 'sale ' || s.number || ' opened other boxes than it says' from sales s left join lines l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    left join moved m on m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id where coalesce(l.opened, 0) <> coalesce(m.opened, 0)
  union all
  select 'what sale ' || s.number || ' opened are no boxes of whole units' from sales s join stock_movements m on m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id and m.cause = 'unpack'
    join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id join packagings k on k.id = i.packaging_id
    group by s.number having sum(m.quantity * k.units) <> 0
  union all
  select 'numbers of listed medicines have gaps' from prescription_entries having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counter of listed medicines stands at ' || prescription_number from pharmacy_counters where prescription_number <> (select coalesce(max(number), 0) from prescription_entries)
  union all
  select 'sale ' || s.number || ' (' || s.status || ') stands with ' || sum(e.quantity) || ' in the register of listed medicines' from sales s
    join prescription_entries e on e.pharmacy_id = s.pharmacy_id and e.sale_id = s.id join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id and l.id = e.line_id
    left join back t on t.pharmacy_id = s.pharmacy_id and t.sale_id = s.id and t.line_id = l.id
    group by s.id, s.number, s.status, l.id, l.quantity, t.quantity having sum(e.quantity) <> case when s.status = 'CANCELED' then 0 else l.quantity - coalesce(t.quantity, 0) end
  union all
  select 'sale ' || s.number || ' replaces one that is not replaced by it' from sales s join sales o on o.pharmacy_id = s.pharmacy_id and o.id = s.replaces
    where o.replaced_by is distinct from s.id or o.status <> 'CANCELED' or s.version <> o.version + 1
  union all
  select 'sale ' || s.number || ' is ' || s.status || ' and says otherwise' from sales s where (s.status = 'CANCELED') <> (s.canceled_at is not null and s.canceled_by is not null and s.cancel_reason is not null)
  union all
  select 'cancellation ' || b.id || ' was accepted and nothing is canceled' from inbox b where b.accepted and b.kind = 'cancellation'
    and not exists (select from sales s where s.pharmacy_id = b.pharmacy_id and s.id = (b.answer ->> 'id')::uuid and s.status = 'CANCELED')`

/** Laws of the statements of banks and operators. */
const ofMoney = sql`
  select 'line ' || m.position || ' of a statement is matched with money that was undone' as what from money_line_matches m
    left join bill_payments y on y.pharmacy_id = m.pharmacy_id and y.id = m.bill_payment_id
    left join bill_payment_returns r on r.pharmacy_id = m.pharmacy_id and r.id = m.bill_return_id
    where y.canceled_at is not null or r.undone_at is not null
  union all
  select 'line ' || l.position || ' of a statement is matched with nothing, or says it is not matched' from money_statement_lines l
    where (l.way is not null) <> exists (select from money_line_matches m where m.pharmacy_id = l.pharmacy_id and m.statement_id = l.statement_id and m.position = l.position)`

/** Laws of credit notes. */
const ofReturns = sql`
  select 'return ' || r.number || ' is not the sum of its lines' as what from sale_returns r
    where r.total <> (select coalesce(sum(t.amount), 0) from sale_return_lines t where t.pharmacy_id = r.pharmacy_id and t.return_id = r.id)
  union all
  select 'more came back of line ' || l.id || ' than was sold' from sale_records l join back t on t.pharmacy_id = l.pharmacy_id and t.sale_id = l.sale_id and t.line_id = l.id where l.quantity < t.quantity
  union all
  select 'payment ' || y.id || ' gave back more than it took' from sale_payments y join refunded d on d.pharmacy_id = y.pharmacy_id and d.sale_id = y.sale_id and d.payment_id = y.id where y.amount < d.amount
  union all
  select 'what came back of sale ' || s.number || ' to the shelf is not what its movements say' from sales s left join moved m on m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id
    left join (select t.pharmacy_id, t.sale_id, sum(t.shelved) as shelved from back t join sale_records l on l.pharmacy_id = t.pharmacy_id and l.sale_id = t.sale_id and l.id = t.line_id
      where l.stock_item_id is not null group by t.pharmacy_id, t.sale_id) t on t.pharmacy_id = s.pharmacy_id and t.sale_id = s.id
    where coalesce(m.back, 0) <> coalesce(t.shelved, 0)
  union all
  select 'numbers of returns have gaps: ' || count(*) || ' up to ' || max(number) from sale_returns having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counter of returns stands at ' || return_number from pharmacy_counters where return_number <> (select coalesce(max(number), 0) from sale_returns)
  union all
  select 'return ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'return' and not exists (select from sale_returns r where r.id = b.id)`

/** Laws of floats, disbursements, counts and closings. */
const ofRegisters = sql`
  select 'the float of register ' || r.id || ' is not its movement' as what from cash_registers r
    left join (select register_id, sum(amount) as amount from register_movements where kind = 'float' group by register_id) m on m.register_id = r.id where r.float <> coalesce(m.amount, 0)
  union all
  select 'disbursement ' || coalesce(d.id, m.id) || ' is not its movement' from disbursements d
    full join (select * from register_movements where kind = 'disbursement') m on m.pharmacy_id = d.pharmacy_id and m.id = d.id
    where d.amount is distinct from -m.amount or d.register_id is distinct from m.register_id or d.user_id is distinct from m.user_id
  union all
  select 'movement ' || m.id || ' of kind ' || m.kind || (case when m.sale_id is null then ' is of no sale' else ' is of a sale' end) from register_movements m where (m.sale_id is not null) <> (m.kind in ('sale', 'refund', 'rounding', 'stamp-duty'))
  union all
  select 'movement ' || m.id || ' happened after it was written' from register_movements m where m.occurred_at > m.at
  union all
  select 'numbers of counts have gaps' from register_counts having count(*) <> coalesce(max(number), 0)
  union all
  select 'numbers of disbursements have gaps' from disbursements having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counters of registers stand at ' || count_number || ' and ' || disbursement_number from pharmacy_counters
    where count_number <> (select coalesce(max(number), 0) from register_counts) or disbursement_number <> (select coalesce(max(number), 0) from disbursements)
  union all
  select 'register ' || r.id || ' waits for nothing' from cash_registers r where r.closing_id is not null
    and (r.closed_at is not null or not exists (select from waiting_closings w join awaited_parcels a on a.pharmacy_id = w.pharmacy_id and a.closing_id = w.id where w.pharmacy_id = r.pharmacy_id and w.id = r.closing_id and w.register_id = r.id))
  union all
  select 'waiting closing ' || w.id || ' is of no register' from waiting_closings w where not exists (select from cash_registers r where r.pharmacy_id = w.pharmacy_id and r.closing_id = w.id)
  union all
  select 'the gap of count ' || c.number || ' is not that of its lines' from register_counts c where c.gap <> (select coalesce(sum((l ->> 'gap')::bigint), 0) from jsonb_array_elements(c.report -> 'differences') l)`

/** Laws of unpackings, adjustments and destructions, and of the order in which the stock ledger was written. */
const ofStockActs = sql`
  select 'movement ' || m.id || ' does not begin where the one before ended' as what from (
    select id, quantity, before, after, lag(after, 1, 0) over (partition by pharmacy_id, stock_item_id order by seq) as stood from stock_movements) m
    where m.before <> m.stood or m.after <> m.before + m.quantity
  union all
  select 'unpacking ' || m.link_id || ' is no balanced pair' from stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id join packagings k on k.id = i.packaging_id
    where m.link_kind = 'unpack' group by m.link_id having sum(m.quantity * k.units) <> 0 or count(*) <> 2 or count(distinct coalesce(i.lot, '') || coalesce(i.expires_on::text, '')) <> 1
  union all
  select 'act ' || m.link_id || ' moved one lot twice' from stock_movements m where m.link_id is not null group by m.link_kind, m.link_id, m.stock_item_id having count(*) > 1
  union all
  select 'act ' || m.link_id || ' moved stock and was not accepted once' from stock_movements m
    where m.link_kind in ('unpack', 'adjustment', 'destruction') and (select count(*) from inbox b where b.pharmacy_id = m.pharmacy_id and b.id = m.link_id and b.accepted) <> 1
  union all
  select 'destruction ' || coalesce(d.destruction_id, m.link_id) || ' is not what its movements say'
    from (select pharmacy_id, destruction_id, stock_item_id, sum(quantity) as quantity from destruction_lines group by 1, 2, 3) d
    full join (select pharmacy_id, link_id, stock_item_id, -sum(quantity) as quantity from stock_movements where cause = 'destruction' group by 1, 2, 3) m
      on m.pharmacy_id = d.pharmacy_id and m.link_id = d.destruction_id and m.stock_item_id = d.stock_item_id
    where d.quantity is distinct from m.quantity
  union all
  select 'numbers of destructions have gaps: ' || count(*) || ' up to ' || max(number) from destructions having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counter of destructions stands at ' || destruction_number from pharmacy_counters where destruction_number <> (select coalesce(max(number), 0) from destructions)
  union all
  select 'the counter of supplier returns stands at ' || supplier_return_number from pharmacy_counters where supplier_return_number <> (select coalesce(max(number), 0) from supplier_returns)
  union all
  select 'supplier return ' || coalesce(d.return_id, m.link_id) || ' is not what its movements say'
    from (select l.pharmacy_id, l.return_id, l.stock_item_id, sum(l.quantity) as quantity from supplier_return_lines l group by 1, 2, 3) d
    full join (select pharmacy_id, link_id, stock_item_id, -sum(quantity) as quantity from stock_movements where link_kind = 'supplier-return' group by 1, 2, 3) m
      on m.pharmacy_id = d.pharmacy_id and m.link_id = d.return_id and m.stock_item_id = d.stock_item_id
    where d.quantity is distinct from m.quantity
  union all
  select 'supplier return ' || r.id || ' was canceled and did not come back' from supplier_returns r where r.state = 'canceled'
    and (select coalesce(sum(quantity), 0) from supplier_return_lines l where l.pharmacy_id = r.pharmacy_id and l.return_id = r.id)
      <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.pharmacy_id = r.pharmacy_id and m.link_kind = 'supplier-return-canceled' and m.link_id = r.id)
  union all
  select 'lot ' || i.id || ' is sold under an open recall' from stock_items i join recalls r on r.pharmacy_id = i.pharmacy_id and r.pharmacy_product_id = i.pharmacy_product_id and r.closed_at is null
    and plain_lot(r.lot) = plain_lot(i.lot) where i.blocked is distinct from 'recall'`

/** Laws of dues: a line never owes more than it sold and did not take back, and an undone sale owes nothing. */
const ofDues = sql`
  select 'sale ' || s.number || ' owes ' || sum(d.owed) || ' of a line that has ' || r.quantity - coalesce(max(b.quantity), 0) || ' left' as what
    from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
    left join back b on b.pharmacy_id = d.pharmacy_id and b.sale_id = d.sale_id and b.line_id = d.sale_record_id
    group by s.number, s.id, r.id, r.quantity having sum(d.owed) > r.quantity - coalesce(max(b.quantity), 0)
  union all
  select 'sale ' || s.number || ' is undone and owes ' || d.owed from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    where s.status = 'CANCELED' and d.owed > 0`

/** What is kept of the days of a product is what the ledger of its lots says. */
const ofProductDays = sql`
  select 'of product ' || coalesce(d.pharmacy_product_id, x.product) || ' on ' || coalesce(d.day, x.day) || ' is kept '
      || concat_ws(', ', d.moved, d.sold, d.opened, d.stock_before, d.sold_before, d.opened_before, d.squares_before, d.days_before) || ' and there is '
      || concat_ws(', ', x.moved, x.sold, x.opened, x.stock_before, x.sold_before, x.opened_before, x.squares_before, x.days_before) as what
  from product_days d full join (
    select *, coalesce(sum(moved) over earlier, 0) as stock_before, coalesce(sum(sold) over earlier, 0) as sold_before,
      coalesce(sum(opened) over earlier, 0) as opened_before, coalesce(sum((sold + opened)::numeric * (sold + opened)) over earlier, 0) as squares_before,
      coalesce(sum(stocked) over earlier, 0) as days_before
    from (
      select *, case when sum(moved) over so_far > 0 or sum(moved) over so_far - moved > 0 or sold + opened > 0 then 1 else 0 end
        + case when sum(moved) over so_far > 0 then coalesce(lead(day) over so_far - day - 1, 0) else 0 end as stocked
      from (
        select m.pharmacy_id, i.pharmacy_product_id as product, i.packaging_id as packaging, (m.at at time zone p.time_zone)::date as day, sum(m.quantity) as moved,
          -sum(case when m.cause in ('sale', 'sale-canceled', 'return') then m.quantity else 0 end) as sold, -sum(case when m.cause = 'unpack' then least(m.quantity, 0) else 0 end) as opened
        from stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id join pharmacies p on p.id = m.pharmacy_id group by 1, 2, 3, 4
      ) day window so_far as (partition by pharmacy_id, product, packaging order by day)
    ) level window earlier as (partition by pharmacy_id, product, packaging order by day rows between unbounded preceding and 1 preceding)
  ) x on x.pharmacy_id = d.pharmacy_id and x.product = d.pharmacy_product_id and x.packaging = d.packaging_id and x.day = d.day
  where (d.moved, d.sold, d.opened, d.stock_before, d.sold_before, d.opened_before, d.squares_before, d.days_before)
    is distinct from (x.moved, x.sold, x.opened, x.stock_before, x.sold_before, x.opened_before, x.squares_before, x.days_before)`

/** A payment has ahead what no bill took and nobody gave back. */
const ofAhead = sql`
  select 'payment ' || y.number || ' is kept as ahead by ' || y.ahead || ' and is ahead by ' || a.amount as what from bill_payments y
    left join (select pharmacy_id, bill_payment_id as id, sum(amount) as amount from bill_settlements where undone_at is null group by 1, 2) z on z.pharmacy_id = y.pharmacy_id and z.id = y.id
    left join (select pharmacy_id, bill_payment_id as id, sum(amount) as amount from bill_payment_returns where undone_at is null group by 1, 2) r on r.pharmacy_id = y.pharmacy_id and r.id = y.id
    cross join lateral (select case when y.canceled_at is null then y.amount - coalesce(z.amount, 0) - coalesce(r.amount, 0) else 0 end as amount) a
    where y.ahead <> a.amount`

/** A line of an order awaits what its closed deliveries did not bring and nobody gave up. */
const ofOrders = sql`
  select 'a line of order ' || l.order_id || ' is kept as awaiting ' || l.awaited || ' and awaits ' || a.boxes as what from order_lines l
    left join (select d.pharmacy_id, d.order_id, n.pharmacy_product_id as product_id, sum(n.received + n.given_up) as boxes
      from deliveries d join delivery_lines n on n.pharmacy_id = d.pharmacy_id and n.delivery_id = d.id
      where d.state = 'closed' and not n.removed group by 1, 2, 3) b
      on b.pharmacy_id = l.pharmacy_id and b.order_id = l.order_id and b.product_id = l.pharmacy_product_id
    cross join lateral (select greatest(0, l.quantity - l.given_up - coalesce(b.boxes, 0)) as boxes) a
    where l.awaited <> a.boxes`

/** Laws of deliveries: what closing booked is what the lines say, and canceling takes exactly that back. */
const ofDeliveries = sql`
  select 'delivery ' || coalesce(l.delivery_id, m.link_id) || ' is not what its movements say' as what
    from (select l.pharmacy_id, l.delivery_id, l.stock_item_id, sum(l.received + l.free) as quantity from delivery_lines l
      where l.stock_item_id is not null and not l.removed group by 1, 2, 3) l
    full join (select pharmacy_id, link_id, stock_item_id, sum(quantity) as quantity from stock_movements where link_kind = 'delivery' group by 1, 2, 3) m
      on m.pharmacy_id = l.pharmacy_id and m.link_id = l.delivery_id and m.stock_item_id = l.stock_item_id
    where l.quantity is distinct from m.quantity
  union all
  select 'delivery ' || d.id || ' is closed, and boxes of it are in no lot' from deliveries d join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id
    where d.state = 'closed' and not l.removed and l.received + l.free > 0 and l.stock_item_id is null
  union all
  select 'delivery ' || d.id || ' is ' || d.state || ' and moved ' || sum(m.quantity) from deliveries d join stock_movements m on m.pharmacy_id = d.pharmacy_id and m.link_id = d.id
    where d.state <> 'closed' group by d.id, d.state having sum(m.quantity) <> 0
  union all
  select 'numbers of deliveries have gaps: ' || count(*) || ' up to ' || max(number) from deliveries having count(*) <> coalesce(max(number), 0)`

/** Laws of inventories: a closing moves what its lines differ by, and a movement that a count has seen changes nothing. */
const ofInventories = sql`
  select 'inventory ' || coalesce(l.inventory_id, m.link_id) || ' is not what its movements say' as what
    from (select l.pharmacy_id, l.inventory_id, l.stock_item_id, l.counted - l.expected as quantity from inventory_lines l where l.counted <> l.expected) l
    full join (select pharmacy_id, link_id, stock_item_id, sum(quantity) as quantity from stock_movements where link_kind = 'inventory' group by 1, 2, 3) m
      on m.pharmacy_id = l.pharmacy_id and m.link_id = l.inventory_id and m.stock_item_id = l.stock_item_id
    where l.quantity is distinct from m.quantity
  union all
  select 'inventory ' || v.number || ' is ' || v.state || ' and moved stock' from inventories v where v.state in ('open', 'canceled')
    and exists (select from stock_movements m where m.pharmacy_id = v.pharmacy_id and m.link_kind = 'inventory' and m.link_id = v.id)
  union all
  select 'what was moved before a count of ' || m.stock_item_id || ' is not taken back' from stock_movements m where m.reason = 'seen-by-count' and m.cause = 'inventory'
    and not exists (select from stock_movements o where o.pharmacy_id = m.pharmacy_id and o.stock_item_id = m.stock_item_id and o.at = m.at and o.quantity = -m.quantity and o.occurred_at is not distinct from m.occurred_at)
  union all
  select 'count ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'inventory-count' and not exists (select from inventory_counts n where n.pharmacy_id = b.pharmacy_id and n.id = b.id)
  union all
  select 'numbers of inventories have gaps: ' || count(*) || ' up to ' || max(number) from inventories having count(*) <> coalesce(max(number), 0)`
