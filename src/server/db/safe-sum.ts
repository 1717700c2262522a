import { sql, type RawBuilder } from 'kysely'

/**
 * A sum inside a JSON value. It stays within safe integers, whatever the rows hold: columns are limited when they are
 * parsed (`column-types.ts`), JSON values are not. Null without rows.
 */
export function safeSum(amount: RawBuilder<unknown>, filter: RawBuilder<unknown> = sql``): RawBuilder<number> {
  return sql`least(greatest(sum(${amount}) ${filter}, ${sql.lit(Number.MIN_SAFE_INTEGER)}), ${sql.lit(Number.MAX_SAFE_INTEGER)})`
}
