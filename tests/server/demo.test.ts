import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RegisterCount } from '#shared/contract/register-counts.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import type { Database } from '#server/db/database.ts'
import { demoCalendar } from '#server/demo/demo-calendar.ts'
import {
  campGuezo,
  demoAccounts,
  demoOwnerUid,
  demoDomain,
  demoPharmacies,
  demoPins,
  plateauLagune,
} from '#server/demo/demo-pharmacies.ts'
import { demoSummary } from '#server/demo/demo-summary.ts'
import { pastDemand } from '#server/demo/past-demand.ts'
import { pastGestures } from '#server/demo/past-gestures.ts'
import { pastStock } from '#server/demo/past-lots.ts'
import { nobodyElse } from '#server/demo/past-payers.ts'
import { pastSales } from '#server/demo/past-sales.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { shelfOf } from '#server/demo/shelf.ts'
import { countsOf } from '#server/register-ledger/count.repo.ts'
import { isPin, recordPin } from '#server/identity/pin.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/** A Saturday, 20:14 in Cotonou. */
const now = new Date('2026-11-21T19:14:00Z')
const today = '2026-11-21'
const pinSecret = 'a secret of the tests'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret, pinCost: cheapPins })
})
afterAll(() => database.close())

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>, from = database): Promise<Row[]> {
  return from.platform(async (tx) => (await query.execute(tx)).rows)
}

