import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** What a law of the ledgers finds broken in a pharmacy, whatever was sold, sold again, canceled, opened and brought back there; empty when all of them hold. */
export async function brokenLedgers(database: Database, pharmacyId: string): Promise<string[]> {
  return database.read(pharmacyId, async (tx) => {
    const broken = await sql<{ what: string }>`${ofSales} union all ${ofTheCounter} union all ${ofReturns}`.execute(tx)
    return broken.rows.map(({ what }) => what)
  })
}

/** Stock, registers, numbers, and what was accepted. */
const ofSales = sql`
  select 'stock item ' || i.id || ' is not the sum of its movements' as what from stock_items i
    where i.quantity <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id)
  union all
  select 'sale ' || s.number || ' moved other stock than it sold' from sales s
    where (select coalesce(sum(l.quantity), 0) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id and l.stock_item_id is not null)
      <> (select coalesce(-sum(m.quantity), 0) from stock_movements m where m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id and m.cause = 'sale')
  union all
  select 'the register of sale ' || s.number || ' is not its payments and rounding' from sales s
    where (select coalesce(sum(amount), 0) from register_movements r where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id)
        <> case when s.canceled_at is null then s.total - (select coalesce(sum(b.total), 0) from sale_returns b where b.pharmacy_id = s.pharmacy_id and b.sale_id = s.id) else 0 end
      or (select coalesce(sum(amount), 0) from register_movements r where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id and r.kind = 'sale')
        <> (select coalesce(sum(amount), 0) from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id)
      or (select coalesce(sum(amount), 0) from register_movements r where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id and r.kind = 'rounding')
        <> case when s.canceled_at is null then s.rounding - (select coalesce(sum(b.rounding), 0) from sale_returns b where b.pharmacy_id = s.pharmacy_id and b.sale_id = s.id) else 0 end
  union all
  select 'the total of sale ' || s.number || ' is not its lines' from sales s
    where s.total <> (select coalesce(sum(l.price * l.quantity), 0) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id)
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

/** Versions, cancellations, opened boxes, and the register of listed medicines. */
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
  select 'sale ' || s.number || ' opened other boxes than it says' from sales s
    where (select coalesce(sum(l.opened_boxes), 0) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id)
      <> (select coalesce(-sum(m.quantity) filter (where m.quantity < 0), 0) from stock_movements m where m.pharmacy_id = s.pharmacy_id and m.sale_id = s.id and m.cause = 'unpack')
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
    group by s.pharmacy_id, s.id, s.number, s.status, l.id, l.quantity having sum(e.quantity) <> case when s.status = 'CANCELED' then 0 else l.quantity
      - (select coalesce(sum(t.quantity), 0) from sale_returns r join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id and t.line_id = l.id) end
  union all
  select 'sale ' || s.number || ' replaces one that is not replaced by it' from sales s join sales o on o.pharmacy_id = s.pharmacy_id and o.id = s.replaces
    where o.replaced_by is distinct from s.id or o.status <> 'CANCELED' or s.version <> o.version + 1
  union all
  select 'sale ' || s.number || ' is ' || s.status || ' and says otherwise' from sales s where (s.status = 'CANCELED') <> (s.canceled_at is not null and s.canceled_by is not null and s.cancel_reason is not null)
  union all
  select 'cancellation ' || b.id || ' was accepted and nothing is canceled' from inbox b where b.accepted and b.kind = 'cancellation'
    and not exists (select from sales s where s.pharmacy_id = b.pharmacy_id and s.id = (b.answer #>> '{payload,saleId}')::uuid and s.status = 'CANCELED')`

/** Credit notes. */
const ofReturns = sql`
  select 'return ' || r.number || ' is not the sum of its lines' as what from sale_returns r
    where r.total <> (select coalesce(sum(t.amount), 0) from sale_return_lines t where t.return_id = r.id)
  union all
  select 'more came back of line ' || l.id || ' than was sold' from sale_records l
    where l.quantity < (select coalesce(sum(t.quantity), 0) from sale_return_lines t join sale_returns r on r.id = t.return_id where r.sale_id = l.sale_id and t.line_id = l.id)
  union all
  select 'payment ' || y.id || ' gave back more than it took' from sale_payments y
    where y.amount < (select coalesce(sum(d.amount), 0) from sale_refunds d where d.sale_id = y.sale_id and d.payment_id = y.id)
  union all
  select 'what came back of sale ' || s.number || ' to the shelf is not what its movements say' from sales s
    where (select coalesce(sum(m.quantity), 0) from stock_movements m where m.sale_id = s.id and m.cause = 'return')
      <> (select coalesce(sum(t.quantity), 0) from sale_return_lines t join sale_returns r on r.id = t.return_id join sale_records l on l.sale_id = r.sale_id and l.id = t.line_id where r.sale_id = s.id and t.to_stock and l.stock_item_id is not null)
  union all
  select 'numbers of returns have gaps: ' || count(*) || ' up to ' || max(number) from sale_returns having count(*) <> coalesce(max(number), 0)
  union all
  select 'the counter of returns stands at ' || return_number from pharmacy_counters where return_number <> (select coalesce(max(number), 0) from sale_returns)
  union all
  select 'return ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'return' and not exists (select from sale_returns r where r.id = b.id)`
