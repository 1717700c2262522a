import { plural } from '#shared/ui/plural.ts'

/** « 1 ajout, 2 modifications », « 1 ajout », « aucun ajout, aucune modification »: what an import changed. */
export function changesText({ added, changed }: { added: number; changed: number }): string {
  return someOf([added, 'ajout'], [changed, 'modification']) || 'aucun ajout, aucune modification'
}

/** « 3 ajouts, 1 ligne gardée »: the counts that are not zero. */
export function someOf(...counts: readonly (readonly [count: number, one: string, many?: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many))
    .join(', ')
}
