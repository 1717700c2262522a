import { sql, type RawBuilder } from 'kysely'

/** The name of a joined user as JSON (`PersonName`); null when the join found nobody. */
export function personName(table: string): RawBuilder<unknown> {
  const name = sql.table(table)
  return sql`case when ${name}.id is null then null
    else json_build_object('firstName', ${name}.first_name, 'lastName', ${name}.last_name) end`
}

/**
 * The first of two columns that has a value, to join by. Not `coalesce`: under row-level security PostgreSQL looks up no
 * index with it, and reads the whole table for one row.
 */
export function firstOf(one: string, other: string): RawBuilder<unknown> {
  const [first, second] = [sql.ref(one), sql.ref(other)]
  return sql`case when ${first} is null then ${second} else ${first} end`
}
