import type { DoubtfulProduct, Inventory, InventoryLine, InventoryScope } from '#shared/contract/inventories.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const inventoryStateWords: Record<Inventory['state'], { label: string; tone: StatusTone }> = {
  open: { label: 'En cours', tone: 'info' },
  closing: { label: 'Clôture en cours', tone: 'warning' },
  closed: { label: 'Clôturé', tone: 'success' },
  canceled: { label: 'Annulé', tone: 'neutral' },
}

export const lineStateWords: Record<InventoryLine['state'], { label: string; tone: StatusTone }> = {
  'to-count': { label: 'À compter', tone: 'neutral' },
  'to-recount': { label: 'À recompter', tone: 'warning' },
  counted: { label: 'Compté', tone: 'success' },
}

export const scopeKinds: readonly { value: InventoryScope['kind']; label: string }[] = [
  { value: 'whole', label: 'Toute la pharmacie' },
  { value: 'storages', label: 'Des rangements' },
  { value: 'categories', label: 'Des catégories' },
  { value: 'abc', label: 'Une classe ABC' },
  { value: 'expiring', label: 'Les lots qui expirent' },
  { value: 'products', label: 'Les plus douteux (tournant)' },
]

export const abcWords = {
  A: 'A, 80 % des ventes',
  B: 'B, les 15 % suivants',
  C: 'C, le reste',
} as const

export const doubtWords: Record<DoubtfulProduct['reasons'][number], string> = {
  negative: 'stock négatif',
  'never-counted': 'jamais compté',
  'moved-a-lot': 'beaucoup de mouvements',
  dear: 'cher',
  'long-ago': 'compté il y a longtemps',
}

/** « Toute la pharmacie », « Classe A »: what an inventory counts. */
export function scopeWords(scope: InventoryScope): string {
  switch (scope.kind) {
    case 'whole':
      return 'Toute la pharmacie'
    case 'storages':
      return plural(scope.ids.length, 'rangement')
    case 'categories':
      return plural(scope.ids.length, 'catégorie')
    case 'abc':
      return `Classe ${scope.class}`
    case 'expiring':
      return `Expirent sous ${scope.days}\u00a0j`
    case 'products':
      return plural(scope.ids.length, 'produit')
  }
}
