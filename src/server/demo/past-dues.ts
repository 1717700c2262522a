import { sql } from 'kysely'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'

/** Days back in which sales may still owe something. */
const recentDays = 20
/** Open dues of products that are out of stock and in stock, and dues that were handed over. */
const [waiting, ready, handedOver] = [3, 2, 2] as const
const dayMs = 86_400_000

type SoldLine = {
  saleId: string
  lineId: string
  soldAt: Date
  sellerId: string
  firstName: string
  lastName: string
  phone: string
  isOut: boolean
}

/** One unit of some recent sales to known patients was not handed over. Some came since, some were fetched. */
export async function seedDues(tx: Tx, pharmacyId: string, { now }: DemoCalendar): Promise<void> {
  const lines = await recentLines(tx, pharmacyId, new Date(now.getTime() - recentDays * dayMs))
  const [out, inStock] = [lines.filter(({ isOut }) => isOut), lines.filter(({ isOut }) => !isOut)]
  const open = [...out.slice(0, waiting), ...inStock.slice(0, ready)]
  const done = inStock.slice(ready, ready + handedOver)
  await bulkInsert(
    tx,
    'dues',
    [...open, ...done].map((line) => {
      const isDone = done.includes(line)
      const fetchedAt = new Date(Math.min(line.soldAt.getTime() + dayMs, now.getTime()))
      return {
        pharmacy_id: pharmacyId,
        id: demoId('due', line.saleId),
        sale_id: line.saleId,
        sale_record_id: line.lineId,
        quantity: 1,
        owed: isDone ? 0 : 1,
        name: displayName(line),
        phone: line.phone,
        created_by: line.sellerId,
        created_at: line.soldAt,
        handed_over_by: isDone ? line.sellerId : null,
        handed_over_at: isDone ? fetchedAt : null,
        lessened_at: isDone ? fetchedAt : null,
      }
    }),
  )
}

/** One line of each sale to a patient with a phone, newest first. */
async function recentLines(tx: Tx, pharmacyId: string, since: Date): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select * from (
      select distinct on (s.id) s.id as "saleId", r.id as "lineId", s.sold_at as "soldAt", s.seller_id as "sellerId",
        p.first_name as "firstName", p.last_name as "lastName", p.phone, stock.units <= 0 as "isOut"
      from sales s join sale_records r on r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id
        join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
        join persons p on p.pharmacy_id = s.pharmacy_id and p.id = s.patient_id
        cross join lateral (select coalesce(sum(q.quantity), 0) as units from stock_items q
          where q.pharmacy_id = i.pharmacy_id and q.pharmacy_product_id = i.pharmacy_product_id) stock
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and s.sold_at >= ${since} and p.phone is not null
      order by s.id, stock.units <= 0 desc, r.position
    ) l order by l."soldAt" desc, l."saleId"`.execute(tx)
  return rows
}
