import type { OrderState } from '#shared/domain/purchasing/order-state.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const orderStateWords: Record<OrderState, { label: string; tone: StatusTone }> = {
  draft: { label: 'Brouillon', tone: 'neutral' },
  sent: { label: 'Envoyée', tone: 'info' },
  confirmed: { label: 'Confirmée', tone: 'info' },
  'partly-received': { label: 'Reçue en partie', tone: 'warning' },
  received: { label: 'Reçue', tone: 'success' },
  canceled: { label: 'Annulée', tone: 'danger' },
}

/** « Commande n° 12 » */
export function orderName(number: number): string {
  return `Commande n°\u00a0${number}`
}
