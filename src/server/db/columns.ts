import type { ColumnType } from 'kysely'

/** Write jsonb with `JSON.stringify`: the driver would send a JavaScript array as a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
/** A column that has a default and may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
/** A column that PostgreSQL generates; it is never written. */
export type Computed = ColumnType<string, never, never>
/** An exact decimal, as text. Select it as `::text`: the driver would make a float of it. */
export type ExactDecimal = ColumnType<never, string | undefined, string>
