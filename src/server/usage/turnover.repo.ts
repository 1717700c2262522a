import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Period = { turnover: number; sales: number; units: number }
/** One hour of one day that had sales; `soFar` counts those before the same time of day as now. */
export type HourOfDay = Period & { day: string; hour: number; soFar: Period }

export async function timeZoneOf(tx: Tx, pharmacyId: string): Promise<string> {
  const { time_zone } = await tx.selectFrom('pharmacies').select('time_zone').where('id', '=', pharmacyId).executeTakeFirstOrThrow()
  return time_zone
}

/** `until` null: the whole day counts as so far. */
export async function turnoverByHour(tx: Tx, pharmacyId: string, { days, timeZone, until }: { days: readonly string[]; timeZone: string; until: Date | null }): Promise<HourOfDay[]> {
  const { rows } = await sql<HourOfDay>`
    with local as (
      select s.total, s.units, s.sold_at at time zone ${timeZone} as at from sales s
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and (${sql.join(days.map((day) => within(day, timeZone)), sql` or `)})
    ), timed as (
      select local.*, ${until}::timestamptz is null or local.at::time <= (${until}::timestamptz at time zone ${timeZone})::time as so_far from local
    )
    select at::date as day, extract(hour from at)::int as hour, sum(total) as turnover, count(*) as sales, sum(units) as units,
      json_build_object('turnover', coalesce(sum(total) filter (where so_far), 0), 'sales', count(*) filter (where so_far), 'units', coalesce(sum(units) filter (where so_far), 0)) as "soFar"
    from timed group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** What the lines of a day brought and what they had cost; lines without a known cost (vouchers) stay out of both. */
export async function costsOfDay(tx: Tx, pharmacyId: string, { day, timeZone }: { day: string; timeZone: string }): Promise<{ price: number; cost: number }> {
  const { rows } = await sql<{ price: number; cost: number }>`
    select coalesce(sum(l.price * l.quantity), 0) as price, coalesce(sum(l.purchase_price * l.quantity), 0) as cost
    from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
    where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and l.purchase_price is not null
      and ${within(day, timeZone)}`.execute(tx)
  return rows[0]!
}

/** One range of the index per day: joined to a table of days, all sales would be read. */
function within(day: string, timeZone: string): RawBuilder<unknown> {
  return sql`(s.sold_at >= ${day}::date::timestamp at time zone ${timeZone} and s.sold_at < (${day}::date + 1)::timestamp at time zone ${timeZone})`
}
