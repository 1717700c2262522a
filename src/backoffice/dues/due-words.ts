import type { Due } from '#shared/contract/dues.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

/** An open due can be handed over as soon as units stand on the shelf. */
export function stateOf({ state, onShelf }: Pick<Due, 'state' | 'onShelf'>): { label: string; tone: StatusTone } {
  switch (state) {
    case 'open':
      return onShelf > 0 ? { label: 'À remettre', tone: 'warning' } : { label: 'En attente', tone: 'info' }
    case 'handed-over':
      return { label: 'Remis', tone: 'success' }
    case 'canceled':
      return { label: 'Annulé', tone: 'neutral' }
  }
}
