import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewSale, NewSaleReturn } from '#shared/contract/sales.ts'
import type { Database } from '#server/db/database.ts'
import type { Shop } from '#tests/server/support/shop.ts'

type Back = { /** Place among the records, then the vouchers. */ line: number; quantity: number; toStock?: boolean }

/** A return as a terminal sends it: the boxes go back to the shelf, the money as it was paid. */
export function aReturn(shop: Shop, sale: Pick<NewSale, 'records' | 'vouchers'>, back: readonly Back[], rest: Partial<NewSaleReturn> = {}): NewSaleReturn {
  const lines = [...sale.records, ...sale.vouchers]
  return {
    id: randomUUID(), revision: 1, registerId: shop.registerId, reason: 'Erreur de dosage', returnedAt: new Date().toISOString(), inCash: false,
    lines: back.map(({ line, quantity, toStock = true }) => ({ lineId: lines[line]!.id, quantity, toStock })), ...rest,
  }
}

/** What a law of the credit notes finds broken in a pharmacy; empty when all of them hold. */
export async function brokenReturns(database: Database, pharmacyId: string): Promise<string[]> {
  return database.read(pharmacyId, async (tx) => {
    const broken = await sql<{ what: string }>`
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
      select 'the registers of sale ' || s.number || ' are not what is left of it' from sales s where s.status = 'CLOSED'
        and (select coalesce(sum(m.amount), 0) from register_movements m where m.sale_id = s.id) <> s.total - (select coalesce(sum(r.total), 0) from sale_returns r where r.sale_id = s.id)
      union all
      select 'numbers of returns have gaps: ' || count(*) || ' up to ' || max(number) from sale_returns having count(*) <> coalesce(max(number), 0)
      union all
      select 'the counter of returns stands at ' || return_number from pharmacy_counters where return_number <> (select coalesce(max(number), 0) from sale_returns)
      union all
      select 'return ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'return' and not exists (select from sale_returns r where r.id = b.id)`.execute(tx)
    return broken.rows.map(({ what }) => what)
  })
}
