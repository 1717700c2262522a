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

/** The same of the line `l` alone, as a lateral subquery of one row: for few lines, however many returns there were. */
export function returnedOf(pharmacyId: string): RawBuilder<unknown> {
  return sql`lateral (select coalesce(sum(t.quantity), 0)::int as quantity from sale_returns r
    join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
    where r.pharmacy_id = ${pharmacyId} and r.sale_id = l.sale_id and t.line_id = l.id)`
}

/**
 * The lines `l` of the sale `s`, as a lateral subquery: for the sales of some weeks. `offset 0`: they are looked up sale
 * by sale, since the planner would rather read the lines of all years.
 */
export const linesOfSale = sql`lateral (select l.* from sale_records l
  where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id offset 0) l`