describe('the ledgers', () => {
  test('a lot holds the sum of its movements, each beginning where the one before ended', async () => {
    expect(
      await rowsOf(sql`
      select i.id from stock_items i left join stock_movements m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id
      group by i.pharmacy_id, i.id having i.quantity <> coalesce(sum(m.quantity), 0)`),
    ).toEqual([])
    expect(
      await rowsOf(sql`
      select * from (select id, before, lag(after, 1, 0) over (partition by pharmacy_id, stock_item_id order by at) as previous from stock_movements) m where before <> previous`),
    ).toEqual([])
  })

  test('each line sold is a movement of its lot, by its seller, after the lot arrived', async () => {
    expect(
      await rowsOf(sql`
      select r.id from sale_records r join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
      left join stock_movements m on m.pharmacy_id = r.pharmacy_id and m.sale_id = r.sale_id and m.stock_item_id = r.stock_item_id
        and m.cause = 'sale'
      where r.levy is null and (m.quantity is distinct from -r.quantity or m.user_id is distinct from s.seller_id)`),
    ).toEqual([])
    const [count] = await rowsOf<{ records: number; movements: number }>(
      sql`select (select count(*) from sale_records where levy is null) as records, (select count(*) from stock_movements where cause = 'sale') as movements`,
    )
    expect(count?.movements).toBe(count?.records)
    expect(
      await rowsOf(
        sql`select i.id from stock_movements m join stock_movements i on i.stock_item_id = m.stock_item_id and i.cause in ('initial', 'delivery') where m.cause = 'sale' and m.at < i.at`,
      ),
    ).toEqual([])
  })

  test('a sale is worth its lines and its payments, and counts their units', async () => {
    expect(
      await rowsOf(sql`
      select s.id from sales s
      join (select pharmacy_id, sale_id, sum(price * quantity) as worth, sum(quantity) filter (where levy is null) as units,
        coalesce(sum(price) filter (where levy is not null), 0) as levied from sale_records group by 1, 2) r on r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id
      join (select pharmacy_id, sale_id, sum(amount) as paid from sale_payments group by 1, 2) p on p.pharmacy_id = s.pharmacy_id and p.sale_id = s.id
      where s.total <> r.worth or s.units <> r.units or s.levied <> r.levied or s.total <> p.paid + s.rounding or s.total <= 0`),
    ).toEqual([])
    const [count] = await rowsOf<{ sales: number; sold: number; paid: number }>(
      sql`select (select count(*) from sales) as sales, (select count(distinct sale_id) from sale_records) as sold, (select count(distinct sale_id) from sale_payments) as paid`,
    )
    expect(count).toEqual({ sales: count?.sales, sold: count?.sales, paid: count?.sales })
  })

  test('a register moves by the payments of its sales, and starts with its float', async () => {
    expect(
      await rowsOf(sql`
      select m.id from register_movements m full join (select s.register_id, p.* from sale_payments p join sales s on s.pharmacy_id = p.pharmacy_id and s.id = p.sale_id) p
        on p.pharmacy_id = m.pharmacy_id and p.sale_id = m.sale_id and p.type = m.type and p.amount = m.amount and p.register_id = m.register_id
      where (m.kind = 'sale' or m.id is null) and (m.id is null or p.id is null)`),
    ).toEqual([])
    expect(
      await rowsOf(
        sql`select r.id from cash_registers r left join register_movements m on m.pharmacy_id = r.pharmacy_id and m.register_id = r.id and m.kind = 'float' where m.amount is distinct from r.float or m.id is distinct from r.id`,
      ),
    ).toEqual([])
    const [count] = await rowsOf<{ payments: number; movements: number }>(
      sql`select (select count(*) from sale_payments) as payments, (select count(*) from register_movements where kind = 'sale') as movements`,
    )
    expect(count?.movements).toBe(count?.payments)
  })

  test('drawers paid expenses for each reason, were given change, and notes went to the bank', async () => {
    const kinds = await rowsOf<{ kind: string; few: number }>(sql`
      select kind, min(count)::int as few from (
        select p.id, k.kind, count(m.id) from pharmacies p
          cross join unnest(array['disbursement', 'deposit', 'cash-in']) k (kind)
          left join register_movements m on m.pharmacy_id = p.id and m.kind = k.kind group by 1, 2) c
      group by 1`)
    expect(kinds.filter(({ few }) => few < 4)).toEqual([])
    expect(
      await rowsOf(sql`select label from disbursement_reasons r where not exists (
        select from disbursements d where d.pharmacy_id = r.pharmacy_id and d.reason_id = r.id)`),
    ).toEqual([])
  })

  test('no drawer gives what it does not hold, nor what a canceled sale gave back', async () => {
    expect(
      await rowsOf(sql`
        select register_id from (select register_id, sum(amount) over (partition by pharmacy_id, register_id order by at, id)
          as held from register_movements where type = 'CASH') m where held < 0`),
    ).toEqual([])
    const calendar = demoCalendar(now, campGuezo.utcOffsetHours)
    const shelf = shelfOf(campGuezo)
    const demand = pastDemand(campGuezo, shelf, calendar)
    const stock = pastStock(campGuezo.slug, shelf, demand, calendar)
    const trade = pastSales(campGuezo, demand, stock, nobodyElse, calendar)
    const deposits = (sales: typeof trade.sales) =>
      pastGestures({ ...trade, sales, returns: [] }).filter(({ kind }) => kind === 'deposit')
    expect(deposits(trade.sales)).not.toEqual([])
    expect(deposits(trade.sales.map((sale) => ({ ...sale, canceled: { at: sale.at, reason: 'Erreur' } })))).toEqual([])
  })

  test('some sales of each pharmacy were canceled, and boxes brought back, resold and broken', async () => {
    const counts = await rowsOf<{ canceled: number; resold: number; broken: number }>(sql`
      select (select count(*)::int from sales s where s.pharmacy_id = p.id and s.status = 'CANCELED') as canceled,
        (select count(*)::int from sale_return_lines l where l.pharmacy_id = p.id and l.to_stock) as resold,
        (select count(*)::int from sale_return_lines l where l.pharmacy_id = p.id and not l.to_stock) as broken
      from pharmacies p`)
    expect(counts.filter(({ canceled, resold, broken }) => Math.min(canceled, resold, broken) === 0)).toEqual([])
    expect(counts.length).toBeGreaterThan(1)
  })

  test('cash is tendered in full, and what is not cash says how it was paid', async () => {
    expect(
      await rowsOf(sql`
      select type, data from sale_payments
      where (type = 'CASH' and (data ->> 'tendered')::bigint < amount) or (type = 'MOBILE_MONEY' and (data ->> 'phoneOperator' is null or data ->> 'transactionReference' is null))
        or (type = 'CHEQUE' and (data ->> 'bank' is null or data ->> 'chequeNumber' is null)) or (type = 'CASH' and amount % 5 <> 0)`),
    ).toEqual([])
    const types = await rowsOf<{ type: string; share: number }>(
      sql`select type, (count(*) * 100 / sum(count(*)) over ())::int as share from sale_payments group by type order by 2 desc`,
    )
    expect(types.map(({ type }) => type).sort()).toEqual([
      'CASH',
      'CHEQUE',
      'CREDIT',
      'CREDIT_CARD',
      'CREDIT_ORG',
      'INSURANCE',
      'MOBILE_MONEY',
      'SOCIAL_SECURITY',
    ])
    expect(types.slice(0, 3).map(({ type }) => type)).toEqual(['CASH', 'MOBILE_MONEY', 'CREDIT_CARD'])
    expect(types[0]?.share).toBeGreaterThan(65)
  })
})

