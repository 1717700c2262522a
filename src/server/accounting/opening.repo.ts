import { sql } from 'kysely'
import { namedLateSales, type LateSales } from '#shared/domain/accounting/late-sales.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * The closed sales of before a month, which the accountant opens his books with; `arrived`: those that came since it
 * began. `from`: the first of their days.
 */
export async function salesBefore(
  tx: Tx,
  pharmacyId: string,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<{ count: number; total: number; from: string | null; arrived: LateSales }> {
  const begin = sql`(${month}::date)::timestamp at time zone ${timeZone}`
  const day = (instant: 'min(s.sold_at)' | 's.sold_at') => sql`(${sql.raw(instant)} at time zone ${timeZone})::date`
  const before = sql`s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and s.sold_at < ${begin}`
  const { rows } = await sql<{ count: number; total: number; from: string | null; late: number; lateTotal: number }>`
    select count(*)::int as count, coalesce(sum(s.total), 0)::bigint as total, ${day('min(s.sold_at)')} as "from",
      (count(*) filter (where s.received_at >= ${begin}))::int as late,
      coalesce(sum(s.total) filter (where s.received_at >= ${begin}), 0)::bigint as "lateTotal"
    from sales s where ${before}`.execute(tx)
  const { count, total, from, late, lateTotal } = rows[0]!
  const named = await sql<LateSales['items'][number]>`
    select s.id, s.number, ${day('s.sold_at')} as day, s.total from sales s
    where ${before} and s.received_at >= ${begin} order by s.sold_at, s.number limit ${namedLateSales}`.execute(tx)
  return { count, total, from, arrived: { count: late, total: lateTotal, items: named.rows } }
}
