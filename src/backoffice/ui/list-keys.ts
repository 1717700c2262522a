import type { KeyHint } from '#shared/ui/key-bar.tsx'

/** Keys common to all lists. */
export const listKeys: readonly KeyHint[] = [
  { keys: ['↑ ↓'], label: 'Parcourir' },
  { keys: ['Entrée'], label: 'Ouvrir' },
  { keys: ['F'], label: 'Filtrer' },
  { keys: ['X'], label: 'Exporter' },
]
