import { sql, type RawBuilder } from 'kysely'

/**
 * The `order by` of a list. `sort` is a value of the contract's `sortedBy`: `name` ascending, `-name` descending.
 * `columns` gives the SQL expression of each key; wrap texts in `folded(…)` to ignore case and accents. Rows without a
 * value come last in both directions. `usual` breaks ties and must end with a unique column, so that pages do not
 * overlap.
 */
export function sortOrder<Key extends string>(
  sort: Key | `-${Key}` | undefined,
  columns: Readonly<Record<Key, RawBuilder<unknown>>>,
  usual: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!sort) return usual
  const isDescending = sort.startsWith('-')
  const column = columns[(isDescending ? sort.slice(1) : sort) as Key]
  return sql`${column} ${isDescending ? sql`desc` : sql`asc`} nulls last, ${usual}`
}
