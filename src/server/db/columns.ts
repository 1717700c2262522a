import type { ColumnType } from 'kysely'

/** Write jsonb with `JSON.stringify`: the driver would send a JavaScript array as a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
/** Has a default, and may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
/** What PostgreSQL computes and nobody writes. */
export type Computed = ColumnType<string, never, never>
