import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import { notWithheld, returnNotWithheld } from '#server/register-ledger/withheld.repo.ts'

type Period = { turnover: number; sales: number; units: number }
/** One hour of one day with sales; `soFar` counts those before the current time of day. */
export type HourOfDay = Period & { day: string; hour: number; soFar: Period }

/**
 * Sales less returns, without AIB, which is the state's; each at its own time, without sales of `withheld` drawers and what came back of them or there.
 * `until` null: `soFar` covers the whole day.
 */
export async function turnoverByHour(
  tx: Tx,
  pharmacyId: string,
  {
    days,
    timeZone,
    until,
    withheld,
  }: { days: readonly string[]; timeZone: string; until: Date | null; withheld: readonly string[] },
): Promise<HourOfDay[]> {
  const { rows } = await sql<HourOfDay>`
    with local as (
      select s.total - s.levied as total, s.units, 1 as sales, s.sold_at at time zone ${timeZone} as at from sales s
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and (${duringAny(days, sql`s.sold_at`, timeZone)})
        and ${notWithheld(sql`s.register_id`, withheld)}
      union all
      select -r.total, -(select sum(t.quantity) from sale_return_lines t where t.pharmacy_id = r.pharmacy_id
        and t.return_id = r.id), 0, r.returned_at at time zone ${timeZone} from sale_returns r
      where r.pharmacy_id = ${pharmacyId} and (${duringAny(days, sql`r.returned_at`, timeZone)})
        and ${returnNotWithheld(withheld)}
    ), timed as (
      select local.*, ${until}::timestamptz is null
        or local.at::time <= (${until}::timestamptz at time zone ${timeZone})::time as so_far from local
    )
    select at::date as day, extract(hour from at)::int as hour, sum(total) as turnover, sum(sales) as sales,
      sum(units) as units,
      json_build_object('turnover', ${safeSum(sql`total`, sql`filter (where so_far)`)},
        'sales', coalesce(sum(sales) filter (where so_far), 0),
        'units', coalesce(sum(units) filter (where so_far), 0)) as "soFar"
    from timed group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/**
 * Revenue and cost of the lines of a day. Lines without a known cost (vouchers) are in neither. Returned lines that did
 * not go back to stock still count as a cost.
 */
export async function costsOfDay(
  tx: Tx,
  pharmacyId: string,
  { day, timeZone, withheld }: { day: string; timeZone: string; withheld: readonly string[] },
): Promise<{ price: number; cost: number }> {
  const { rows } = await sql<{ price: number; cost: number }>`
    select coalesce(sum(price), 0) as price, coalesce(sum(cost), 0) as cost from (
      select l.price::numeric * l.quantity as price, l.purchase_price::numeric * l.quantity as cost
      from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and l.purchase_price is not null
        and ${during(day, sql`s.sold_at`, timeZone)} and ${notWithheld(sql`s.register_id`, withheld)}
      union all
      select -t.amount, case when t.to_stock then -l.purchase_price::numeric * t.quantity else 0 end
      from sale_returns r
        join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
        join sale_records l on l.pharmacy_id = r.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id
      where r.pharmacy_id = ${pharmacyId} and l.purchase_price is not null
        and ${during(day, sql`r.returned_at`, timeZone)} and ${returnNotWithheld(withheld)}
    ) moved`.execute(tx)
  return rows[0]!
}

function duringAny(days: readonly string[], instant: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql.join(
    days.map((day) => during(day, instant, timeZone)),
    sql` or `,
  )
}

/** One index range per day: a join with a table of days would read all sales. */
export function during(day: string, instant: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql`(${instant} >= ${day}::date::timestamp at time zone ${timeZone}
    and ${instant} < (${day}::date + 1)::timestamp at time zone ${timeZone})`
}