describe('the sales', () => {
  test('are numbered without gaps in the order of time, and the counter stands at the last', async () => {
    expect(
      await rowsOf(
        sql`select id from (select id, number, row_number() over (partition by pharmacy_id order by sold_at) as expected from sales) s where number <> expected`,
      ),
    ).toEqual([])
    const counters = await rowsOf<{ sale_number: number; sales: number }>(
      sql`select c.sale_number, (select count(*) from sales s where s.pharmacy_id = c.pharmacy_id) as sales from pharmacy_counters c`,
    )
    expect(counters.length).toBe(demoPharmacies.length)
    for (const { sale_number, sales } of counters) expect(sale_number).toBe(sales)
  })

  test('cover 60 days up to now, 90 to 120 on a working day in Cotonou, fewer on Sunday', async () => {
    const days = await rowsOf<{ day: string; weekday: number; sales: number }>(sql`
      select (sold_at at time zone 'Africa/Porto-Novo')::date::text as day, extract(dow from sold_at at time zone 'Africa/Porto-Novo')::int as weekday, count(*) as sales
      from sales where pharmacy_id = ${campGuezo.id} group by 1, 2 order by 1 desc`)
    expect(days.length).toBe(60)
    expect(days[0]?.day).toBe(today)
    const workingDays = days
      .slice(1)
      .filter(({ weekday }) => weekday !== 0)
      .map(({ sales }) => sales)
    expect(Math.min(...workingDays)).toBeGreaterThanOrEqual(85)
    expect(Math.max(...workingDays)).toBeLessThanOrEqual(125)
    const sundays = days.filter(({ weekday }) => weekday === 0).map(({ sales }) => sales)
    expect(Math.max(...sundays)).toBeLessThan(Math.min(...workingDays) / 1.5)
    const [last] = await rowsOf<{ at: Date }>(sql`select max(sold_at) as at from sales`)
    expect(last?.at.getTime()).toBeLessThanOrEqual(now.getTime())
  })

  test('rush from 11 to 13 and from 17 to 19, shop time', async () => {
    const hours = await rowsOf<{ hour: number; sales: number }>(
      sql`select extract(hour from sold_at at time zone 'Africa/Porto-Novo')::int as hour, count(*) as sales from sales where pharmacy_id = ${campGuezo.id} group by 1 order by 1`,
    )
    const mean = (chosen: typeof hours): number => chosen.reduce((sum, { sales }) => sum + sales, 0) / chosen.length
    const isRush = ({ hour }: { hour: number }) => [11, 12, 17, 18].includes(hour)
    expect(hours.map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(Math.min(...hours.filter(isRush).map(({ sales }) => sales))).toBeGreaterThan(
      1.5 * Math.max(...hours.filter((hour) => !isRush(hour)).map(({ sales }) => sales)),
    )
    expect(mean(hours.filter(isRush))).toBeGreaterThan(2 * mean(hours.filter((hour) => !isRush(hour))))
  })

  test('are made by a member who may sell, under his unlock, on a register that he held then', async () => {
    expect(
      await rowsOf(sql`
      select s.id from sales s
      join cash_registers r on r.pharmacy_id = s.pharmacy_id and r.id = s.register_id
      left join unlocks k on k.pharmacy_id = s.pharmacy_id and k.id = s.session_id and k.user_id = s.seller_id and k.terminal_id = s.terminal_id
      left join register_counts h on h.pharmacy_id = r.pharmacy_id and h.register_id = r.id and h.kind = 'hand-over'
      where s.seller_id <> (case when s.sold_at >= h.counted_at then h.received_by else r.opened_by end) or r.opened_at > s.sold_at or r.closed_at < s.received_at or k.id is null
        or not exists (select from user_roles ur join roles o on o.pharmacy_id = ur.pharmacy_id and o.id = ur.role_id where ur.user_id = s.seller_id and 'sale.sell' = any (o.permissions) and o.name = any (s.seller_roles))`),
    ).toEqual([])
  })

  test('a register is taken over on a Sunday, by who accepts the count or counts himself', async () => {
    const rows = await rowsOf<{ day: number; taken: string; isHeld: boolean; sold: number }>(sql`
      select extract(dow from c.counted_at at time zone 'Africa/Porto-Novo')::int as day, c.report -> 'taking' ->> 'remark' as taken,
        r.held_by = c.received_by as "isHeld", (select count(*)::int from sales s where s.pharmacy_id = c.pharmacy_id and s.register_id = c.register_id and s.seller_id = c.received_by) as sold
      from register_counts c join cash_registers r on r.pharmacy_id = c.pharmacy_id and r.id = c.register_id
      where c.pharmacy_id = ${campGuezo.id} and c.kind = 'hand-over'`)
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter(({ day, isHeld }) => day !== 0 || !isHeld)).toEqual([])
    expect(new Set(rows.map(({ taken }) => taken))).toEqual(new Set([null, 'Un billet compté deux fois']))
    expect(Math.max(...rows.map(({ sold }) => sold))).toBeGreaterThan(0)
  })

  test('every count is one that a report shows', async () => {
    const registers = await rowsOf<{ pharmacyId: string; id: string }>(
      sql`select pharmacy_id as "pharmacyId", id from cash_registers where closed_at is not null`,
    )
    const counts = await database.platform(async (tx) => {
      const found = []
      for (const { pharmacyId, id } of registers) found.push(...(await countsOf(tx, pharmacyId, id)))
      return found
    })
    expect(counts.length).toBeGreaterThan(registers.length)
    expect(counts.flatMap((count) => RegisterCount.safeParse(count).error?.issues ?? [])).toEqual([])
  })

  test('the notes and coins of a count are the cash that it says, and counts are numbered without gaps', async () => {
    expect(
      await rowsOf(sql`
      select number from (select c.*, row_number() over (partition by pharmacy_id order by counted_at, number) as place from register_counts c) c
      where number <> place or (select l ->> 'counted' from jsonb_array_elements(report -> 'differences') l where l ->> 'type' = 'CASH')::bigint
        <> (select sum((d ->> 'value')::bigint * (d ->> 'count')::bigint) from jsonb_array_elements(report -> 'denominations') d)`),
    ).toEqual([])
    expect(
      await rowsOf(
        sql`select k.pharmacy_id from pharmacy_counters k where k.count_number <> (select count(*) from register_counts c where c.pharmacy_id = k.pharmacy_id)`,
      ),
    ).toEqual([])
  })

  test('leave only today’s registers open', async () => {
    const open = await rowsOf<{ day: string }>(
      sql`select (opened_at at time zone 'Africa/Porto-Novo')::date::text as day from cash_registers where closed_at is null`,
    )
    expect(open.length).toBeGreaterThan(2)
    expect(new Set(open.map(({ day }) => day))).toEqual(new Set([today]))
    expect(await rowsOf(sql`select id from cash_registers where closed_at is not null and closed_by is null`)).toEqual(
      [],
    )
  })
})

