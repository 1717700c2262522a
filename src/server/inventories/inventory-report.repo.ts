import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type ReportRow = {
  key: string
  label: string
  lots: number
  right: number
  missing: number
  surplus: number
  /** At cost, what the shelf should have held. */
  expectedValue: number
}

/** The counted lots of the inventories that were closed in these days. */
export async function reportRows(
  tx: Tx,
  pharmacyId: string,
  { from, to, by }: { from: string; to: string; by: 'storage' | 'month' },
): Promise<ReportRow[]> {
  const month = sql`to_char(v.closed_at at time zone h.time_zone, 'YYYY-MM')`
  const { key, label } =
    by === 'month'
      ? { key: month, label: month }
      : { key: sql`coalesce(g.id::text, 'none')`, label: sql`coalesce(g.label, 'Sans rangement')` }
  const { rows } = await sql<ReportRow>`
    select x.key, x.label, count(*)::int as lots, (count(*) filter (where x.counted = x.expected))::int as right,
      coalesce(sum((x.expected - x.counted) * x.purchase_price::numeric) filter (where x.counted < x.expected), 0)
        as missing,
      coalesce(sum((x.counted - x.expected) * x.purchase_price::numeric) filter (where x.counted > x.expected), 0)
        as surplus,
      coalesce(sum(greatest(x.expected, 0) * x.purchase_price::numeric), 0) as "expectedValue"
    from (
      select ${key} as key, ${label} as label, l.counted, l.expected, l.purchase_price
      from inventories v join pharmacies h on h.id = v.pharmacy_id
        join inventory_lines l on l.pharmacy_id = v.pharmacy_id and l.inventory_id = v.id and l.counted is not null
        left join storages g on g.pharmacy_id = l.pharmacy_id and g.id = l.storage_id
      where v.pharmacy_id = ${pharmacyId} and v.state = 'closed'
        and (v.closed_at at time zone h.time_zone)::date between ${from}::date and ${to}::date
    ) x group by x.key, x.label order by ${by === 'month' ? sql`x.key desc` : sql`folded(x.label), x.key`}`.execute(tx)
  return rows
}
