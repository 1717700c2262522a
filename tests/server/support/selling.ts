import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewSale, Payment } from '#shared/contract/sales.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import type { Database } from '#server/db/database.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

export type Line = { lot: string; price: number; quantity?: number }
type Wanted = Partial<Omit<NewSale, 'records' | 'payments'>> & { seller?: TestMember; lines?: Line[]; payments?: Payment[] }

const prices = [1000, 1500, 2003]

/** A line of one of the shop's three lots, at its price. */
export function lineOf(shop: Shop, index: 0 | 1 | 2, quantity = 1): Line {
  return { lot: shop.lots[index], price: prices[index]!, quantity }
}

/** A sale as a terminal sends it: one box, paid in cash to the coin, unless something else is wanted. Total and rounding are what they must be. */
export function aSale(shop: Shop, { seller = shop.vendeur, lines = [lineOf(shop, 0)], payments, vouchers = [], ...rest }: Wanted = {}): NewSale {
  const records = lines.map(({ lot, price, quantity = 1 }) => ({ id: randomUUID(), stockItemId: lot, label: 'Doliprane 1 g', quantity, price }))
  const { total } = saleBalance({ records, vouchers, payments: [] }, 5)
  const paid = payments ?? (total === 0 ? [] : [cash(cashDue(total, 5))])
  const { rounding } = saleBalance({ records, vouchers, payments: paid }, 5)
  return {
    id: randomUUID(), revision: 1, identifier: 'K1-1', terminalId: shop.terminal.id, sessionId: seller.sessionId, sellerId: seller.id, sellerRoles: seller.roles,
    soldAt: new Date().toISOString(), registerId: shop.registerId, patientId: null, records, vouchers, payments: paid, total, rounding, ...rest,
  }
}

export function cash(amount: number, tendered = amount): Payment {
  return { id: randomUUID(), type: 'CASH', amount, tendered }
}

/** What a law of the ledgers finds broken in a pharmacy; empty when all of them hold. */
export async function brokenLedgers(database: Database, pharmacyId: string): Promise<string[]> {
  return database.read(pharmacyId, async (tx) => {
    const broken = await sql<{ what: string }>`
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
      select 'patient ' || b.id || ' was accepted and is not there' from inbox b where b.accepted and b.kind = 'patient' and not exists (select from persons f where f.pharmacy_id = b.pharmacy_id and f.id = b.id)
      union all
      select 'movements of ' || stock_item_id || ' do not follow each other' from (
        select stock_item_id, before, lag(after) over (partition by stock_item_id order by after desc) as previous from stock_movements o where cause = 'sale'
          -- where boxes also came back, only the sum tells
          and not exists (select from stock_movements b where b.stock_item_id = o.stock_item_id and b.cause not in ('initial', 'sale'))
      ) m where previous is not null and before <> previous`.execute(tx)
    return broken.rows.map(({ what }) => what)
  })
}

export async function quantityOf(database: Database, shop: Shop, lot: string): Promise<number> {
  return database.read(shop.id, async (tx) => (await tx.selectFrom('stock_items').select('quantity').where('id', '=', lot).executeTakeFirstOrThrow()).quantity)
}

export async function salesCount(database: Database, shop: Shop): Promise<number> {
  return database.read(shop.id, async (tx) => (await tx.selectFrom('sales').select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
}
