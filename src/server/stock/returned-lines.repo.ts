import { sql, type RawBuilder } from 'kysely'

/**
 * Returned quantity per line of a sale, to be joined by sale and line. A sold quantity always excludes returns,
 * whatever their date.
 */
export function returnedLines(pharmacyId: string): RawBuilder<unknown> {
  return sql`(select r.sale_id, t.line_id, sum(t.quantity)::int as quantity from sale_returns r
    join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id where r.pharmacy_id = ${pharmacyId}
      group by 1, 2)`
}