describe('the stock', () => {
  type Product = { label: string; minimum: number; quantity: number; soldLately: number }
  const products = () =>
    rowsOf<Product>(sql`
    select p.label, s.minimum, sum(i.quantity)::int as quantity,
      (select coalesce(-sum(m.quantity), 0)::int from stock_movements m join stock_items l on l.pharmacy_id = m.pharmacy_id and l.id = m.stock_item_id
        where l.pharmacy_product_id = s.id and m.cause = 'sale' and m.at > ${now}::timestamptz - interval '30 days') as "soldLately"
    from pharmacy_products s join products p on p.id = s.product_id join stock_items i on i.pharmacy_id = s.pharmacy_id and i.pharmacy_product_id = s.id
    where s.pharmacy_id = ${campGuezo.id} group by s.id, p.label, s.minimum`)

  test('of Cotonou has at least 400 products, a dozen under their minimum, some out, several below zero', async () => {
    const all = await products()
    expect(all.length).toBeGreaterThanOrEqual(400)
    expect(all.filter(({ quantity, minimum }) => quantity > 0 && quantity < minimum).length).toBeGreaterThanOrEqual(10)
    expect(all.filter(({ quantity }) => quantity === 0).length).toBeGreaterThanOrEqual(5)
    expect(all.filter(({ quantity }) => quantity < 0).length).toBeGreaterThanOrEqual(3)
    expect(all.filter(({ quantity, minimum }) => quantity >= minimum).length).toBeGreaterThan(0.9 * all.length)
  })

  test('only lacks what was sold in the last 30 days', async () => {
    const missing = (await products()).filter(({ quantity }) => quantity <= 0)
    expect(missing.filter(({ soldLately }) => soldLately === 0)).toEqual([])
  })

  test('has lots that expired, that expire within six months and that keep for years', async () => {
    const [lots] = await rowsOf<{ expired: number; near: number; far: number }>(sql`
      select count(*) filter (where expires_on < ${today}::date) as expired, count(*) filter (where expires_on between ${today}::date and ${today}::date + 182) as near, count(*) filter (where expires_on > ${today}::date + 365) as far
      from stock_items where pharmacy_id = ${campGuezo.id} and quantity > 0`)
    expect(lots?.expired).toBeGreaterThanOrEqual(8)
    expect(lots?.near).toBeGreaterThanOrEqual(25)
    expect(lots?.far).toBeGreaterThanOrEqual(200)
  })

  test('owes boxes to customers with a phone: some wait for a delivery, some stand on the shelf, some were fetched', async () => {
    const dues = await rowsOf<{ isOpen: boolean; isOut: boolean; count: number; phones: number }>(sql`
      select d.owed > 0 as "isOpen", (select sum(q.quantity) from stock_items q where q.pharmacy_id = i.pharmacy_id
        and q.pharmacy_product_id = i.pharmacy_product_id) <= 0 as "isOut", count(*) as count, count(d.phone) as phones
      from dues d join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
        join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
      where d.pharmacy_id = ${campGuezo.id} group by 1, 2 order by 1, 2`)
    expect(dues).toEqual([
      { isOpen: false, isOut: false, count: 2, phones: 2 },
      { isOpen: true, isOut: false, count: 2, phones: 2 },
      { isOpen: true, isOut: true, count: 3, phones: 3 },
    ])
  })

  test('has a recall that is worked off, one that is closed, and a destruction, whose lots are set aside or gone', async () => {
    const recalls = await rowsOf(sql<{ isOpen: boolean; blocked: string | null; sales: number; contacts: number }>`
      select r.closed_at is null as "isOpen", max(i.blocked) as blocked, count(distinct l.sale_id) as sales,
        (select count(*) from recall_contacts c where c.pharmacy_id = r.pharmacy_id and c.recall_id = r.id) as contacts
      from recalls r join stock_items i on i.pharmacy_id = r.pharmacy_id and i.pharmacy_product_id = r.pharmacy_product_id
        and i.lot = r.lot
        join sale_records l on l.pharmacy_id = i.pharmacy_id and l.stock_item_id = i.id
      where r.pharmacy_id = ${campGuezo.id} group by r.pharmacy_id, r.id, r.closed_at order by 1 desc`)
    expect(recalls).toMatchObject([
      { isOpen: true, blocked: 'recall' },
      { isOpen: false, blocked: null },
    ])
    expect(recalls[0]!.contacts).toBeGreaterThan(0)
    expect(recalls[0]!.contacts).toBeLessThan(recalls[0]!.sales)
    const destroyed = await rowsOf(sql<{ quantity: number; left: number }>`
      select sum(-m.quantity) as quantity, sum(i.quantity) as left from stock_movements m
        join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
      where m.pharmacy_id = ${campGuezo.id} and m.cause = 'destruction'`)
    expect(destroyed).toEqual([{ quantity: 9, left: 0 }])
  })

  test('costs 65 to 90 percent of its price, and never sold a lot after its date', async () => {
    expect(
      await rowsOf(
        sql`select id from stock_items where purchase_price < sale_price * 0.645 - 1 or purchase_price > sale_price * 0.905 + 1`,
      ),
    ).toEqual([])
    expect(
      await rowsOf(sql`
      select r.id from sale_records r join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id where i.expires_on < s.sold_at::date`),
    ).toEqual([])
  })

  test('takes from the lot that expires first', async () => {
    const [first] = await rowsOf<{ kept: number }>(sql`
      select count(*) as kept from stock_items later join stock_items sooner on sooner.pharmacy_id = later.pharmacy_id and sooner.pharmacy_product_id = later.pharmacy_product_id and sooner.expires_on < later.expires_on
      where sooner.quantity > 0 and sooner.expires_on >= ${today}::date and exists (select from stock_movements m where m.stock_item_id = later.id and m.cause = 'sale'
        and m.at > (select min(a.at) from stock_movements a where a.stock_item_id = sooner.id))`)
    expect(first?.kept).toBe(0)
  })

  test('stands as drawn whatever the day', () => {
    for (const day of ['2026-01-01', '2026-03-29', '2026-06-15', '2027-02-28', '2028-02-29', '2026-10-25']) {
      const calendar = demoCalendar(new Date(`${day}T12:30:00Z`), campGuezo.utcOffsetHours)
      const shelf = shelfOf(campGuezo)
      const demand = pastDemand(campGuezo, shelf, calendar)
      const stock = pastStock(campGuezo.slug, shelf, demand, calendar)
      const { quantities } = pastSales(campGuezo, demand, stock, nobodyElse, calendar)
      const wrong = stock.filter(({ product, minimum, lots }) => {
        const left = lots.reduce((sum, { id }) => sum + (quantities.get(id) ?? 0), 0)
        switch (product.condition.kind) {
          case 'out':
            return left !== 0
          case 'below-zero':
            return left >= 0
          case 'low':
            return left <= 0 || left >= minimum
          case 'steady':
          case 'near-expiry':
            return left <= minimum || lots.some(({ id }) => (quantities.get(id) ?? 0) < 0)
        }
      })
      expect({ day, wrong: wrong.map(({ product }) => product.medicine.label) }).toEqual({ day, wrong: [] })
    }
  })

  test('before the shop opens nothing is sold that day and no register is open', () => {
    const calendar = demoCalendar(new Date('2026-11-21T05:00:00Z'), campGuezo.utcOffsetHours)
    const shelf = shelfOf(campGuezo)
    const demand = pastDemand(campGuezo, shelf, calendar)
    const { registers } = pastSales(
      campGuezo,
      demand,
      pastStock(campGuezo.slug, shelf, demand, calendar),
      nobodyElse,
      calendar,
    )
    expect(demand.filter(({ daysAgo }) => daysAgo === 0)).toEqual([])
    expect(registers.filter(({ closed }) => closed === null)).toEqual([])
  })
})

