import type { KeyHint } from '#shared/ui/key-bar.tsx'

/** The keys of every list with a panel. */
export const listKeys: readonly KeyHint[] = [
  { keys: ['↑ ↓'], label: 'Parcourir' },
  { keys: ['Entrée'], label: 'Ouvrir' },
  { keys: ['F'], label: 'Filtrer' },
  { keys: ['Échap'], label: 'Fermer le panneau' },
]
