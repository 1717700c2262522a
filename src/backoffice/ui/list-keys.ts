import type { KeyHint } from '#shared/ui/key-bar.tsx'

/** The keys of every list. */
export const listKeys: readonly KeyHint[] = [
  { keys: ['↑ ↓'], label: 'Parcourir' },
  { keys: ['Entrée'], label: 'Ouvrir' },
  { keys: ['F'], label: 'Filtrer' },
  { keys: ['X'], label: 'Exporter' },
]