describe('the people', () => {
  test('six members in Cotonou and a team of its own in Abidjan, under one owner', async () => {
    const teams = await rowsOf<{ name: string; members: number; currency: string; step: number }>(sql`
      select p.name, count(u.id) as members, c.currency_code as currency, c.cash_rounding_step as step
      from pharmacies p join countries c on c.code = p.country_code join users u on u.pharmacy_id = p.id and u.kind = 'member' where p.domain_id = ${demoDomain.id} group by 1, 3, 4 order by 1`)
    expect(teams).toEqual([
      { name: 'Pharmacie Camp Guézo', members: 6, currency: 'XOF', step: 5 },
      { name: 'Pharmacie Plateau Lagune', members: plateauLagune.members.length, currency: 'XOF', step: 5 },
    ])
  })

  test('unlock with the PIN that is printed, and with no other', async () => {
    const users = await rowsOf<{ id: string; pharmacy_id: string; pin_hash: string; pin_mac: string }>(
      sql`select id, pharmacy_id, pin_hash, pin_mac from users where kind = 'member'`,
    )
    expect(users.length).toBe(demoPins.length)
    for (const { userId, pharmacyId, pin } of demoPins) {
      const user = users.find(({ id }) => id === userId)
      expect(user?.pharmacy_id).toBe(pharmacyId)
      expect(await isPin(pin, user?.pin_hash ?? '')).toBe(true)
      expect(await isPin('0000', user?.pin_hash ?? '')).toBe(false)
      expect(user?.pin_mac).toBe((await recordPin({ pinSecret, pinCost: cheapPins }, pharmacyId, pin)).mac)
    }
    expect(new Set(demoPins.map(({ pin }) => pin)).size).toBe(demoPins.length)
  })

  test('hold the default role of their trade', async () => {
    const held = await rowsOf<{ id: string; role: string; permissions: string[] }>(
      sql`select ur.user_id as id, r.name as role, r.permissions from user_roles ur join roles r on r.pharmacy_id = ur.pharmacy_id and r.id = ur.role_id`,
    )
    for (const { id, role } of demoPharmacies.flatMap(({ members }) => members))
      expect(held.find((row) => row.id === id)).toEqual({ id, role, permissions: [...defaultRoles[role]] })
  })

  test('accounts are known to the database under the uid of the sign-in service', async () => {
    const accounts = await rowsOf<{ firebase_uid: string; kind: string; pharmacy_id: string | null }>(
      sql`select firebase_uid, kind, pharmacy_id from users where firebase_uid is not null`,
    )
    for (const { id } of [campGuezo, plateauLagune])
      expect(accounts).toContainEqual({ firebase_uid: demoOwnerUid, kind: 'member', pharmacy_id: id })
    expect(accounts.length).toBe(demoAccounts.length + 2)
    for (const { firebaseUid, kind, claims } of demoAccounts)
      expect(accounts).toContainEqual({ firebase_uid: firebaseUid, kind, pharmacy_id: claims.pharmacyId ?? null })
  })

  test('the summary names every account with its password and every PIN', () => {
    const text = demoSummary().join('\n')
    for (const { email, password } of demoAccounts) expect(text).toContain(`${email}  mot de passe ${password}`)
    for (const { name, pin } of demoPins) expect(text).toContain(`${pin}  ${name}`)
  })

  test('one pharmacy sees nothing of the other', async () => {
    const seen = await database.read(plateauLagune.id, (tx) =>
      tx.selectFrom('sales').select('pharmacy_id').distinct().execute(),
    )
    expect(seen).toEqual([{ pharmacy_id: plateauLagune.id }])
  })
})

