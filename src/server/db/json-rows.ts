import { sql, type RawBuilder } from 'kysely'

/**
 * Passes many rows in one parameter; name and type them with `as r(id uuid, …)`. The parameter is cast to text first: a
 * driver may encode jsonb twice.
 */
export function jsonRows(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`
}
