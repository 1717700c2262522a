import { plural } from '#shared/ui/plural.ts'

/** « 1 ajout, 2 modifications », « aucun ajout, aucune modification »: what an import changed. */
export function changesText({ added, changed }: { added: number; changed: number }): string {
  return added === 0 && changed === 0
    ? 'aucun ajout, aucune modification'
    : `${plural(added, 'ajout')}, ${plural(changed, 'modification')}`
}