test('« Qui a changé quoi » of each pharmacy tells settings, a supplier, a client and a price, by members, in one chain', async () => {
  for (const pharmacy of demoPharmacies) {
    const entries = await rowsOf<{ thing: string; by: string; call: string }>(
      sql`select thing, user_id as by, call from audit_entries where pharmacy_id = ${pharmacy.id} order by n`,
    )
    expect([...new Set(entries.map(({ thing }) => thing))]).toEqual([
      'bills',
      'bill_payments',
      'money_statements',
      'own_reports',
      'pharmacies',
      'suppliers',
      'persons',
      'stock_items',
    ])
    const known = pharmacy.members.map((member) => member.id)
    expect(entries.filter(({ by, call }) => !known.includes(by) || call === '')).toEqual([])
  }
  expect((await checkAuditChains(database)).filter(({ firstFault }) => firstFault !== null)).toEqual([])
})

test('every ledger of the demo equals what it sums', async () => {
  for (const { id } of demoPharmacies) expect(await brokenLedgers(database, id)).toEqual([])
})

test('every row of a synced list has a revision of its own, and the counter stands at the last', async () => {
  const revisions = await rowsOf<{ counter: number; last: number; rows: number; revisions: number }>(sql`
    select c.rev as counter, max(l.rev) as last, count(*) as rows, count(distinct l.rev) as revisions
    from pharmacy_counters c join (select pharmacy_id, rev from pharmacy_products union all select pharmacy_id, rev from persons union all select pharmacy_id, rev from organizations union all select pharmacy_id, rev from companies union all select pharmacy_id, rev from product_health_insurances) l
      on l.pharmacy_id = c.pharmacy_id group by c.pharmacy_id, c.rev`)
  expect(revisions.length).toBe(demoPharmacies.length)
  for (const { counter, last, rows, revisions: distinct } of revisions)
    expect([last, distinct]).toEqual([counter, rows])
})

