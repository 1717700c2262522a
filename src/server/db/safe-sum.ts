import { sql, type RawBuilder } from 'kysely'

/**
 * A sum inside a JSON value, clamped to safe integers. Columns are clamped when they are parsed (`column-types.ts`);
 * JSON values are not. 0 without rows: `least` and `greatest` ignore null.
 */
export function safeSum(amount: RawBuilder<unknown>, filter: RawBuilder<unknown> = sql``): RawBuilder<number> {
  return sql`least(greatest(coalesce(sum(${amount}) ${filter}, 0), ${sql.lit(Number.MIN_SAFE_INTEGER)}),
    ${sql.lit(Number.MAX_SAFE_INTEGER)})`
}
