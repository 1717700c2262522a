import { plural } from '#shared/ui/plural.ts'

/** A count with its word; `many` when an « s » at the end is not enough. */
type Counted = readonly [count: number, one: string, many?: string]

/**
 * « 1 ajout, 2 modifications », « aucun ajout, aucune modification, 3 inchangés »: what an import changed, then what
 * else it counted.
 */
export function changesText(
  { added, changed }: { added: number; changed: number },
  ...others: readonly Counted[]
): string {
  const changes = someOf([added, 'ajout'], [changed, 'modification']) || 'aucun ajout, aucune modification'
  return [changes, someOf(...others)].filter(Boolean).join(', ')
}

/** « 3 ajouts, 1 ligne gardée »: the counts that are not zero. */
export function someOf(...counts: readonly Counted[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many))
    .join(', ')
}
