import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** What a law of versions, cancellations, opened boxes and the register of listed medicines finds broken; empty when all hold. Beside `brokenLedgers`. */
export async function brokenCounter(database: Database, pharmacyId: string): Promise<string[]> {
  return database.read(pharmacyId, async (tx) => {
    const broken = await sql<{ what: string }>`
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
        group by s.number, s.status, l.id, l.quantity having sum(e.quantity) > l.quantity or (s.status = 'CANCELED') <> (sum(e.quantity) = 0)
      union all
      select 'sale ' || s.number || ' replaces one that is not replaced by it' from sales s join sales o on o.pharmacy_id = s.pharmacy_id and o.id = s.replaces
        where o.replaced_by is distinct from s.id or o.status <> 'CANCELED' or s.version <> o.version + 1
      union all
      select 'sale ' || s.number || ' is ' || s.status || ' and says otherwise' from sales s where (s.status = 'CANCELED') <> (s.canceled_at is not null and s.canceled_by is not null and s.cancel_reason is not null)
      union all
      select 'cancellation ' || b.id || ' was accepted and nothing is canceled' from inbox b where b.accepted and b.kind = 'cancellation'
        and not exists (select from sales s where s.pharmacy_id = b.pharmacy_id and s.id = (b.answer #>> '{payload,saleId}')::uuid and s.status = 'CANCELED')`.execute(tx)
    return broken.rows.map(({ what }) => what)
  })
}