/** One line for each table: how many rows, and a hash of what they hold. */
async function fingerprint(from: Database, expression: string): Promise<string[]> {
  const tables = [
    'countries',
    'products',
    'product_codes',
    'product_inns',
    'pharmacies',
    'users',
    'roles',
    'companies',
    'organizations',
    'persons',
    'relationships',
    'tags',
    'banks',
    'contracts',
    'contract_products',
    'contract_policies',
    'product_health_insurances',
    'bills',
    'bill_lines',
    'pharmacy_products',
    'stock_items',
    'stock_movements',
    'cash_registers',
    'sales',
    'sale_records',
    'sale_payments',
    'register_movements',
    'unlocks',
    'missed_sales',
    'prescription_entries',
    'pharmacy_counters',
  ]
  return from.platform(async (tx) => {
    const prints: string[] = []
    for (const table of tables) {
      const { rows } = await sql<{
        print: string
      }>`select count(*) || ' ' || md5(string_agg(${sql.raw(expression)}, ',' order by t::text)) as print from ${sql.table(table)} t`.execute(
        tx,
      )
      prints.push(`${table} ${rows[0]?.print}`)
    }
    return prints
  })
}

describe('seeding', () => {
  test('a second time changes nothing, not even a row written again', async () => {
    const before = await fingerprint(database, 't.xmin::text || t::text')
    await seedDemo(database, { now: new Date('2027-05-05T10:00:00Z'), pinSecret: 'another', pinCost: cheapPins })
    expect(await fingerprint(database, 't.xmin::text || t::text')).toEqual(before)
  })

  test('brings a database that was thrown away back as it was, but for salts and the epoch', async () => {
    const again = await testDatabase()
    try {
      await seedDemo(again, { now, pinSecret, pinCost: cheapPins })
      const kept = "(to_jsonb(t) - 'pin_hash' - 'epoch')::text"
      const sorted = async (from: Database) =>
        (await fingerprint(from, kept)).filter((line) => !/^(users|pharmacies) /.test(line))
      expect(await sorted(again)).toEqual(await sorted(database))
      const people = (from: Database) => rowsOf(sql`select id, pharmacy_id, pin_mac from users order by id`, from)
      expect(await people(again)).toEqual(await people(database))
      const epochs = (from: Database) => rowsOf<{ epoch: string }>(sql`select epoch from pharmacies order by id`, from)
      expect(await epochs(again)).not.toEqual(await epochs(database))
    } finally {
      await again.close()
    }
  })

  test('uses the names that a national referential brought before', async () => {
    const other = await testDatabase()
    const ids = {
      form: '00000000-0000-4000-8000-000000000001',
      inn: '00000000-0000-4000-8000-000000000002',
      packaging: '00000000-0000-4000-8000-000000000003',
    }
    try {
      await other.platform(async (tx) => {
        await tx.insertInto('forms').values({ id: ids.form, label: 'comprimé' }).execute()
        await tx.insertInto('inns').values({ id: ids.inn, name: 'Artéméther' }).execute()
        await tx.insertInto('packagings').values({ id: ids.packaging, label: 'Boîte', units: 24 }).execute()
      })
      await seedDemo(other, { now, pinSecret, pinCost: cheapPins })
      expect(
        await rowsOf(
          sql`
        select p.form_id as form, i.inn_id as inn, s.packaging_id as packaging from products p join product_inns i on i.product_id = p.id and i.position = 0
        join pharmacy_products h on h.product_id = p.id and h.pharmacy_id = ${campGuezo.id} join stock_items s on s.pharmacy_product_id = h.id where p.label = 'Coartem 20/120 mg cp B/24' limit 1`,
          other,
        ),
      ).toEqual([ids])
    } finally {
      await other.close()
    }
  })

  test('that fails half-way leaves nothing', async () => {
    const other = await testDatabase()
    try {
      const taken = demoAccounts.find(({ claims }) => claims.pharmacyId === plateauLagune.id)!
      await other.platform((tx) =>
        tx
          .insertInto('users')
          .values({
            pharmacy_id: null,
            id: taken.userId,
            first_name: 'A',
            last_name: 'B',
            kind: 'admin',
          })
          .execute(),
      )
      await expect(seedDemo(other, { now, pinSecret, pinCost: cheapPins })).rejects.toThrow('users_pkey')
      expect(
        await rowsOf(
          sql`select (select count(*)::int from pharmacies) as pharmacies, (select count(*)::int from products) as products, (select count(*)::int from sales) as sales`,
          other,
        ),
      ).toEqual([{ pharmacies: 0, products: 0, sales: 0 }])
    } finally {
      await other.close()
    }
  })
})
