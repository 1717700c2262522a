import { sql, type RawBuilder } from 'kysely'

/** Many rows in one parameter, to be named and typed by `as r(id uuid, …)`. Text first: a driver may encode jsonb once more. */
export function jsonRows(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`
}
