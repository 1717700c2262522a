import { sql, type RawBuilder } from 'kysely'

/** The name of a joined user as JSON (`PersonName`); null when the join found nobody. */
export function personName(table: string): RawBuilder<unknown> {
  const name = sql.table(table)
  return sql`case when ${name}.id is null then null
    else json_build_object('firstName', ${name}.first_name, 'lastName', ${name}.last_name) end`
}
